/**
 * The links of a site's pages -> the sections that they open, in the document trees of the pages; the broken ones as
 * warnings, which a report sums up by their causes; and for each section the texts by which other sections link to it.
 *
 * Where many pages of a folder are missing, the site has them from elsewhere. Search finds a section by the texts of
 * links, too, so texts that would suit any link are left out: addresses, and those of function words and words about
 * reading and clicking alone ("here", "read more", "this page", "siehe hier").
 */
import { count, countBy, foldSpace } from '../../base/text.ts'
import { isFunctionWord, languageOf } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import { sectionUrl } from '../address.ts'
import type { LinkCause, Page, Section, Warning } from '../page.ts'
import { labelOf } from '../markdown/generators/myst.ts'
import { mapAddresses, replaceTexts, type TextReplacement } from '../structure/encoding.ts'
import {
  createLinkTargets, folderOf, isRead, type LinkFault, type LinkRules, type LinkTarget, type LinkTargets, resolveFile,
  resolveLink,
} from './link-targets.ts'

/** Broken links of one site that are kept. */
const MAX_BROKEN_LINKS = 20_000
/** Addresses without a page in one folder, from which on its pages may come from elsewhere, and their part of all. */
const MIN_MISSING_PAGES = 3
const MIN_MISSING_SHARE = 0.1
/** Links that lack one prefix, or have it, from which on that is the cause. */
const MIN_PREFIX_LINKS = 3

/** Link texts of one section, and UTF-16 units of one of them. */
const MAX_TEXTS = 20
const MAX_TEXT_LENGTH = 120

/** A text that is an address: `https://…`, `www.example.com`, `/guides/`, `../api`, `#top`. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|www\.|\.{0,2}\/|#)\S*$/i
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

/** Words of links that could lead anywhere, folded, in all languages at once. */
const GENERIC_WORDS = new Set(`above article articles below check click continue detail details doc docs documentation
  example examples following further guide guides here info information instructions learn link links look more next out
  page pages previous read reading section sections see source start tap tutorial view visit website
  abschnitt anleitung artikel dokumentation hier informationen klick klicke klicken lesen lies mehr oben seite siehe
  unten weiter weiterlesen weitere zuruck
  article cliquez clic dessous dessus documentation ici lien lire page plus savoir section suite suivant voir
  aca aprende aqui articulo clic documentacion enlace guia haga lee leer mas pagina pincha seccion siguiente ver
  artigo clique documentacao leia ler mais pagina proximo saiba secao veja
  документация далее здесь нажмите подробнее раздел см ссылка статья страница тут читать
  ここ こちら 詳細 詳しくはこちら 这里 這裡 此处 点击这里 查看更多 更多 了解更多 阅读更多 여기 여기를 자세히 더보기`.split(/\s+/).map(foldText))

interface SiteLinks {
  readonly targets: LinkTargets
  /** Titles of sections by their addresses; empty if links have texts of their own. */
  readonly titles: ReadonlyMap<string, string>
  readonly broken: (LinkFault & Pick<Warning, 'path' | 'line'> & { readonly href: string })[]
  /** Texts of links by the address that they open, then by their folded form. */
  readonly texts: Map<string, Map<string, string>>
}

/**
 * Resolves the links of all pages of a site that are read, which stay in their order. `base`: the prefix of every link.
 * `redirects`: the addresses that the site forwards.
 * `targets`: where the generator looks for the fragment of a link; if on the whole site, a link without a text of its
 * own gets the title of what it opens.
 */
export function resolveLinks(
  files: readonly LinkTarget[],
  rules: LinkRules & { readonly base: string },
): { readonly pages: readonly Page[]; readonly warnings: readonly Warning[] } {
  const targets = createLinkTargets(files, rules)
  const linked = files.filter(isRead)
  const titles = new Map(rules.targets === 'page' ? [] : linked.flatMap(({ page }) => {
    return page.sections.map(({ anchor, heading }) => [sectionUrl(page, anchor), heading ?? page.title] as const)
  }))
  const links: SiteLinks = { targets, titles, broken: [], texts: new Map() }
  const pages = linked.map((from) => {
    return { ...from.page, sections: from.page.sections.map((section) => resolveSection(links, section, from)) }
  })
  return { pages: pages.map((page) => withLinkTexts(page, links)), warnings: brokenLinkWarnings(links) }
}

