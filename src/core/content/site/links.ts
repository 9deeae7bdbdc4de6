/**
 * The links of a site's pages -> the sections that they open, in the document trees of the pages; the broken ones as
 * warnings; and for each section the texts by which other sections link to it.
 *
 * Where many pages of a folder are missing, the site has them from elsewhere. Search finds a section by the texts of
 * links, too, so texts that would suit any link are left out: addresses, and those of function words and words about
 * reading and clicking alone ("here", "read more", "this page", "siehe hier").
 */
import { foldSpace } from '../../base/fold-space.ts'
import { languageOf } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import { isFunctionWord } from '../../text/stop-words.ts'
import { sectionUrl } from '../address.ts'
import type { SiteRules } from '../generators/profile.ts'
import type { Page, Section, Warning } from '../page.ts'
import { labelOf } from '../markdown/generators/myst.ts'
import { mapAddresses, replaceTexts, type TextReplacement } from '../structure/encoding.ts'
import { countBy, isBrokenLink } from './broken-links.ts'
import {
  createLinkTargets, folderOf, type LinkedPage, type LinkFault, type LinkTarget, type LinkTargets, resolveFile,
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

/** The links that are resolved so far. */
interface SiteLinks {
  readonly targets: LinkTargets
  /** Titles of sections by their addresses; empty if links have texts of their own. */
  readonly titles: ReadonlyMap<string, string>
  readonly broken: BrokenLink[]
  /** Texts of links by the address that they open, then by their folded form. */
  readonly texts: Map<string, Map<string, string>>
}

interface BrokenLink extends LinkFault, Pick<Warning, 'path' | 'line'> {
  readonly href: string
}

/**
 * Resolves the links of all pages of a site, which stay in their order. `base`: the prefix of every link. `hidden`:
 * pages that are not read, such as drafts and copies. `redirects`: the addresses that the site forwards.
 * `targets`: where the generator looks for the fragment of a link; if on the whole site, a link without a text of its
 * own gets the title of what it opens.
 */
export function resolveLinks(
  linked: readonly LinkedPage[],
  { base, hidden, redirects, targets: place }: Pick<SiteRules, 'redirects' | 'targets'> & {
    readonly base: string
    readonly hidden: readonly LinkTarget[]
  },
): { readonly pages: readonly Page[]; readonly warnings: readonly Warning[] } {
  const targets = createLinkTargets([...linked, ...hidden], { base, redirects, targets: place })
  const titles = new Map(place === 'page' ? [] : linked.flatMap(({ page }) => {
    return page.sections.map(({ anchor, heading }) => [sectionUrl(page, anchor), heading ?? page.title] as const)
  }))
  const links: SiteLinks = { targets, titles, broken: [], texts: new Map() }
  const pages = linked.map((from) => {
    return { ...from.page, sections: from.page.sections.map((section) => resolveSection(links, section, from)) }
  })
  return { pages: pages.map((page) => withLinkTexts(page, links)), warnings: brokenLinkWarnings(links) }
}

function resolveSection(links: SiteLinks, section: Section, from: LinkedPage): Section {
  const { targets, titles, broken } = links
  const { path, page } = from
  const ownAddress = sectionUrl(page, section.anchor)
  const titled: TextReplacement[] = []
  const structure = mapAddresses(section.structure, ({ element, start, end }) => {
    if (element.type === 'image') return resolveFile(targets, element.src, from)
    const { href, line } = element
    const link = resolveLink(targets, href, from)
    if (link === null) return href
    const { url, fault } = link
    if (fault !== null && broken.length < MAX_BROKEN_LINKS) broken.push({ ...fault, path, line, href })
    const text = section.text.slice(start, end)
    const title = titles.get(url ?? '')
    if (title !== undefined && text === labelOf(href)) titled.push({ start, end, text: title })
    else if (fault === null && url !== null && url !== ownAddress && from.isUnlisted !== true) {
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
