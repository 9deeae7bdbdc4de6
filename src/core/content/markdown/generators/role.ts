/**
 * Roles of MyST, `` {ref}`Title <label>` `` in a sentence -> the link, code or text that readers see, and the labels of
 * links without a text, for which Sphinx shows the title of their target. Sources:
 * myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html, sphinx-doc.org/en/master/usage/referencing.html
 * and /usage/restructuredtext/roles.html, sphinx-design.readthedocs.io.
 */
import { matchAt } from '../../offset.ts'

const ROLE = /\{([A-Za-z][\w.+-]{0,40}(?::[\w.+-]{1,40}){0,2})\}(`{1,9})([^`]{1,2000})\2(?!`)/y
const TITLED = /^([^]*\S)\s*<([^<>]+)>$/
/** The domain that Sphinx adds by itself. */
const STANDARD = /^std:/
/** Names of targets, of documents and of files. */
const TARGET = /^(?:ref|numref|any)$/
const DOCUMENT = /^doc$/
const FILE = /^download$/
/** Roles whose content is no code, and those of icons, which have no text. */
const TEXT = new RegExp(
  '^(?:term|abbr|guilabel|menuselection|dfn|eq|sub(?:script)?|sup(?:erscript)?|emphasis|strong|title-reference|index|' +
    'cite(?::[a-z]+)?|bdg(?:-[a-z-]+)?|issue|pr|user|pep|rfc|cve|cwe)$',
)
const ICON = /^(?:octicon|material-[a-z]+|fa[bsr]?|fa-[a-z]+)$/
const FUNCTION = /:(?:func|meth)$/
/** Before a name of code: not to be linked, or to be shown by its last part. */
const CODE_MARK = /^(?:!|~(?:.*[.:])?)/
/** What another project has, by the name of its inventory: `python:library/os`. */
const OTHER_PROJECT = /^[\w.+-]+:/
/** Schemes of MyST: a page or target of the site, a file. */
const PROJECT = /^project:/
const SITE_SCHEME = /^(?:project|path):/
const MARKDOWN = /\.md$/

/** What a role stands for, and the offset after it. */
export interface Role {
  readonly type: 'link' | 'code' | 'text'
  readonly text: string
  /** Empty for no link. */
  readonly href: string
  readonly end: number
}

/** The role at an offset, null for none. */
export function readRole(source: string, at: number): Role | null {
  const [all = '', written = '', , content = ''] = matchAt(ROLE, source, at) ?? []
  if (all === '') return null
  const end = at + all.length
  const name = written.replace(STANDARD, '')
  const [, title = '', target = content] = TITLED.exec(content) ?? []
  const shown = (title || target).trim()
  const href = addressOf(name, target.trim())
  if (href !== '') return { type: 'link', text: title === '' ? labelOf(href) : shown, href, end }
  if (ICON.test(name)) return { type: 'text', text: '', href, end }
  const isText = TEXT.test(name) || TARGET.test(name) || DOCUMENT.test(name)
  if (isText) return { type: 'text', text: shown.replaceAll('-->', '‣'), href, end }
  const code = shown.replace(CODE_MARK, '')
  const hasBrackets = !FUNCTION.test(name) || title !== '' || code.endsWith(')')
  return { type: 'code', text: hasBrackets ? code : `${code}()`, href, end }
}

function addressOf(name: string, target: string): string {
  if (TARGET.test(name)) return `#${target}`
  if (FILE.test(name)) return target
  return DOCUMENT.test(name) && !OTHER_PROJECT.test(target) ? `${target}.md` : ''
}

/** The address of a link in MyST, as others write it. */
export function plainAddress(href: string): string {
  return href.replace(PROJECT, '')
}

/** True for an address with a scheme of MyST. */
export function isSiteAddress(address: string): boolean {
  return SITE_SCHEME.test(address)
}

/** What a link without a text shows as long as the title of its target is unknown. */
export function labelOf(href: string): string {
  const [path = '', fragment = ''] = href.replace(SITE_SCHEME, '').split('#', 2)
  return fragment === '' ? path.replace(MARKDOWN, '') : fragment
}
