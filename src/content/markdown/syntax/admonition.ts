/**
 * Lines for a site generator instead of Markdown: admonitions in all their
 * notations, tabs, includes, shortcodes. Their titles are text, their markup is
 * not.
 */
import type { ScanBudget } from './scan-budget.ts'
import type { Fence } from './starts.ts'
import { readAttributes } from './tag.ts'

/** The line that opens an admonition. */
export interface AdmonitionLine {
  /** Markdown of the title, null without one. */
  readonly title: string | null
}

const NO_TITLE: AdmonitionLine = { title: null }

const CONTAINER_DIRECTIVE = /^:{3,}(?!:)/
const LEAF_DIRECTIVE = /^::(?=[A-Za-z][\w-]*[[{])/
/** The type of an admonition: `tip`, `{.callout-tip}`, `{note}`. */
const DIRECTIVE_NAME = /^(?:[A-Za-z][\w-]*|\{[^{}]{0,200}\})/
const INDENTED = /^(?:!!!|\?\?\?\+?)[ \t]+[A-Za-z][\w -]*(?:"|$)|^===[!+]?[ \t]+"/
const ALERT = /^\[!([A-Za-z][\w-]{0,40})\][+-]?(?=\s|$)/
const HIGHLIGHT = /^\{(\{[<%]|%)-?[ \t]*highlight[ \t]+["']?([\w+#-]*)/
const SHORTCODE_MARKS = [['{{<', '>}}'], ['{{%', '%}}'], ['{%', '%}']] as const
/** Included files (VitePress, MkDocs) and tables of contents, which the generator replaces. */
const PLACEHOLDER = /^(?:<<<[ \t].*|--8<--[ \t]*".*"|\[\[_?toc_?\]\]|\[toc\]|\{:?[ \t]*toc[ \t]*\})$/i

/** Parses `:::note[Title]`, `::: tip Title`, `:::`, `::youtube[Title]{#id}`; null for any other line. */
export function directiveLine(text: string): AdmonitionLine | null {
  const line = text.trimEnd()
  const marks = (CONTAINER_DIRECTIVE.exec(line) ?? LEAF_DIRECTIVE.exec(line))?.[0]
  if (marks === undefined) return null
  const named = withoutClosingMarks(line.slice(marks.length)).trim()
  const name = DIRECTIVE_NAME.exec(named)?.[0] ?? ''
  const label = named.slice(name.length).trim()
  if (label.startsWith('[') && label.includes(']')) return { title: label.slice(1, label.lastIndexOf(']')) }
  // `::: {.callout title="…"}` of Quarto, `:::image type="…":::` of Microsoft's docs.
  if (/^[\w-]+=/.test(label)) return { title: readAttributes(label).get('title') ?? null }
  const title = label.endsWith('}') && label.includes('{') ? label.slice(0, label.lastIndexOf('{')).trim() : label
  if (title !== '') return { title }
  return name.startsWith('{') ? { title: readAttributes(name.slice(1, -1)).get('title') ?? null } : NO_TITLE
}

/** Parses `!!! note "Title"`, `???+ tip`, `=== "Tab"`, whose content is indented; null for any other line. */
export function indentedAdmonition(text: string): AdmonitionLine | null {
  const line = text.trimEnd()
  if (!INDENTED.test(line)) return null
  const open = line.indexOf('"')
  const close = line.lastIndexOf('"')
  return close > open + 1 ? { title: line.slice(open + 1, close) } : NO_TITLE
}

/** Parses `[!NOTE]` and `[!tip]- Title` at the start of a quote: the title and the length of its line. */
export function alertLine(text: string): (AdmonitionLine & { readonly length: number }) | null {
  const mark = ALERT.exec(text)?.[0]
  if (mark === undefined) return null
  const lineEnd = text.indexOf('\n')
  const length = lineEnd === -1 ? text.length : lineEnd
  const title = text.slice(mark.length, length).trim()
  return { title: title === '' ? null : title, length }
}

/** True for a line that the generator replaces. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trimEnd())
}

/** The fence `{{< highlight go >}}` of Hugo or `{% highlight ruby %}` of Jekyll; null for any other line. */
export function highlightStart(text: string): Fence | null {
  const match = HIGHLIGHT.exec(text)
  if (match === null) return null
  const tag = match[1] === '%' ? 'endhighlight' : '/highlight'
  return text.includes(tag) ? null : { end: { tag }, info: match[2] ?? '' }
}

/** Offset after the `{{< … >}}`, `{{% … %}}` or `{% … %}` at `at`, -1 without one. */
export function endOfShortcode(text: string, at: number, budget: ScanBudget): number {
  const marks = SHORTCODE_MARKS.find(([open]) => text.startsWith(open, at))
  if (marks === undefined) return -1
  const end = budget.indexOf(text, marks[1], at + 2)
  return end === -1 ? -1 : end + marks[1].length
}

/** `:::image …:::` ends as it starts. */
function withoutClosingMarks(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ':') end -= 1
  return line.length - end >= 3 ? line.slice(0, end) : line
}
