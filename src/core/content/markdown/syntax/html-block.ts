/**
 * Lines of Markdown that open a block of HTML: the seven kinds of CommonMark
 * 4.6. Comments, scripts and their like reach to their own end mark, other HTML
 * to a blank line.
 */
import { isBlock, words } from '../../html/tree.ts'
import type { ScanBudget } from './scan-budget.ts'
import { endOfHtmlTag } from './tag.ts'

/** Elements whose content is raw, blank lines included; `<Style>` is a component. */
const VERBATIM = /^<(script|pre|style|textarea|template|svg|SCRIPT|PRE|STYLE|TEXTAREA)(?=[\s>]|$)/
const TAG = /^<\/?([A-Za-z][A-Za-z0-9]*)(?=\s|\/?>|$)/
/** Elements that start a block of Markdown, besides those that HTML has on lines of their own. */
const OTHER_BLOCKS = words(`base basefont frame frameset head iframe link menuitem noframes optgroup option param title
  track`)
/** A tag whose content is Markdown: kramdown.gettalong.org/syntax.html#html-blocks, "Markdown in HTML" of MkDocs. */
const ATTRIBUTE = /[ \t]+[\w:@.-]+(?:=(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'|[^\s"'<>]{1,200}))?/.source
const HOLDS_MARKDOWN = new RegExp(
  `^<[A-Za-z][A-Za-z0-9]{0,20}(?:${ATTRIBUTE}){0,12}?[ \\t]+markdown(?:=["']?(?:1|block|span)["']?)?` +
    '(?:[ \\t][^<>]{0,400})?>[ \\t]*$',
)
const LETTER = /[A-Za-z]/
const COMPONENT_TAG = /^<\/?[A-Z][A-Za-z0-9.]*[a-z]/

/** The start of a block of HTML. `endMark` ends the block on its line; null if a blank line ends it. */
export interface HtmlStart {
  readonly endMark: string | null
  /** True if it is a tag on a line of its own after which the next line may be Markdown, such as a component's. */
  readonly isOneLine: boolean
}

const UNTIL_BLANK: HtmlStart = { endMark: null, isOneLine: false }
const ONE_LINE: HtmlStart = { endMark: null, isOneLine: true }

/**
 * The HTML that a line opens; `text` is the line from its first character that is not white space. `isInParagraph`:
 * true if the line would interrupt a paragraph.
 */
export function htmlStart(
  text: string,
  { isInParagraph, budget }: { readonly isInParagraph: boolean; readonly budget: ScanBudget },
): HtmlStart | null {
  if (text[0] !== '<') return null
  const verbatim = verbatimStart(text)
  if (verbatim !== null) return verbatim
  const name = TAG.exec(text)?.[1]?.toLowerCase() ?? ''
  if ((isBlock(name) && name !== 'pre') || OTHER_BLOCKS.has(name)) {
    return text.includes('markdown') && HOLDS_MARKDOWN.test(text) ? ONE_LINE : UNTIL_BLANK
  }
  if (isInParagraph) return null
  const end = endOfHtmlTag(text, 0, budget)
  if (end === -1 || text.slice(end).trim() !== '') return null
  return COMPONENT_TAG.test(text) ? ONE_LINE : UNTIL_BLANK
}

/** The HTML of the kinds that no blank line ends; MDX pages have them as well. */
export function verbatimStart(text: string): HtmlStart | null {
  const name = VERBATIM.exec(text)?.[1]
  if (name !== undefined) return text.trimEnd().endsWith('/>') ? null : until(`</${name.toLowerCase()}>`)
  const endMark = endMarkOfDeclaration(text, 0)
  return endMark === null ? null : until(endMark)
}

/** The end mark of the comment, instruction, CDATA section or declaration at `at`; null without one. */
export function endMarkOfDeclaration(text: string, at: number): string | null {
  if (text.startsWith('<!--', at)) return '-->'
  if (text.startsWith('<?', at)) return '?>'
  if (text.startsWith('<![CDATA[', at)) return ']]>'
  return text.startsWith('<!', at) && LETTER.test(text[at + 2] ?? '') ? '>' : null
}

function until(endMark: string): HtmlStart {
  return { endMark, isOneLine: false }
}
