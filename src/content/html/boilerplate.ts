/**
 * What of a page is not its content: what browsers don't show, and what stands
 * on every page of a site around the content, told by element, role and the
 * classes of the common generators. Whoever writes a page can leave a part out
 * with `data-pagefind-ignore`.
 */
import type { HtmlElement } from './tree.ts'

const UNSEEN_ELEMENTS = words(`annotation annotation-xml audio canvas datalist iframe noembed noframes noscript object
  script select style svg template textarea title video`)

const FURNITURE_ELEMENTS = words('button dialog form nav')

const FURNITURE_ROLES = words(`alertdialog banner contentinfo dialog doc-backlink doc-noteref doc-toc menu menubar
  navigation search toolbar`)

const FURNITURE_CLASSES = new Set([
  // Text for screen readers: labels of controls, "Section titled …".
  ...['sr-only', 'visually-hidden', 'screen-reader-text', 'skip-link'],
  // Links of a heading to itself.
  ...['header-anchor', 'hash-link', 'headerlink', 'sl-anchor-link', 'anchorjs-link'],
  // Marks of footnotes and their way back.
  ...['footnote-ref', 'footnote-reference', 'footnote-back', 'footnote-backref', 'reversefootnote'],
  // Where the page stands in the site.
  ...['breadcrumb', 'breadcrumbs', 'nav-panel', 'navfooter', 'navheader', 'pagination', 'pagination-links', 'pagination-nav'],
  // Tables of contents.
  ...['on-this-page', 'table-of-contents', 'toc', 'theme-doc-toc-desktop', 'theme-doc-toc-mobile'],
  // Notes about the page.
  ...['edit-link', 'last-updated', 'md-source-file', 'rightside'],
  ...['theme-doc-version-badge', 'theme-edit-this-page', 'theme-last-updated'],
])

/** Starlight hides the title of a note from screen readers, which get it as the label of the note. */
const ASIDE_TITLE = 'starlight-aside__title'

/** Elements that a `footer` may close without being the footer of a page. */
const QUOTES = new Set(['blockquote', 'figure'])

/** Class names of an element. */
export function classesOf(element: HtmlElement): readonly string[] {
  return element.attributes.get('class')?.split(SPACES) ?? []
}

/** Whether a browser or the author hides the element. A closed tab is not hidden: its reader can open it. */
export function isUnseen({ name, attributes }: HtmlElement): boolean {
  if (UNSEEN_ELEMENTS.has(name)) return true
  if (attributes.size === 0) return false
  if (attributes.has('data-pagefind-ignore')) return true
  if (attributes.get('aria-hidden') === 'true') return attributes.get('class') !== ASIDE_TITLE
  return attributes.has('hidden') && attributes.get('hidden') !== 'until-found' && attributes.get('role') !== 'tabpanel'
}

/** Whether the element stands around the content of its page, or only serves to work with it. */
export function isFurniture(element: HtmlElement): boolean {
  const { name, attributes, parent } = element
  if (name === 'html' || name === 'body') return false
  if (FURNITURE_ELEMENTS.has(name)) return true
  if (name === 'footer') return parent === null || !QUOTES.has(parent.name)
  if (name === 'table' && attributes.get('summary')?.startsWith('Navigation')) return true
  if (attributes.size === 0) return false
  if (FURNITURE_ROLES.has(attributes.get('role') ?? '') || attributes.has('data-footnote-ref')) return true
  const classes = classesOf(element)
  return classes.some((name) => FURNITURE_CLASSES.has(name)) || (classes.includes('lang') && isCodeFrame(parent))
}

/** `<div class="language-js">`, which shows the language above its code. */
function isCodeFrame(element: HtmlElement | null): boolean {
  return element !== null && classesOf(element).some((name) => name.startsWith('language-'))
}

const SPACES = /[\t\n\f ]+/

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
