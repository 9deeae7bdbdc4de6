/**
 * The links of a site's pages -> the sections that they open, in the document
 * trees of the pages; the broken ones as warnings; and for each section the
 * texts by which other sections link to it.
 *
 * Where many links of a kind lead nowhere, the site has addresses or anchors of its own making, and none of that kind is
 * called broken. The same holds for a folder in which many pages are missing. Search finds a section by the texts of
 * links, too, so texts that would suit any link are left out: addresses, and those of function words and words about
 * reading and clicking alone ("here", "read more", "this page", "siehe hier").
 */
import { foldSpace } from '../../base/fold-space.ts'
import { languageOf } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import { isFunctionWord } from '../../text/stop-words.ts'
import { sectionUrl } from '../address.ts'
import type { Page, Section, Warning } from '../page.ts'
import { mapAddresses } from '../structure/encoding.ts'
import {
  createLinkTargets, folderOf, type LinkedPage, type LinkKind, type LinkTarget, type LinkTargets, type ResolvedLink,
} from './link-targets.ts'

/** Broken links of one page that are told; a page with more has one fault many times. */
const MAX_WARNINGS = 20
/** Links of one kind that are called broken, as a part of all links of the kind. */
const MAX_BROKEN_SHARE = 0.1
/** Addresses without a page in one folder, from which on its pages may come from elsewhere. */
const MIN_MISSING_PAGES = 3

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

/** Pages whose links are resolved, in the order given. */
export interface ResolvedLinks {
  readonly pages: readonly Page[]
  readonly warnings: readonly Warning[]
}

/** The site around the pages. */
export interface LinkContext {
  /** Prefix of every link, starting and ending with `/`. */
  readonly base: string
  /** Pages that exist and can't be searched: drafts and what their author excluded. */
  readonly hidden: readonly LinkTarget[]
}

/** The links that are resolved so far. */
interface SiteLinks {
  readonly targets: LinkTargets
  /** Number of links by the way in which they name their target. */
  readonly counts: { [K in LinkKind]: number }
  readonly broken: BrokenLink[]
  /** Texts of links by the address that they open, then by their folded form. */
  readonly texts: Map<string, Map<string, string>>
}

interface BrokenLink extends Pick<ResolvedLink, 'missingPage'> {
  readonly kind: LinkKind
  readonly warning: Warning
}

/** Resolves the links of all pages of a site. */
export function resolveLinks(linked: readonly LinkedPage[], { base, hidden }: LinkContext): ResolvedLinks {
  const targets = createLinkTargets([...linked, ...hidden], base)
  const links: SiteLinks = { targets, counts: { file: 0, address: 0, fragment: 0 }, broken: [], texts: new Map() }
  const pages = linked.map((from) => {
    return { ...from.page, sections: from.page.sections.map((section) => resolveSection(links, section, from)) }
  })
  return { pages: pages.map((page) => withLinkTexts(page, links)), warnings: brokenLinkWarnings(links) }
}

function resolveSection(links: SiteLinks, section: Section, from: LinkedPage): Section {
  const { targets, counts, broken } = links
  const { path, page } = from
  const ownAddress = sectionUrl(page, section.anchor)
  const structure = mapAddresses(section.structure, ({ element, start, end }) => {
    if (element.type === 'image') return targets.resolveFile(element.src, from)
    const { href, line } = element
    const link = targets.resolve(href, from)
    if (link === null) return href
    const { kind, url, problem, missingPage } = link
    if (kind !== null) counts[kind] += 1
    // The page of a fragment was found.
    if (kind === 'fragment') counts.address += 1
    if (kind !== null && problem !== null) {
      const message = `The link to ${href} is broken: ${problem}`
      broken.push({ kind, missingPage, warning: { type: 'link', path, line, message } })
    }
    if (problem === null && url !== ownAddress) addLinkText(links, url, section.text.slice(start, end), page.lang)
    return url
  })
  return structure === section.structure ? section : { ...section, structure }
}

function brokenLinkWarnings({ targets, counts, broken }: SiteLinks): readonly Warning[] {
  const isTold = (kind: LinkKind) => {
    return kind === 'file' || broken.filter((link) => link.kind === kind).length <= MAX_BROKEN_SHARE * counts[kind]
  }
  const told = new Set((['file', 'address', 'fragment'] as const).filter(isTold))
  const missing = new Set(broken.flatMap(({ missingPage }) => missingPage ?? []))
  const missingIn = new Map<string, number>()
  for (const page of missing) missingIn.set(folderOf(page), (missingIn.get(folderOf(page)) ?? 0) + 1)
  const isFromElsewhere = (folder: string) => {
    const pages = missingIn.get(folder) ?? 0
    return pages >= MIN_MISSING_PAGES && pages > MAX_BROKEN_SHARE * (pages + targets.pagesIn(folder))
  }
  const ofPage = new Map<string, number>()
  return broken.flatMap(({ kind, missingPage, warning }) => {
    if (!told.has(kind) || (missingPage !== null && isFromElsewhere(folderOf(missingPage)))) return []
    const count = (ofPage.get(warning.path) ?? 0) + 1
    ofPage.set(warning.path, count)
    return count <= MAX_WARNINGS ? warning : []
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
