/**
 * Lines for a site generator instead of Markdown: admonitions in all their notations, tabs, includes, shortcodes. Their
 * titles are text, their markup is not.
 */
import { words } from '../../html/tree.ts'
import type { BlockStart } from '../../structure/element.ts'
import { literalOf } from '../syntax/mdx.ts'
import type { ScanBudget } from '../../offset.ts'
import { type Fence, fenceStart } from '../syntax/fence.ts'
import { readAttributes } from '../syntax/tag.ts'
import { pairedStarts, unfencedLines } from './line-pairs.ts'
import { labelOf } from './myst.ts'

/** The line that opens an admonition or tab whose content is indented. */
interface AdmonitionLine {
  readonly element: BlockStart
  /** Markdown of the title, null without one. */
  readonly title: string | null
}

/** The line that opens or ends a directive. */
export type DirectiveLine =
  /** `element`: null if it only groups. `marks`: the characters that end it, too, such as `:::`. */
  | (Omit<AdmonitionLine, 'element'> & {
    readonly type: 'start'
    readonly marks: string
    readonly element: BlockStart | null
  })
  | { readonly type: 'end'; readonly marks: string }
  /** Without content. */
  | { readonly type: 'leaf'; readonly title: string | null }

const CONTAINER_DIRECTIVE = /^:{3,}(?!:)/
const LEAF_DIRECTIVE = /^::(?=[A-Za-z][\w-]*[[{])/
/** `:::image …:::` ends as it starts. */
const CLOSING_MARKS = /(?<!:):{3,}$/
/** The type of an admonition: `tip`, `{.callout-tip}`, `{note}`. */
const DIRECTIVE_NAME = /^(?:[A-Za-z][\w-]*|\{[^{}]{0,200}\})/
/** A type and at most 20 classes, then a title in quotes. */
const INDENTED = /^(?:!!!|\?\?\?\+?)[ \t]*([A-Za-z][\w-]*)(?: +[\w-]+){0,20}(?: +"(.*)")?$|^===[!+]?[ \t]+"(.*)"$/
/** A block of MkDocs ("Blocks" of PyMdown Extensions): `/// note | Title`, `///`. */
const SLASH_BLOCK = /^(\/{3,})[ \t]*(?:([a-z][\w-]*)[ \t]*(?:\|(.*))?)?$/
const HAS_SLASH_END = /^[ \t>]*\/{3,}[ \t]*$/m
/** The next tab of `::: tabs`; around others it may have more marks. */
const TAB_LINE = /^(?:={2,}|@tab(?::active)?)[ \t]+(?=\S)/
const ALERT = /^\[!([A-Za-z][\w-]{0,40})\][+-]?(?=\s|$)/
/**
 * Shortcodes whose content is code, in the language that they name, and all of Hugo that name one, as `{{< text bash >}}`
 * and `{{< run lang="sh" >}}` do: Hugo renders nothing within `{{< … >}}`. The code of `code-toggle` of Hugo's docs is
 * YAML; what `{% set code %}` of Eleventy's docs and `{% capture code %}` of Liquid keep for later has no language.
 */
const CODE_SHORTCODE = new RegExp(
  '^\\{(?:(%)|\\{[<%])-?[ \\t]*(?![ \\t])(highlight|code(?:-?block|-toggle)?|(?:set|capture)(?=[ \\t]+\\w+[ \\t]*-?%)|' +
    '(?<=\\{\\{<[ \\t]*)(?!tab)[\\w-]{1,60}(?=[^>]{0,200}\\slang(?:uage)?=|[ \\t]+' +
    '(?:bash|sh|shell|console|powershell|yaml|json|toml|xml|go|js|ts|python|sql)[ \\t]))(?![\\w-])([^>%]*)',
)
const CODE_LANGUAGE = /^\s*["']?([\w+#-]+)(?![\w="'+#-]*=)|\blang(?:uage)?=["']?([\w+#-]+)/
const END_TAG = /(?:\/[ \t]{0,9}|end)[\w-]{1,60}/g
/** Lines of one shortcode. */
const MAX_SHORTCODE_LINES = 60
const SHORTCODE_MARKS = [['{{<', '>}}'], ['{{%', '%}}'], ['{%', '%}']] as const
/**
 * Included files (VitePress; PyMdown's snippets, markdown-include and markdown-include-variants of MkDocs) and tables
 * of contents, which the generator replaces; attribute lists that kramdown can't read, of which it shows nothing; and
 * the meanings of abbreviations (python-markdown.github.io/extensions/abbreviations, kramdown).
 */
const PLACEHOLDERS = [
  /<<<[ \t].*/, /\{\*[ \t].*[ \t]\*\}/, /\[\[_?toc_?\]\]|\[toc\]|\{:?[ \t]*toc[ \t]*\}/, /\{:[ \t.#][^{}]*\}/,
  /\*\[[^\][]{1,200}\]:.*/,
]
const PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDERS.map(({ source }) => source).join('|')})$`, 'i')
/** Double braces of Vue, Jinja, Nunjucks and Liquid, not of Hugo: a value, or a call such as `{{ tabs("npm") }}`. */
const BRACES = /^\{\{(?!<)([^]{1,2000})(?<!%)\}\}$/
/** Of a call, an index, a filter, a preprocessor of mdBook. A lone name may be the subject of the page: `{{each}}`. */
const COMPUTES = /[([|]|^%/
/** Includes that MkDocs replaces in code as well. */
const INCLUDE = /^(?:-+8<-+[ \t]*(?:".*"|'.*')|\{!.*!\})$/

/** Kinds of callouts. */
export const CALLOUTS = words(`abstract attention bug caution check danger error example failure faq help hint
  important info note question quote seealso success summary tip tldr todo warning`)
/** Names without a kind of their own. */
const NOTES = words('admonition alert aside callout')
const DETAILS = words('accordion collapse collapsible details dropdown spoiler toggle')
const TABS = words('code-group code-tabs tab-set tabs')
const TABS_ITEM = words('tab tab-item')
/** `note` of `{note}`, `callout-tip` of `{.callout-tip title="…"}`. */
const NAME = /^\{?\s*\.?([\w-]+)/

/** Parses `:::note[Title]`, `::: tip Title`, `:::`, `::youtube[Title]{#id}`; null for any other line. */
export function directiveLine(text: string): DirectiveLine | null {
  const line = text.trimEnd()
  const marks = CONTAINER_DIRECTIVE.exec(line)?.[0]
  const start = marks ?? LEAF_DIRECTIVE.exec(line)?.[0]
  if (start === undefined) return null
  const content = line.slice(start.length).replace(CLOSING_MARKS, '')
  const source = content.trim()
  const name = DIRECTIVE_NAME.exec(source)?.[0] ?? ''
  const title = directiveTitle(name, source.slice(name.length).trim())
  // `:::image …:::` of Microsoft's docs ends on its line.
  if (marks === undefined || content.length < line.length - marks.length) return { type: 'leaf', title }
  if (source === '' || name.endsWith('-end')) return { type: 'end', marks }
  const element = directiveElement(name, title)
  return { type: 'start', marks, element, title: element?.type === 'tabs' ? null : title }
}

/** Parses `/// note | Title`, `/// html | div`, which names an element, and `///`; null for any other line. */
export function slashBlockLine(text: string): Exclude<DirectiveLine, { type: 'leaf' }> | null {
  const [, marks, name, header = ''] = SLASH_BLOCK.exec(text.trimEnd()) ?? []
  if (marks === undefined) return null
  if (name === undefined) return { type: 'end', marks }
  const title = header.trim() === '' || name === 'html' ? null : header.trim()
  return { type: 'start', marks, element: directiveElement(name, title), title }
}

/** Finds the blocks between slashes that have an end: their marks by the index of their first line. */
export function findSlashBlocks(page: string, lines: readonly string[]): ReadonlyMap<number, string> {
  return HAS_SLASH_END.test(page) ? pairedStarts(unfencedLines(lines), slashBlockLine) : new Map()
}

function directiveTitle(name: string, label: string): string | null {
  if (label.startsWith('[') && label.includes(']')) return label.slice(1, label.lastIndexOf(']'))
  // `::: {.callout title="…"}` of Quarto, `:::image type="…":::` of Microsoft's docs.
  if (/^[\w-]+=/.test(label)) return readAttributes(label).get('title') ?? null
  // All of it may be one list: `::: incorrect { "a": { "b": true } }`.
  const list = label.startsWith('{') ? 0 : label.lastIndexOf('{')
  const title = label.endsWith('}') && list !== -1 ? label.slice(0, list).trim() : label
  if (title !== '') return title
  return name.startsWith('{') ? (readAttributes(name.slice(1, -1)).get('title') ?? null) : null
}

/** The label of `== Tab` and `@tab Tab` inside of `::: tabs`; null for any other line. */
export function tabLine(text: string): string | null {
  const marks = TAB_LINE.exec(text)?.[0]
  return marks === undefined ? null : text.slice(marks.length).trimEnd()
}

/**
 * Parses `!!! note "Title"`, `???+ tip`, `=== "Tab"`, whose content is indented; null for any other line. `isCertain`:
 * true for one with a title in quotes, which may be empty, or with a type alone. Others may be a sentence.
 */
export function indentedAdmonition(text: string): (AdmonitionLine & { readonly isCertain: boolean }) | null {
  const match = INDENTED.exec(text.trimEnd())
  if (match === null) return null
  const [line, type, quoted, tab] = match
  const label = quoted ?? tab
  const isCertain = label !== undefined || /^\S+[ \t]+[a-z]+$/.test(line)
  const title = { title: label === undefined || label === '' ? null : label, isCertain }
  if (type === undefined) return { element: { type: 'tab' }, ...title }
  if (line.startsWith('?')) return { element: { type: 'details' }, ...title }
  return { element: { type: 'callout', kind: type.toLowerCase() }, ...title }
}

/** Parses `[!NOTE]` and `[!tip]- Title` at the start of a quote: the kind in lower case, title, length of the line. */
export function alertLine(
  text: string,
): { readonly kind: string; readonly title: string | null; readonly length: number } | null {
  const [mark = '', kind] = ALERT.exec(text) ?? []
  if (kind === undefined) return null
  const lineEnd = text.indexOf('\n')
  const length = lineEnd === -1 ? text.length : lineEnd
  const title = text.slice(mark.length, length).trim()
  return { kind: kind.toLowerCase(), title: title === '' ? null : title, length }
}

/** True for a line that the generator replaces. */
export function isPlaceholder(text: string): boolean {
  const line = text.trimEnd()
  return PLACEHOLDER.test(line) || INCLUDE.test(line)
}

/** True for a text that is nothing but one computed value, which only the generator knows. */
export function isInterpolation(text: string): boolean {
  const expression = BRACES.exec(text)?.[1]
  if (expression === undefined || expression.includes('{{')) return false
  return COMPUTES.test(expression) && literalOf(expression) === null
}

/** True for code of files that MkDocs includes; nothing of it is in the page. */
export function isIncludedCode(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '')
  return written.length > 0 && written.every((line) => INCLUDE.test(line.trim()))
}

/**
 * The fence `{{< highlight go >}}` of Hugo or `{% highlight ruby %}` of Jekyll; null for any other line, such as a
 * `{{< code >}}` around fences. `hasEnd`: true if a later line of the page has the tag that ends it; `below`: the lines
 * after it.
 */
export function codeShortcode(
  text: string,
  hasEnd: (tag: string) => boolean,
  below: () => readonly string[],
): Fence | null {
  const [, liquid, name, args = ''] = text.startsWith('{') ? (CODE_SHORTCODE.exec(text) ?? []) : []
  if (name === undefined) return null
  const tag = liquid === undefined ? `/${name}` : `end${name}`
  if (text.includes(tag) || args.trimEnd().endsWith('/') || !hasEnd(tag)) return null
  const [, word, lang] = CODE_LANGUAGE.exec(args) ?? []
  const isFirstFence = () => fenceStart(below().map((line) => line.trim()).find((line) => line !== '') ?? '') !== null
  if (name === 'code' && (word ?? lang) === undefined && isFirstFence()) return null
  if (name === 'capture' && !isIncludedAsCode(word ?? '', below())) return null
  const isKept = name === 'set' || name === 'capture'
  const isOfHexo = liquid !== undefined && /^code(?:block)?$/.test(name)
  const info = (isOfHexo ? hexoInfo(args) : null) ?? word ?? lang ?? ''
  return { end: { tag }, info: name === 'code-toggle' ? 'yaml' : isKept ? '' : info }
}

/** The end tags of shortcodes, `/code` and `endcode`, each with the index of the last line that has it. */
export function findEndTags(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap((line, index) => {
    if (!line.includes('{%') && !line.includes('{{<')) return []
    return [...line.matchAll(END_TAG)].map(([tag]) => [tag.replace(/[ \t]+/, ''), index] as const)
  }))
}

/** `Title lang:js first_line:5 https://a.b More` of code in Hexo; null for a lone word, and for other attributes. */
function hexoInfo(args: string): string | null {
  const words = args.trim().split(/\s+/)
  if (args.includes('=') || (words.length === 1 && !/[.:]/.test(args))) return null
  const lang = words.flatMap((word) => /^lang:(\S+)/.exec(word)?.[1] ?? [])[0] ?? ''
  const title = words.filter((word) => !/^\w+:/.test(word)).join(' ').replaceAll('"', "'")
  return title === '' ? lang : `${lang} title="${title}"`
}

/** What readers see of a tag of Hexo, which has no names of attributes (hexo.io/docs/tag-plugins). */
export function hexoAttributes(source: string): ReadonlyMap<string, string> {
  const [name = '', ...words] = source.slice(2, -2).trim().split(/\s+/)
  const isPost = name === 'post_link'
  if (words.length === 0 || (!isPost && !/^(?:block)?quote$/.test(name))) return new Map()
  const href = isPost ? `/_posts/${words.shift()}.md` : (words.find((word) => /^https?:/.test(word)) ?? '')
  const text = words.filter((word) => word !== href).join(' ').replace(/ (?:true|false)$/, '')
  const label = text.replace(/^(["'])(.*)\1$/, '$2')
  if (/["=]/.test(label)) return new Map()
  return new Map([['label', label || (isPost ? labelOf(href) : '')], ['href', href]])
}

/** True for a text that an include with a name of code shows: `{% include code-block.html rest=name %}`. */
function isIncludedAsCode(name: string, lines: readonly string[]): boolean {
  const include = /\{%-?\s*include\s+\S{0,100}code\S{0,100}\s([^%]{0,2000})%\}/gi
  return [...lines.join('\n').matchAll(include)].some(([, given = '']) => given.split(/[\s=]+/).includes(name))
}

/** Number of lines of the shortcode that starts with the first of some lines and ends with the last; 0 without one. */
export function shortcodeLines(lines: readonly string[], from: number): number {
  const marks = SHORTCODE_MARKS.find(([open]) => lines[from]?.trimStart().startsWith(open))
  if (marks === undefined) return 0
  const length = lines.slice(from, from + MAX_SHORTCODE_LINES).findIndex((line) => line.includes(marks[1]))
  return lines[from + length]?.trimEnd().endsWith(marks[1]) === true ? length + 1 : 0
}

/** Offset after the `{{< … >}}`, `{{% … %}}` or `{% … %}` at `at`, -1 without one. */
export function endOfShortcode(text: string, at: number, budget: ScanBudget): number {
  const marks = SHORTCODE_MARKS.find(([open]) => text.startsWith(open, at))
  if (marks === undefined) return -1
  const end = budget.indexOf(text, marks[1], at + 2)
  return end === -1 ? -1 : end + marks[1].length
}

/** The element of `:::name`, null if it only groups or styles. A title makes a callout of a name that is unknown. */
function directiveElement(source: string, title: string | null): BlockStart | null {
  const name = (NAME.exec(source)?.[1] ?? '').toLowerCase().replace(/^callout-/, '')
  if (DETAILS.has(name)) return { type: 'details' }
  if (TABS.has(name)) return { type: 'tabs' }
  if (TABS_ITEM.has(name)) return { type: 'tab' }
  if (NOTES.has(name)) return { type: 'callout', kind: 'note' }
  return CALLOUTS.has(name) || (title !== null && name !== '') ? { type: 'callout', kind: name } : null
}
