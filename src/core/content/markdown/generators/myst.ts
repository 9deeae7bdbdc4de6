/**
 * Notation of MyST. Directives -> containers and fences as other generators have them, each on its own lines: notes are
 * no code, options no text but for the name, which is an id; and `toctree`, which is the menu of the site and no text
 * either, whoever reads the page. Sources: myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html,
 * sphinx-design.readthedocs.io and sphinx-doc.org/en/master/usage/restructuredtext/directives.html#table-of-contents.
 * Directives that are not listed stay as they are.
 *
 * Roles, `` {ref}`Title <label>` `` in a sentence -> the link, code or text that readers see, and the labels of links
 * without a text, for which Sphinx shows the title of their target. Sources:
 * myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html, sphinx-doc.org/en/master/usage/referencing.html
 * and /usage/restructuredtext/roles.html.
 */
import { docutilsSlug } from '../../generators/heading-ids.ts'
import type { Toctree } from '../../generators/site-rules.ts'
import { matchAt } from '../../offset.ts'
import { findCode } from './line-pairs.ts'

/** Lines of options of one directive. */
const MAX_OPTIONS = 60
/** Lists of pages on one page. */
const MAX_TOCTREES = 100

const DIRECTIVE = /^([ \t>]*)(`{3,}|~{3,}|:{3,})\{([\w:.+-]{1,60})\}[ \t]*(.*)/
const FENCE = /^[ \t>]*(?:[-*+][ \t]+){0,3}(`{3,}(?=[^`]*$)|~{3,}|:{3,})(.*)/
/** `:name: value`, in mystmd `:label:`, and a further line of its value. */
const OPTION = /^[ \t>]*:(?:[A-Za-z][\w-]*:)?(?:[ \t].*)?$/
const NAME = /^[ \t>]*:?(?:name|label):[ \t]*(\S.*)$/
/** Not one of several lines. */
const CAPTION = /^[ \t>]*:?(?:caption|filename):[ \t]*([^\s|>"`][^"`]*)$/
const ALT = /^[ \t>]*:?alt:[ \t]*([^\s|>][^[\]]*)$/
/** Between the header, the body and the footer of a card. */
const BREAK = '+++'
/** Between cells, with what is known of the next: `+++ {"tags": ["a"]}`, `+++ part two`. */
const CELL_BREAK = /^ {0,3}\+{3}/
/** The line before and after options in YAML. */
const YAML_BOUND = /^[ \t>]*-{3}[ \t]*$/

/** Code in the language that follows, formulas, and tests (sphinx-doc.org/en/master/usage/extensions/doctest.html). */
const CODE = /^(?:code|code-block|code-cell|math|sourcecode|test(?:setup|cleanup|code|output)|doctest)$/
const LANGUAGE: Readonly<Record<string, string>> = {
  math: 'math', testcode: 'python', testoutput: 'text', doctest: 'pycon',
}
/** Code that is run and not shown, and notes to authors: sphinx-doc.org/en/master/usage/extensions/todo.html */
const HIDDEN = /^(?:test(?:setup|cleanup)|todo)$/
/** A tag that pages in HTML have: sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-only */
const HTML_TAG = /^(?:not\s+)?(?:(?:format|builder)_)?html$/
/** Options of code that is not shown: myst-nb.readthedocs.io/en/latest/render/hiding.html */
const HIDES = /^[ \t>]*:?(?:hide:[ \t]*$|tags:.*\bremove[-_](?:cell|input)\b)|^[ \t>]*-[ \t]+remove[-_](?:cell|input)[ \t]*$/
/** What Sphinx makes of other pages, and settings. */
const NO_TEXT = new RegExp(
  '^(?:contents|tableofcontents|bibliography|highlight|(?:\\w+:)?currentmodule|default-(?:domain|role)|' +
    '(?:section|code)author|index|meta|todolist|embed|toctree)$',
)
/**
 * Names whose content is text: those whose words are a title, also of sphinx-proof.readthedocs.io and
 * ebp-sphinx-exercise.readthedocs.io, and those whose words name a layout, file, format or target.
 */
const TITLED = new RegExp(
  '^(?:note|tip|hint|important|warning|attention|caution|danger|error|seealso|admonition|topic|sidebar|dropdown|' +
    'tab-item|card|grid-item-card|version(?:added|changed|removed)|deprecated|aside|margin|exercise|solution|prf:[a-z]+)$',
)
const UNTITLED =
  /^(?:div|container|grid|grid-item|card-carousel|tab-set|image|figure|button-(?:ref|link)|only|raw|epigraph|pull-quote|glossary)$/
/** Those that describe an object, whose words are its signature: sphinx-doc.org/en/master/usage/domains */
const DESCRIPTION = /^(?:(?!prf:)\w+:(?!auto|(?:current)?module$|namespace|index$)[\w-]+|describe|object|option|envvar|confval)$/
/** Those of a project's own, whose options it may show. */
const OWN_DOMAIN = /^(?!(?:py|c|cpp|js|rst|std|math|prf):)\w+:/
/** Those whose words are a text above it. */
const CAPTIONED = /^(?:table|list-table|rubric|centered)$/

/** An option of `toctree`, and `Title <path>`, as authors name a page in it; the same in reStructuredText. */
const TOCTREE_OPTION = /^:?(\w+):[ \t]*(.*)/
const TITLED_PAGE = /^([^<>]*\S)\s+<([^<>\s]+)>$/
const REST_TOCTREE = /^([ \t]*)\.\.[ \t]+toctree::.*\n((?:(?:\1[ \t]+\S.*|[ \t]*)\n)*)/gm
const REST_TITLE = /^([^\s\w])\1.*\n[ \t]*(\S.*)\n\1|^(\S.*)\n([^\s\w])\4/m

/** A directive or code that is open, and the marks that end it now. */
interface Open {
  readonly marks: string
  readonly written: string
  /** True for what holds no directives: in code they are examples. */
  readonly isCode: boolean
  /** Takes out what is no text, when the line at an index ends it; null for all others. */
  readonly take: ((at: number) => void) | null
}

/**
 * The text without notations of MyST that others don't have, and its lists of pages; one without an end is text.
 * `isMyst`: true if Sphinx makes the page, where `+++` separates cells.
 */
export function takeMyst(
  text: string,
  isMyst: boolean,
): { readonly text: string; readonly toctrees: readonly Toctree[] } {
  const toctrees: Toctree[] = []
  if (!/[`~:]{3}\{/.test(text) && !(isMyst && text.includes(BREAK))) return { text, toctrees }
  const lines = text.split('\n')
  const code = findCode(lines)
  const open: Open[] = []
  const leaveOut = (from: number) => (at: number) => void lines.fill('', from, at + 1)
  const takeComments = (from: number) => (at: number) => {
    toctrees.push(...readRestOutline(lines.slice(from + 1, at).join('\n')).toctrees)
    blankRestComments(lines, from + 1, at)
  }
  const takeList = (from: number) => (at: number) => {
    toctrees.push(readToctree(lines.slice(from + 1, at).map((line) => line.trim())))
    leaveOut(from)(at)
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? []
    const inner = open.at(-1)
    const isBreak = inner === undefined ? isMyst && CELL_BREAK.test(line) : !inner.isCode && line.trim() === BREAK
    if (isBreak) lines[at] = ''
    if (marks === '' || code[at]?.startsWith('indented')) continue
    if (inner !== undefined && marks.startsWith(inner.marks) && rest.trim() === '') {
      open.pop()
      lines[at] = line.replace(marks, inner.written)
      inner.take?.(at)
    } else if (inner?.isCode !== true) {
      const [, before = '', , written = '', words = ''] = DIRECTIVE.exec(line) ?? []
      const name = written.toLowerCase()
      const options = name === '' || OWN_DOMAIN.test(name) ? [] : lines.slice(at + 1, at + 1 + optionsAfter(lines, at))
      const directive = rewrite(name, words, options)
      if (directive !== null) {
        const { mark, start, target, isCode, isHidden } = directive
        const marksBelow = mark.repeat(marks.length)
        const take = isHidden ? leaveOut(at) : null
        lines.fill(before, at, at + options.length)
        if (target !== '') lines[at] = `${before}${target}`
        at += options.length
        lines[at] = `${before}${marksBelow}${start}`.trimEnd()
        open.push({ marks, written: marksBelow, isCode, take })
      } else {
        const take = name === 'toctree' && toctrees.length < MAX_TOCTREES ? takeList(at)
          : NO_TEXT.test(name) ? leaveOut(at) : name === 'eval-rst' ? takeComments(at) : null
        if (take !== null || !marks.startsWith(':')) open.push({ marks, written: marks, isCode: true, take })
      }
    }
  }
  return { text: lines.join('\n'), toctrees }
}

/**
 * What others write for a directive with these words and options; null for one that stays as it is. `mark`: the
 * character of its marks, empty for none; `start`: what follows them; `target`: the line above that names it, empty for
 * none.
 */
function rewrite(name: string, words: string, options: readonly string[]) {
  const id = docutilsSlug(options.flatMap((line) => NAME.exec(line)?.[1] ?? [])[0] ?? '')
  const target = id === '' ? '' : `(${id})=`
  const isHidden = isForOthers(name, words)
  const plain = { target, isCode: false, isHidden }
  if (CODE.test(name)) {
    const isRun = isHidden || options.some((line) => HIDES.test(line))
    const caption = options.flatMap((line) => CAPTION.exec(line)?.[1] ?? [])[0]
    const start = `${LANGUAGE[name] ?? words}${caption === undefined ? '' : ` title="${caption}"`}`
    return { ...plain, mark: '`', start, isCode: true, isHidden: isRun }
  }
  if (CAPTIONED.test(name)) return { ...plain, mark: '', start: words }
  if (DESCRIPTION.test(name)) return { ...plain, mark: '', start: words.replace(/^[^`]+$/, '`$&`') }
  if (!TITLED.test(name) && !UNTITLED.test(name) && !isHidden) return null
  const list = id === '' ? '' : ` {#${id}}`
  const alt = options.flatMap((line) => ALT.exec(line)?.[1] ?? [])[0]
  const start = `${name.replace('prf:', '')} ${UNTITLED.test(name) ? '' : words}${list}`
  return { ...plain, mark: ':', start, target: alt === undefined ? '' : `![${alt}](${words})` }
}

/** A comment, with the lines that are indented below it, or a directive; not a target, note or substitution. */
const REST_START = /^[ \t>]*\.\.(?:[ \t]+(?![_|[])(?:([\w:.+-]+)::[ \t]*(.*))?|$)/

/** Takes comments of reStructuredText out, and directives that are none of the page's text. */
function blankRestComments(lines: string[], from: number, to: number): void {
  let indent = -1
  for (let at = from; at < to; at += 1) {
    const start = lines[at]?.search(/\S/) ?? -1
    if (start !== -1 && start <= indent) indent = -1
    const [mark, name, words = ''] = indent === -1 ? (REST_START.exec(lines[at] ?? '') ?? []) : []
    if (mark !== undefined && (name === undefined || NO_TEXT.test(name) || isForOthers(name, words))) indent = start
    if (indent !== -1) lines[at] = ''
  }
}

/** True for a directive with what only authors see, or readers of other formats. */
function isForOthers(name: string, words: string): boolean {
  return HIDDEN.test(name) || ((name === 'only' || name === 'raw') && !isForHtml(words))
}

/** True for an expression of tags that holds for pages in HTML, if the project sets none of its own. */
function isForHtml(expression: string): boolean {
  const holds = (term: string) => HTML_TAG.test(term) !== term.startsWith('not ')
  return expression.split(/\bor\b/).some((part) => part.split(/\band\b/).every((term) => holds(term.trim())))
}

/** The title of a page in reStructuredText, null without one, and its lists of pages. */
export function readRestOutline(text: string) {
  const [, , between, title = between ?? null] = REST_TITLE.exec(text) ?? []
  const found = [...`${text}\n`.matchAll(REST_TOCTREE)].slice(0, MAX_TOCTREES)
  return { title, toctrees: found.map(([, , body = '']) => readToctree(body.split('\n').map((line) => line.trim()))) }
}

function readToctree(lines: readonly string[]): Toctree {
  const stated = optionsAfter(lines, -1)
  const options = new Map(lines.slice(0, stated).flatMap((line) => {
    const [, name, value = ''] = TOCTREE_OPTION.exec(line) ?? []
    return name === undefined ? [] : [[name, value.trim()] as const]
  }))
  const entries = lines.slice(stated).filter((line) => line !== '').map((line) => {
    const [, label = null, target = line] = TITLED_PAGE.exec(line) ?? []
    return { target, label }
  })
  return {
    caption: options.get('caption') || null, isGlob: options.has('glob'), isReversed: options.has('reversed'), entries,
  }
}

function optionsAfter(lines: readonly string[], at: number): number {
  const next = lines.slice(at + 1, at + 1 + MAX_OPTIONS)
  if (YAML_BOUND.test(next[0] ?? '')) return next.findIndex((line, i) => i > 0 && YAML_BOUND.test(line)) + 1
  const end = next.findIndex((line) => !OPTION.test(line))
  return end === -1 ? next.length : end
}

const ROLE = /\{([A-Za-z][\w.+-]{0,40}(?::[\w.+-]{1,40}){0,2})\}(`{1,9})([^`]{1,2000})\2(?!`)/y
const TITLED_ROLE = /^([^]*\S)\s*<([^<>]+)>$/
/** The domain that Sphinx adds by itself. */
const STANDARD = /^std:/
/** Roles of a target, and that of a page. */
const TARGET = /^(?:ref|numref|any)$/
const DOCUMENT = 'doc'
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
const SITE_SCHEME = /^(?:project|path):/

/** What a role stands for, and the offset after it. */
interface Role {
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
  const name = written.replace(STANDARD, '').toLowerCase()
  const [, title = '', target = content] = TITLED_ROLE.exec(content) ?? []
  const shown = (title || target).trim()
  const href = addressOf(name, target.trim())
  if (href !== '') return { type: 'link', text: title === '' ? labelOf(href) : shown, href, end }
  if (ICON.test(name)) return { type: 'text', text: '', href, end }
  const isText = TEXT.test(name) || TARGET.test(name) || name === DOCUMENT
  if (isText) return { type: 'text', text: shown.replaceAll('-->', '‣'), href, end }
  const code = shown.replace(CODE_MARK, '')
  const hasBrackets = !FUNCTION.test(name) || title !== '' || code.endsWith(')')
  return { type: 'code', text: hasBrackets ? code : `${code}()`, href, end }
}

function addressOf(name: string, target: string): string {
  if (TARGET.test(name)) return `#${target}`
  if (name === 'download') return target
  return name === DOCUMENT && !OTHER_PROJECT.test(target) ? `${target}.md` : ''
}

/** The address of a link in MyST, as others write it. */
export function plainAddress(href: string): string {
  return href.replace(/^project:/, '')
}

/** True for an address with a scheme of MyST. */
export function isSiteAddress(address: string): boolean {
  return SITE_SCHEME.test(address)
}

/** What a link without a text shows as long as the title of its target is unknown. */
export function labelOf(href: string): string {
  const [path = '', fragment = ''] = href.replace(SITE_SCHEME, '').split('#', 2)
  return fragment === '' ? path.replace(/\.md$/, '') : fragment
}
