/**
 * Which lines of Markdown are HTML: CommonMark 4.6, its seven kinds. Comments,
 * scripts and the like reach to their own end, anything else to a blank line.
 */
import type { ScanBudget } from './scan-budget.ts'
import { endOfHtmlTag } from './tag.ts'

/** Elements whose content is taken as it stands, blank lines too; `<Style>` is a component. */
const VERBATIM = /^<(script|pre|style|textarea|template|svg|SCRIPT|PRE|STYLE|TEXTAREA)(?=[\s>]|$)/
const TAG = /^<\/?([A-Za-z][A-Za-z0-9]*)(?=\s|\/?>|$)/
/** Elements that a reader of the page sees as blocks. */
const BLOCKS = new Set(
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu
  menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track
  ul`.split(/\s+/),
)
const LETTER = /[A-Za-z]/
const COMPONENT_TAG = /^<\/?[A-Z][A-Za-z0-9.]*[a-z]/

/** `mark` ends the block on its line; null where a blank line does. */
export interface HtmlStart {
  readonly endMark: string | null
  /** A component's tag on a line of its own; Markdown may follow right below. */
  readonly isOneLine: boolean
}

const UNTIL_BLANK: HtmlStart = { endMark: null, isOneLine: false }

export interface HtmlPlace {
  /** Whether the line would interrupt a paragraph. */
  readonly isInParagraph: boolean
  readonly budget: ScanBudget
}

/** What HTML a line opens, without the white space before it. */
export function htmlStart(text: string, { isInParagraph, budget }: HtmlPlace): HtmlStart | null {
  if (text[0] !== '<') return null
  const verbatim = verbatimStart(text)
  if (verbatim !== null) return verbatim
  if (BLOCKS.has(TAG.exec(text)?.[1]?.toLowerCase() ?? '')) return UNTIL_BLANK
  if (isInParagraph) return null
  const end = endOfHtmlTag(text, 0, budget)
  if (end === -1 || text.slice(end).trim() !== '') return null
  return COMPONENT_TAG.test(text) ? { endMark: null, isOneLine: true } : UNTIL_BLANK
}

/** The kinds that no blank line ends; MDX pages have them as well. */
export function verbatimStart(text: string): HtmlStart | null {
  const name = VERBATIM.exec(text)?.[1]
  if (name !== undefined) return text.trimEnd().endsWith('/>') ? null : until(`</${name.toLowerCase()}>`)
  const mark = endOfDeclaration(text, 0)
  return mark === null ? null : until(mark)
}

/** What ends the comment, instruction, CDATA section or declaration at `at`; null where none starts. */
export function endOfDeclaration(text: string, at: number): string | null {
  if (text.startsWith('<!--', at)) return '-->'
  if (text.startsWith('<?', at)) return '?>'
  if (text.startsWith('<![CDATA[', at)) return ']]>'
  return text.startsWith('<!', at) && LETTER.test(text[at + 2] ?? '') ? '>' : null
}

function until(mark: string): HtmlStart {
  return { endMark: mark, isOneLine: false }
}