function resolveSection(links: SiteLinks, section: Section, { page, visibility }: LinkTarget): Section {
  const { targets, titles, broken } = links
  const ownAddress = sectionUrl(page, section.anchor)
  const titled: TextReplacement[] = []
  const structure = mapAddresses(section.structure, ({ element, start, end }) => {
    if (element.type === 'image') return resolveFile(targets, element.src, page)
    const { href, line } = element
    const link = resolveLink(targets, href, page)
    if (link === null) return href
    const { url, fault } = link
    if (fault !== null && broken.length < MAX_BROKEN_LINKS) broken.push({ ...fault, path: page.path, line, href })
    const text = section.text.slice(start, end)
    const title = titles.get(url ?? '')
    if (title !== undefined && text === labelOf(href)) titled.push({ start, end, text: title })
    // By the texts of a page that is not to be found, no other is found.
    else if (fault === null && url !== null && url !== ownAddress && visibility === 'listed') {
      addLinkText(links, url, text, page.lang)
    }
    return url
  })
  if (structure === section.structure) return section
  return { ...section, ...replaceTexts({ text: section.text, structure }, titled) }
}

function brokenLinkWarnings({ targets, broken }: SiteLinks): readonly Warning[] {
  const missingIn = countBy(new Set(broken.flatMap(({ missingPage }) => missingPage ?? [])), folderOf)
  const isFromElsewhere = (folder: string) => {
    const pages = missingIn.get(folder) ?? 0
    return pages >= MIN_MISSING_PAGES && pages > MIN_MISSING_SHARE * (pages + (targets.folders.get(folder) ?? 0))
  }
  const prefixes = countBy(broken.flatMap(({ prefix }) => prefix ?? []), ({ path }) => path)
  return broken.map(({ path, line, href, cause: found, problem, missingPage, prefix: other }) => {
    const prefix = other !== null && (prefixes.get(other.path) ?? 0) >= MIN_PREFIX_LINKS ? other : null
    const isElsewhere = missingPage !== null && isFromElsewhere(folderOf(missingPage))
    const cause = prefix?.cause ?? (isElsewhere ? 'elsewhere' : found)
    const fate = isBrokenLink({ type: 'link', cause }) ? 'is broken' : 'opens no page here'
    const message = `The link to ${href} ${fate}: ${prefix?.problem ?? problem}`
    return { type: 'link', cause, ...(prefix !== null && { prefix: prefix.path }), path, line, message }
  })
}

function withLinkTexts(page: Page, { texts }: SiteLinks): Page {
  const sections = page.sections.map((section) => {
    const linkTexts = texts.get(sectionUrl(page, section.anchor))?.values()
    return linkTexts === undefined
      ? section
      : { ...section, linkTexts: [...new Set([...section.linkTexts, ...linkTexts])] }
  })
  return { ...page, sections }
}

/** Adds the text of a link on a page in a language (BCP 47), unless it is generic, long or has been added. */
function addLinkText({ texts: byUrl }: SiteLinks, url: string, text: string, lang: string | null): void {
  const texts = byUrl.get(url) ?? new Map<string, string>()
  if (texts.size === MAX_TEXTS) return
  const shown = foldSpace(text)
  if (shown.length > MAX_TEXT_LENGTH || isGeneric(shown, lang)) return
  byUrl.set(url, texts)
  const key = foldText(shown)
  if (!texts.has(key)) texts.set(key, shown)
}

