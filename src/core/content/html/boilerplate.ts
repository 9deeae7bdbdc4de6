/**
 * The elements of a page that are not content: those that browsers don't show, the boilerplate around the content of
 * every page of a site, known by element, role and the classes of the common generators, and what the author of the
 * page leaves out by an attribute. Pagefind's attributes are read as their counterparts, so that a site changes over
 * without an edit.
 *
 * Source: https://pagefind.app/docs/indexing/
 */
import { isHiddenByAttributes } from '../invisible.ts'
import type { Attributes } from './tokens.ts'
import { headingDepth, type HtmlElement, words } from './tree.ts'

/** Attribute of an element with the content of its page. */
export const ASK_BODY = 'data-ask-body'
/** Pagefind's attribute of the same meaning. */
export const PAGEFIND_BODY = 'data-pagefind-body'
const PAGEFIND_IGNORE = 'data-pagefind-ignore'

/** Values of `data-pagefind-ignore` that leave titles inside in force; any other value excludes all. */
const IGNORES_CONTENT = new Set(['', 'index', 'true'])

/** Elements whose content no browser shows. */
export const HIDDEN_ELEMENTS = words(`annotation annotation-xml audio canvas datalist iframe noembed noframes noscript object
  script select style svg template textarea title video`)

const PAGE_PARTS = words('button dialog form nav')

const BOILERPLATE_ROLES = words(`alertdialog banner contentinfo dialog doc-backlink doc-noteref doc-toc menu menubar
  navigation search toolbar`)

/**
 * Classes, some only of one element, and ids. In order: text for screen readers; copies for paper; what paper lacks, as
 * Docsy's question whether the page helped; links of a heading to itself; references to footnotes and back; links to
 * the source code, buttons that show it, and the code that they show (pdoc, pdoc3, mkdocstrings, RDoc, YARD); bars of javadoc; the
 * name of the project and the title, which has a mark (Doxygen); bars of Hugo's themes and Fumadocs; the position of the
 * page in the site; tables of contents, that of PyData's theme with other links; the place for results of GitBook's own
 * search, and numbers of lines beside code; notes about the page; notes about cookies (OneTrust, Cookiebot, iubenda).
 */
const BOILERPLATE = words(`sr-only visually-hidden screen-reader-text skip-link onlyprint d-print-none
  hash-link headerlink headerLink sl-anchor-link anchorjs-link
  footnote-ref footnote-reference footnote-back footnote-backref reversefootnote
  a.src viewcode-link tsd-sources tag-source hideme view-source-button method-click-advice
  div.pdoc-code details.source details.mkdocstrings-source div.method-source-code table.source_code
  topNav subNav bottomNav skipNav legalCopy div#titlearea headertitle book-header gdoc-page__header gdoc-page__footer
  div#top-bar aside#nd-sidebar breadcrumb breadcrumbs definition-group-name tsd-breadcrumb ingroups nav-panel navfooter navheader
  pagination pagination-links pagination-nav
  on-this-page table-of-contents toc toc-wrapper ul#markdown-toc bd-sidebar-secondary div#nd-toc header#nd-tocnav
  tsd-index-group theme-doc-toc-desktop theme-doc-toc-mobile search-results line-numbers-wrapper
  edit-link edit-this-page last-updated md-source-file rightside td-page-meta__lastmod theme-doc-version-badge
  theme-edit-this-page theme-last-updated
  div#onetrust-consent-sdk div#CybotCookiebotDialog div#iubenda-cs-banner`)

/** Classes of notes about cookies, also those of Osano and CookieYes, and Tailwind's of what paper lacks. */
const BOXES = new RegExp(String.raw`\bprint:hidden(?!\S)|(?:^|[\s_-])(?:cc-window|cky-consent|` +
  String.raw`cookies?(?:$|\s|[_-]?(?:banner|bar|consent|dialog|law|message|notice|popup)))`, 'i')

/** Elements that may have a `footer` of their own, which is not the page's. */
const QUOTES = new Set(['blockquote', 'figure'])

const SPACES = /[\t\n\f ]+/

/** True for an element that its author left out. A mark as content wins over it. */
export function isIgnored(attributes: Attributes): boolean {
  if (attributes.has('data-ask-ignore')) return !attributes.has(ASK_BODY)
  return attributes.has(PAGEFIND_IGNORE) && !attributes.has(PAGEFIND_BODY)
}

/** True for an element that its author left out with the titles that are marked inside. */
export function isExcluded(attributes: Attributes): boolean {
  const value = attributes.get(PAGEFIND_IGNORE)
  return value !== undefined && !attributes.has(PAGEFIND_BODY) && !IGNORES_CONTENT.has(value.toLowerCase())
}

/**
 * True for an element that its author leaves out of the search, on a heading its section: by Material for MkDocs
 * (https://squidfunk.github.io/mkdocs-material/setup/setting-up-site-search/#search-exclusion) and Elastic's crawlers.
 */
export function isSearchExcluded(attributes: Attributes): boolean {
  if (attributes.has('data-search-exclude') || attributes.has('data-elastic-exclude')) return true
  return attributes.get('data-swiftype-index') === 'false'
}

