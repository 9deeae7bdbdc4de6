/**
 * Lines that belong to a site generator and not to Markdown: the many ways to
 * write an admonition, tabs, includes, shortcodes. Their titles are text, their
 * marks are not.
 */
import type { ScanBudget } from './scan-budget.ts'
import type { Fence } from './starts.ts'
import { readAttributes } from './tag.ts'

export interface TitledLine {
  /** Markdown of the title, null where there is none. */
  readonly title: string | null
}

const NO_TITLE: TitledLine = { title: null }

const CONTAINER_DIRECTIVE = /^:{3,}(?!:)/
const LEAF_DIRECTIVE = /^::(?=[A-Za-z][\w-]*[[{])/
/** `tip`, `{.callout-tip}`, `{note}`: what kind of admonition it is. */
const DIRECTIVE_NAME = /^(?:[A-Za-z][\w-]*|\{[^{}]{0,200}\})/
const INDENTED = /^(?:!!!|\?\?\?\+?)[ \t]+[A-Za-z][\w -]*(?:"|$)|^===[!+]?[ \t]+"/
const ALERT = /^\[!([A-Za-z][\w-]{0,40})\][+-]?(?=\s|$)/
const HIGHLIGHT = /^\{(\{[<%]|%)-?[ \t]*highlight[ \t]+["']?([\w+#-]*)/
const SHORTCODE_MARKS = [['{{<', '>}}'], ['{{%', '%}}'], ['{%', '%}']] as const
/** Included files (VitePress, MkDocs) and tables of contents, where the generator puts something else. */
const PLACEHOLDER = /^(?:<<<[ \t].*|--8<--[ \t]*".*"|\[\[_?toc_?\]\]|\[toc\]|\{:?[ \t]*toc[ \t]*\})$/i

/** `:::note[Title]`, `::: tip Title`, `:::`, `::youtube[Title]{#id}`; null for any other line. */
export function directiveLine(text: string): TitledLine | null {
  const line = text.trimEnd()
  const marks = (CONTAINER_DIRECTIVE.exec(line) ?? LEAF_DIRECTIVE.exec(line))?.[0]
  if (marks === undefined) return null
  const named = withoutClosingMarks(line.slice(marks.length)).trim()
  const name = DIRECTIVE_NAME.exec(named)?.[0] ?? ''
  const rest = named.slice(name.length).trim()
  if (rest.startsWith('[') && rest.includes(']')) return { title: rest.slice(1, rest.lastIndexOf(']')) }
  // `::: {.callout title="…"}` of Quarto, `:::image type="…":::` of Microsoft's docs.
  if (/^[\w-]+=/.test(rest)) return { title: readAttributes(rest).get('title') ?? null }
  const title = rest.endsWith('}') && rest.includes('{') ? rest.slice(0, rest.lastIndexOf('{')).trim() : rest
  if (title !== '') return { title }
  return name.startsWith('{') ? { title: readAttributes(name.slice(1, -1)).get('title') ?? null } : NO_TITLE
}

/** `!!! note "Title"`, `???+ tip`, `=== "Tab"`: what is indented below belongs to them. */
export function indentedAdmonition(text: string): TitledLine | null {
  const line = text.trimEnd()
  if (!INDENTED.test(line)) return null
  const open = line.indexOf('"')
  const close = line.lastIndexOf('"')
  return close > open + 1 ? { title: line.slice(open + 1, close) } : NO_TITLE
}

/** `[!NOTE]` and `[!tip]- Title` at the start of a quote: the title and the length of its line. */
export function alertLine(text: string): (TitledLine & { readonly length: number }) | null {
  const mark = ALERT.exec(text)?.[0]
  if (mark === undefined) return null
  const lineEnd = text.indexOf('\n')
  const length = lineEnd === -1 ? text.length : lineEnd
  const title = text.slice(mark.length, length).trim()
  return { title: title === '' ? null : title, length }
}

/** A line that stands for something the page doesn't hold. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trimEnd())
}

/** `{{< highlight go >}}` of Hugo and `{% highlight ruby %}` of Jekyll: a fence for code in other clothes. */
export function highlightStart(text: string): Fence | null {
  const match = HIGHLIGHT.exec(text)
  if (match === null) return null
  const tag = match[1] === '%' ? 'endhighlight' : '/highlight'
  return text.includes(tag) ? null : { end: { tag }, info: match[2]! }
}

/** Offset behind the `{{< … >}}`, `{{% … %}}` or `{% … %}` at `at`, -1 where none is. */
export function endOfShortcode(text: string, at: number, budget: ScanBudget): number {
  const marks = SHORTCODE_MARKS.find(([open]) => text.startsWith(open, at))
  if (marks === undefined) return -1
  const found = budget.indexOf(text, marks[1], at + 2)
  return found === -1 ? -1 : found + marks[1].length
}

/** `:::image …:::` ends as it starts. */
function withoutClosingMarks(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ':') end -= 1
  return line.length - end >= 3 ? line.slice(0, end) : line
}