/** True for a text that says nothing about the target of its link. */
export function isGeneric(text: string, lang: string | null): boolean {
  if (ADDRESS.test(text)) return true
  const words = foldText(text).match(WORD) ?? []
  const languages = [languageOf(lang)]
  return words.every((word) => GENERIC_WORDS.has(word) || isFunctionWord(word, languages))
}

interface CauseText {
  /** A `shared` fault has one reason for all links; a `notice` is of links that may work on the site itself. */
  readonly kind: 'fault' | 'shared' | 'notice'
  /** What the links have in common, after their number. */
  readonly what: string
  readonly remedy: string
}

/** `PREFIX` stands for the path that most of the links lack or have. */
const CAUSES: Readonly<Record<LinkCause, CauseText>> = {
  prefix: {
    kind: 'shared', what: 'with a path in front that the pages lack',
    remedy: 'Read the pages below that path: `--base PREFIX`',
  },
  folder: {
    kind: 'shared', what: 'without the folders in front of the pages',
    remedy: 'Read the folder that the site is made of, such as PREFIX inside of this one',
  },
  case: {
    kind: 'fault', what: 'that differ from their page in letter case',
    remedy: 'Write the address as the file is named: most servers tell letters apart',
  },
  unpublished: {
    kind: 'fault', what: 'to pages that are not published', remedy: 'Publish the page, or remove the link',
  },
  page: { kind: 'fault', what: 'to pages that do not exist', remedy: 'Correct the address, or add the page' },
  anchor: {
    kind: 'fault', what: 'to headings that do not exist',
    remedy: 'Correct the part after #, or the id of the heading',
  },
  template: {
    kind: 'notice', what: 'with a template in the address, shown as text',
    remedy: 'Read the built site, which has the addresses, or write paths of files',
  },
  elsewhere: {
    kind: 'notice', what: 'to addresses outside of the folders with pages',
    remedy: 'Nothing, if the site has them from elsewhere; else give the folder that has these pages',
  },
  outside: {
    kind: 'notice', what: 'to files outside of the folder',
    remedy: 'Link to the address of the file in the repository: readers of the pages can not open it',
  },
}

/**
 * Reports warnings about links; warnings of other types are passed over. `single` are the faults of causes with `most`
 * links or fewer, in the order of the warnings, `summaries` all other causes, those with most links first.
 */
export function reportLinks(warnings: readonly Warning[], most: number) {
  const links = warnings.filter(({ type }) => type === 'link')
  const counts = countBy(links, ({ cause = 'page' }) => cause)
  const isSingle = (cause: LinkCause) => CAUSES[cause].kind === 'fault' && (counts.get(cause) ?? 0) <= most
  const summed = [...counts].filter(([cause]) => !isSingle(cause)).sort(([, a], [, b]) => b - a)
  return {
    single: links.filter(({ cause = 'page' }) => isSingle(cause)),
    summaries: summed.flatMap(([cause]) => summaryOf(cause, links.filter((link) => link.cause === cause))),
  }
}

/** True for a link that opens nothing on the site either; links that something else may serve are none. */
export function isBrokenLink({ type, cause = 'page' }: Pick<Warning, 'type' | 'cause'>): boolean {
  return type === 'link' && CAUSES[cause].kind !== 'notice'
}

/** What the owner can do about one broken link. */
export function linkRemedy({ cause = 'page', prefix = '' }: Pick<Warning, 'cause' | 'prefix'>): string {
  return CAUSES[cause].remedy.replace('PREFIX', () => prefix)
}

/** The first of the links is the example; `isFault` is false for links that may work on the site itself. */
function summaryOf(cause: LinkCause, links: readonly Warning[]) {
  const [most] = [...countBy(links, ({ prefix }) => prefix)].sort(([, a], [, b]) => b - a)
  const example = links.find(({ prefix }) => prefix === most?.[0])
  if (example === undefined) return []
  const message = `${count(links.length, 'link')} ${CAUSES[cause].what}`
  return { cause, isFault: isBrokenLink(example), links: links.length, message, example, remedy: linkRemedy(example) }
}