/** The values of attributes that are text of the page, in the order of `data-pagefind-index-attrs`. */
export function indexedAttributes({ attributes }: HtmlElement): readonly string[] {
  const names = attributes.size === 0 ? undefined : attributes.get('data-pagefind-index-attrs')
  return names?.split(',').flatMap((name) => attributes.get(name.trim().toLowerCase()) ?? []) ?? []
}

/** Class names of an element. */
export function classesOf(element: HtmlElement): readonly string[] {
  return element.attributes.get('class')?.split(SPACES) ?? []
}

/** True for an element that a browser or the author hides. A closed tab is not hidden: it can be opened. */
export function isHidden(element: HtmlElement): boolean {
  return HIDDEN_ELEMENTS.has(element.name) || isLeftOut(element)
}

/** The same by its attributes alone. */
export function isLeftOut({ name, attributes }: Pick<HtmlElement, 'name' | 'attributes'>): boolean {
  if (attributes.size === 0) return false
  if (isIgnored(attributes) || (headingDepth(name) === null && isSearchExcluded(attributes))) return true
  // Some pages are hidden until their scripts have run; titles of notes in Starlight are labels for screen readers.
  const isShown = isWholePage(name) || attributes.get('class') === 'starlight-aside__title'
  return !isShown && isHiddenByAttributes(attributes)
}

/** True for an element with all of a page. */
export function isWholePage(name: string): boolean {
  return name === 'html' || name === 'body'
}

/** True for an element around the content of its page, and for controls of the page. */
export function isBoilerplate(element: HtmlElement): boolean {
  const { name, attributes, parent } = element
  if (isWholePage(name)) return false
  // A button that is a heading opens what follows.
  if (PAGE_PARTS.has(name)) return !attributes.has('aria-expanded') || headingDepth(parent?.name ?? '') === null
  if (name === 'footer' || attributes.get('class') === 'footer') return parent === null || !QUOTES.has(parent.name)
  if (attributes.size === 0) return false
  if (name === 'table' && attributes.get('summary')?.startsWith('Navigation')) return true
  if (BOILERPLATE_ROLES.has(attributes.get('role') ?? '') || attributes.has('data-footnote-ref')) return true
  const classes = classesOf(element)
  const isBox = name === 'div' || name === 'section' || name === 'aside'
  if (isBox && BOXES.test(attributes.get('class') ?? '')) return true
  if (BOILERPLATE.has(`${name}#${attributes.get('id') ?? ''}`)) return true
  if (classes.some((one) => BOILERPLATE.has(one) || BOILERPLATE.has(`${name}.${one}`))) return true
  const isIn = (around: RegExp) => parent !== null && classesOf(parent).some((one) => around.test(one))
  // The language above the code in `<div class="language-js">`, and the groups of names above a page of Doxygen.
  return (classes.includes('lang') && isIn(/^language-/)) || (classes.includes('summary') && isIn(/^header$/))
}

/** True for inline elements that styles show as boxes: labels of tabs, a description on a card, marks in TypeDoc. */
export function isBox(element: HtmlElement): boolean {
  return element.name === 'label' || classesOf(element).some((name) => name === 'description' || name === 'tsd-tag')
}

/*
 * The text in links to anchors -> that which is content. A heading's link to itself only says that it is one (`#`,
 * "Section titled …"), but may also be around all of the heading (mdBook), whose symbols are text. "More..." of Doxygen
 * and "Read more" of rustdoc lead from the first sentence of a text to all of it.
 */

/** Elements with code in a sentence. */
export const INLINE_CODE: ReadonlySet<string> = new Set(['code', 'samp', 'tt'])
/** Signs of links, and the text of a heading's link to itself in themes that have no sign. */
const MARK = new RegExp(String.raw`^(?:[#¶§❡☍🔗⚓↩][\ufe0e\ufe0f]?|more\.{3}|read more)$|` +
  String.raw`^(?:direct link to|permalink (?:for|to)|permanent link|section titled)(?!\w)`, 'iu')
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Starts outside of all links; takes the elements and texts of a page in order. */
export function createSelfLinkFilter() {
  let link: HtmlElement | null = null
  /** The symbols of the open link; null after its first words, and for one to another page. */
  let held: string | null = null
  let codes = 0

  function open(element: HtmlElement): void {
    if (link !== null) codes += INLINE_CODE.has(element.name) ? 1 : 0
    else if (element.name === 'a' && element.attributes.get('href')?.includes('#')) {
      [link, held, codes] = [element, element.attributes.get('href')?.startsWith('#') ? '' : null, 0]
    }
  }

  /** Gives the symbols of a link that had nothing else: they count only where there is no other text. */
  function close(element: HtmlElement): string {
    if (link !== null && INLINE_CODE.has(element.name)) codes -= 1
    if (element !== link) return ''
    const symbols = held ?? ''
    link = null
    return symbols
  }

  /** Gives the text to be written now: none, the same, or with symbols before it. */
  function text(text: string): string {
    if (link === null) return text
    if (codes === 0 && MARK.test(text.trim())) return ''
    if (held === null) return text
    held += text
    if (codes === 0 && !LETTER_OR_DIGIT.test(text)) return ''
    const shown = held
    held = null
    return shown
  }

  return { open, close, text }
}
