/**
 * The first characters of a line of Markdown -> the block that they open or close: CommonMark 0.31 chapters 4 and 5,
 * tables of GFM. Each function takes the line without the white space before it, and returns null for any other block.
 */
import { isBlock, words } from '../../html/tree.ts'
import type { ScanBudget } from '../../offset.ts'
import { endOfHtmlTag } from './tag.ts'

const ATX = /^(#{1,6})(?:[ \t]|$)/
/** `## Title ##` is closed; `## C#` is not. */
const CLOSING_MARKS = /(?:^|[ \t])#+$/
const UNDERLINE = /^(?:=+|-+)\s*$/
const THEMATIC_BREAK = /^(?:-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)$/
const BULLET = /^[-+*](?=[ \t]|$)/
const NUMBER = /^([0-9]{1,9})[.)](?=[ \t]|$)/
const FOOTNOTE = /^\[\^([^\]\s]{1,200})\]:/
const TERM_DEFINITION = /^:(?=[ \t])/
const DELIMITER_CELL = /^\s*:?-+:?\s*$/

/** Parses `## Title`. */
export function atxHeading(text: string): { readonly depth: number; readonly text: string } | null {
  const depth = ATX.exec(text)?.[1]?.length
  return depth === undefined ? null : { depth, text: text.slice(depth).trim().replace(CLOSING_MARKS, '').trimEnd() }
}

/** The depth of a heading whose underline is this line. */
export function setextDepth(text: string): 1 | 2 | null {
  const underline = UNDERLINE.exec(text)?.[0]
  return underline === undefined ? null : underline.startsWith('=') ? 1 : 2
}

/** True for `---`, `* * *` and their like. */
export function isThematicBreak(text: string): boolean {
  return THEMATIC_BREAK.test(text)
}

/** The bullet or number of a list item; `kind` is the same for all items of one list. */
export interface ListMarker {
  readonly kind: string
  readonly length: number
  /** The number; null for a bullet. */
  readonly number: number | null
  /** True if it may follow a paragraph without a blank line. */
  readonly canInterrupt: boolean
}

/** Parses `-`, `1.` and their like. */
export function listMarker(text: string): ListMarker | null {
  const bullet = BULLET.exec(text)?.[0]
  if (bullet !== undefined) return { kind: bullet, length: 1, number: null, canInterrupt: text.trim() !== bullet }
  const number = NUMBER.exec(text)
  if (number === null) return null
  const [marker] = number
  const first = Number(number[1])
  const canInterrupt = first === 1 && text.trim() !== marker
  return { kind: marker.slice(-1), length: marker.length, number: first, canInterrupt }
}

/** Parses `: definition` of a definition list. */
export function termDefinition(text: string): ListMarker | null {
  return TERM_DEFINITION.test(text) ? { kind: ':', length: 1, number: null, canInterrupt: true } : null
}

/** Parses `[^label]:`. */
export function footnoteDefinition(text: string): { readonly label: string; readonly length: number } | null {
  const [marker = '', label] = FOOTNOTE.exec(text) ?? []
  return label === undefined ? null : { label, length: marker.length }
}

/** The cells of a table row, each still Markdown; `\|` is a bar. */
export function tableCells(row: string): string[] {
  const text = row.trim()
  const cells: string[] = []
  let from = text.startsWith('|') ? 1 : 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|') {
      cells.push(text.slice(from, at))
      from = at + 1
    }
  }
  if (from < text.length) cells.push(text.slice(from))
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** True for a delimiter row with as many cells as the header above it. */
export function isDelimiterRow(text: string, header: string): boolean {
  if (!/^[|:\- \t]+$/.test(text) || !text.includes('-') || !(text.includes('|') || header.includes('|'))) return false
  const cells = tableCells(text)
  return cells.every((cell) => DELIMITER_CELL.test(cell)) && cells.length === tableCells(header).length
}

/*
 * Blocks of HTML, of the seven kinds of CommonMark 4.6: comments, scripts and their like reach to their own end mark,
 * other HTML to a blank line.
 */

/** Elements whose content is raw, blank lines included; `<Style>` is a component. */
const VERBATIM = /^<(script|pre|style|textarea|template|svg|SCRIPT|PRE|STYLE|TEXTAREA)(?=[\s>]|$)/
/** What Vue shows: vuejs.org/guide/components/slots, vuejs.org/guide/essentials/conditional#v-if-on-template */
export const SHOWN_TEMPLATE = /^<template\s+(?:#|v-(?!if="false"))/
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
const COMPONENT_TAG = /^<\/?[A-Z][A-Za-z0-9.]*[a-z]/

/** The start of a block of HTML. `endMark` ends the block on its line; null if a blank line ends it. */
interface HtmlStart {
  readonly endMark: string | null
  /** True if it is a tag on a line of its own after which the next line may be Markdown, such as a component's. */
  readonly isOneLine: boolean
  /** Name of the element that starts and whose content is Markdown; null for any other. */
  readonly markdownElement: string | null
}

const UNTIL_BLANK: HtmlStart = { endMark: null, isOneLine: false, markdownElement: null }
const ONE_LINE: HtmlStart = { ...UNTIL_BLANK, isOneLine: true }

/** The HTML that a line opens. `isInParagraph`: true if the line would interrupt a paragraph. */
export function htmlStart(
  text: string,
  { isInParagraph, budget }: { readonly isInParagraph: boolean; readonly budget: ScanBudget },
): HtmlStart | null {
  if (text[0] !== '<') return null
  const verbatim = verbatimStart(text)
  if (verbatim !== null) return verbatim
  const name = TAG.exec(text)?.[1]?.toLowerCase() ?? ''
  if ((isBlock(name) && name !== 'pre') || OTHER_BLOCKS.has(name)) {
    const isMarkdown = text.includes('markdown') && HOLDS_MARKDOWN.test(text)
    return isMarkdown ? { ...ONE_LINE, markdownElement: name } : UNTIL_BLANK
  }
  if (isInParagraph) return null
  const end = endOfHtmlTag(text, 0, budget)
  if (end === -1 || text.slice(end).trim() !== '') return null
  return COMPONENT_TAG.test(text) ? ONE_LINE : UNTIL_BLANK
}

/** The HTML of the kinds that no blank line ends; MDX pages have them as well. */
export function verbatimStart(text: string): HtmlStart | null {
  const name = VERBATIM.exec(text)?.[1]
  if (name !== undefined && (text.trimEnd().endsWith('/>') || SHOWN_TEMPLATE.test(text))) return null
  const endMark = name === undefined ? endMarkOfDeclaration(text, 0) : `</${name.toLowerCase()}>`
  return endMark === null ? null : { ...UNTIL_BLANK, endMark }
}

/** The end mark of the comment, instruction, CDATA section or declaration at `at`; null without one. */
export function endMarkOfDeclaration(text: string, at: number): string | null {
  if (text.startsWith('<!--', at)) return '-->'
  if (text.startsWith('<?', at)) return '?>'
  if (text.startsWith('<![CDATA[', at)) return ']]>'
  return text.startsWith('<!', at) && /[A-Za-z]/.test(text[at + 2] ?? '') ? '>' : null
}
