/**
 * A line -> the block that it opens or completes by its first characters: heading, thematic break, code, HTML, JSX,
 * table, lines that site generators read.
 */
import { docutilsSlug } from '../../generators/heading-ids.ts'
import {
  codeShortcode, type DirectiveLine, directiveLine, endOfShortcode, isInterpolation, isPlaceholder, shortcodeLines,
  slashBlockLine, tabLine,
} from '../generators/admonition.ts'
import { componentLine, readProps, withProps } from '../generators/mdc.ts'
import { retypeInfo, retypeLines } from '../generators/retype.ts'
import { type Fence, fenceStart, isFenceEnd } from '../syntax/fence.ts'
import { CODE_INDENT, createLine, indentOf, isBlank, remainderOf } from '../syntax/line.ts'
import { takeDefinitions } from '../syntax/link.ts'
import { createFlowScanner, createJsxScanner, isImportLine, scanJsx, startsStatement } from '../syntax/mdx.ts'
import { atxHeading, htmlStart, isDelimiterRow, isThematicBreak, setextDepth, verbatimStart } from '../syntax/starts.ts'
import { anchorTag, type AttributeList, readAttributeList, type Tag } from '../syntax/tag.ts'
import {
  addTitle, type Block, type BlockBound, type BlockState, closeBlock, enterLevel, type LineStart, type OpenBlock,
  type OpenFlow, type OpenHtml, paragraphOf, scanFlow, scanHtml,
} from './block-state.ts'

/** `::: acme.models.Model`: an object whose documentation mkdocstrings (MkDocs) makes from its source code. */
const API_OBJECT = /^:::[ \t]*([A-Za-z_]\w{0,200}(?:\.\w{1,200}){1,20})$/

function apiObject(text: string): string | null {
  return API_OBJECT.exec(text.trimEnd())?.[1] ?? null
}

/** First characters of the lines that `admonition.ts` and `retype.ts` read, and of targets of MyST. */
const GENERATOR_LINE = /^[!=+|>:/{[<@(*-]/
/** The table of contents that takes the place of the list above it: kramdown.gettalong.org/converter/html.html#toc. */
const CONTENTS_OF_KRAMDOWN = /^\{:[ \t]*toc[ \t]*\}\s*$/
/** `(label)=`: the target of MyST above a block. */
const TARGET = /^\(([^\s()]{1,200})\)=$/

/** A directive whose tabs start with lines such as `== Tab`. */
const HAS_TAB_LINES = /^:{3,}[ \t]*(?:code-)?tabs\b/
const END_TAG = /^<\/([A-Za-z][A-Za-z0-9]*)[ \t]*>[ \t]*$/

/** Lines below a shortcode that say what it is. */
const MAX_LOOK_AHEAD = 200
/** Open directives whose ends are found inside of items. */
const MAX_DIRECTIVES = 64
/** Open components of MDC, and elements with Markdown; the ends of deeper ones are not found. */
const MAX_COMPONENTS = 64

/** Opens the block that starts with the line. False if none does. */
export function startBlock(state: BlockState, start: LineStart): boolean {
  return (
    startHeading(state, start) || startCode(state, start) || startHtml(state, start) || startModule(state, start) ||
    startFlow(state, start) || startComponent(state, start) || startGeneratorLine(state, start) ||
    startTable(state, start)
  )
}

/** Completes a block that has its last line, except the tag `<h2>`, whose text may follow. */
export function completeBlock(state: BlockState, block: OpenBlock): void {
  const heading = block.type === 'flow' ? paragraphOf(block) : null
  if (heading?.isRawHeading) state.open = heading
  else closeBlock(state)
  if (block.type !== 'fence' || block.isInHtml !== true) return
  state.open = { type: 'html', endsAtBlank: true, missingEnd: null, lines: [], index: state.index + 1 }
}

function startHeading(state: BlockState, { text, level, paragraph }: LineStart): boolean {
  const { index } = state
  const heading = atxHeading(text)
  if (heading !== null) {
    enterLevel(state, level)
    if (!state.isMdx && isInterpolation(heading.text)) return true
    const object = state.isMdx ? null : apiObject(heading.text)
    addHeading(state, { type: 'heading', ...heading, ...(object !== null && { text: object }), index })
    if (object !== null) skipOptions(state)
    return true
  }
  const depth = paragraph === null || isOpenDirective(state, text) ? null : setextDepth(text)
  if (paragraph !== null && depth !== null) {
    const title = takeDefinitions(paragraph.lines.join('\n'), state.references).trim()
    state.open = null
    if (title !== '') {
      addHeading(state, { type: 'heading', depth, text: title, index: paragraph.index })
      return true
    }
  }
  if (!isThematicBreak(text)) return false
  enterLevel(state, level)
  return true
}

/** The fence that the shortcode at the start of a line is, null for none. */
export function shortcodeFence(state: BlockState, text: string): Fence | null {
  const hasEnd = (tag: string) => (state.endTags.get(tag) ?? -1) > state.index
  const below = () => state.pageLines.slice(state.index + 1, state.index + MAX_LOOK_AHEAD)
  return state.isMdx ? null : codeShortcode(text, hasEnd, below)
}

/** The line of dollars below which a formula begins, and the one that ends it, outside of a paragraph. */
const FORMULA: Fence = { end: { char: '$', length: 2 }, info: 'math' }

function isFormula({ pageLines, index }: BlockState, { text, paragraph }: LineStart): boolean {
  if (paragraph !== null || !isFenceEnd(text, FORMULA)) return false
  const below = pageLines.slice(index + 1, index + MAX_LOOK_AHEAD)
  return below.some((line) => isFenceEnd(line.replace(/^[\s>]+/, ''), FORMULA))
}

function startCode(state: BlockState, start: LineStart): boolean {
  const { line, text, level } = start
  const fence = fenceStart(text) ?? shortcodeFence(state, text) ?? (isFormula(state, start) ? FORMULA : null)
  if (fence === null) return false
  const indent = indentOf(line)
  enterLevel(state, level)
  const info = state.dialect === 'retype' ? retypeInfo(text, fence.info) : fence.info
  state.open = { type: 'fence', fence: { ...fence, info }, indent, lines: [], index: state.index }
  return true
}

function startHtml(state: BlockState, { line, text, level }: LineStart): boolean {
  const { isMdx, budget, open, index, markdownElements } = state
  const html = isMdx ? verbatimStart(text) : htmlStart(text, { isInParagraph: open?.type === 'paragraph', budget })
  if (html === null) return false
  const { endMark, isOneLine, markdownElement } = html
  if (markdownElement !== null && markdownElements.length < MAX_COMPONENTS) markdownElements.push(markdownElement)
  // What follows the end of Markdown in an element is Markdown again: "Markdown in HTML" needs no blank line.
  const ended = END_TAG.exec(text)?.[1]?.toLowerCase()
  const isEnd = ended !== undefined && ended === markdownElements.at(-1)
  if (isEnd) markdownElements.pop()
  enterLevel(state, level)
  const lines = [remainderOf(line)]
  const block: OpenHtml = { type: 'html', endsAtBlank: endMark === null, missingEnd: endMark, lines, index }
  state.open = block
  if (scanHtml(block) || isOneLine || isEnd) closeBlock(state)
  return true
}

/** Imports and exports; Docusaurus reads imports in `.md` files too. */
function startModule(state: BlockState, { line, text, level, paragraph }: LineStart): boolean {
  if (level > 0 || paragraph !== null || indentOf(line) > 0) return false
  if (!state.isMdx) return isImportLine(text)
  if (!startsStatement(text)) return false
  enterLevel(state, 0)
  const scanner = createJsxScanner('module')
  scanJsx(scanner, text, 0)
  if (!state.budget.isSpent()) {
    state.open = { type: 'module', scanner, firstBlank: null, lines: [text], index: state.index }
  }
  return true
}

/** Tags and expressions of MDX on lines of their own. */
function startFlow(state: BlockState, { text, level, paragraph }: LineStart): boolean {
  const scanner = state.isMdx ? createFlowScanner(text, 0) : null
  if (scanner === null || paragraph?.isRawHeading) return false
  const flow: OpenFlow = { type: 'flow', scanner, lines: [text], index: state.index }
  const effect = scanFlow(flow, 1)
  const canOpen = paragraph === null || text.startsWith('{/*')
  const isOpen = effect === 'continues' && canOpen && !state.budget.isSpent()
  if (effect !== 'completes' && !isOpen) return false
  enterLevel(state, level)
  state.open = flow
  if (effect === 'completes') completeBlock(state, flow)
  return true
}

/** Starts and ends of components of MDC, with their properties. */
function startComponent(state: BlockState, { line, text, level }: LineStart): boolean {
  const { components, pageComponents: { closed }, pageLines, index } = state
  const component = closed.size > 0 ? componentLine(text) : null
  if (component === null) return false
  if (component.type === 'start') {
    const { marks, tag } = component
    const isClosed = closed.has(index)
    enterLevel(state, level)
    const { props, end } = readProps(pageLines, index + 1)
    addComponent(state, { ...withProps(tag, props), kind: isClosed ? 'open' : 'empty' })
    state.index = end - 1
    const open = { marks, name: tag.name, level, indent: line.contentColumn }
    if (isClosed && components.length < MAX_COMPONENTS) components.push(open)
    return true
  }
  if (component.type === 'slot') return components.length > 0
  const start = components.findLastIndex(({ marks }) => marks === component.marks)
  if (start === -1) return false
  const ended = components.splice(start)
  enterLevel(state, Math.min(level, ended[0]?.level ?? level))
  for (const { name } of ended.reverse()) {
    addComponent(state, { name, element: null, kind: 'close', attributes: new Map() })
  }
  return true
}

function addComponent({ blocks, index }: BlockState, tag: Tag): void {
  blocks.push({ type: 'component', tag, index })
}

/** Directives, shortcodes and placeholders of site generators. */
function startGeneratorLine(state: BlockState, { text, level }: LineStart): boolean {
  const { isMdx, budget, blocks, index } = state
  if (!GENERATOR_LINE.test(text)) return false
  const object = isMdx ? null : apiObject(text)
  const directives = object === null ? directivesAt(state, text) : []
  const length = text.trimEnd().length
  const isOneLine = !isMdx && endOfShortcode(text, 0, budget) === length
  const lines = isMdx || isOneLine || !text.startsWith('{') ? 0 : shortcodeLines(state.pageLines, index)
  const isShortcode = isOneLine || lines > 1
  const list = isMdx ? null : listOnLine(text.trimEnd())
  const isWithoutText = isPlaceholder(text) || list !== null
  const tabs = state.directives.findLast((one) => one.holdsTabs && one.level <= level)
  const tab = tabs === undefined ? null : tabLine(text)
  if (object === null && directives.length === 0 && tab === null && !isShortcode && !isWithoutText) return false
  // Below a paragraph, it is the paragraph that its author leaves out of the search.
  if (list?.isSearchExcluded && state.open?.type === 'paragraph') state.open = null
  if (list !== null) addList(state, list)
  const [directive] = directives
  enterLevel(state, directive?.type === 'end' ? levelOfEnd(state, directive.marks, level) : level)
  if (CONTENTS_OF_KRAMDOWN.test(text)) removeListAbove(state)
  if (isShortcode) {
    const source = lines > 1 ? state.pageLines.slice(index, index + lines).map((line) => line.trim()).join(' ') : text
    blocks.push({ type: 'paragraph', text: source, isFlow: true, index })
    state.index += Math.max(0, lines - 1)
  } else if (object !== null) {
    blocks.push({ type: 'paragraph', text: `\`${object}\``, isFlow: false, index })
    skipOptions(state)
  } else if (directives.length > 0) {
    // `::: note Title {#id}`
    const [open, line] = [text.lastIndexOf('{'), text.trimEnd()]
    const id = directives.at(-1)?.type === 'start' && open !== -1 ? listUpToEnd(line, open)?.id : null
    if (id != null) addComponent(state, anchorTag(id))
    for (const one of directives) addDirective(state, one, text)
  }
  else if (tabs !== undefined && tab !== null) {
    // The tab before ends with what is open in it.
    state.directives.length = state.directives.indexOf(tabs) + 1
    blocks.push({ type: 'directive-tab', isFirst: !tabs.hasTab })
    tabs.hasTab = true
    addTitle(blocks, tab, index)
  }
  return true
}

function removeListAbove({ blocks, pageLines, index }: BlockState): void {
  const last = blocks.at(-1)
  if (last?.type !== 'end' || last.element.type !== 'list' || (pageLines[index - 1] ?? '').trim() === '') return
  blocks.splice(blocks.findLastIndex((block) => block.type === 'start' && block.element === last.element))
}

/** The attribute list that a line is, or a target, which docutils writes as an id. */
export function listOnLine(line: string): AttributeList | null {
  const name = TARGET.exec(line)?.[1]
  const id = name === undefined ? '' : docutilsSlug(name)
  if (name !== undefined) return id === '' ? null : { id, isSearchExcluded: false, end: line.length }
  return listUpToEnd(line, 0)
}

/** The attribute list from an offset of the line to its end. */
function listUpToEnd(line: string, at: number): AttributeList | null {
  const list = readAttributeList(line, at)
  return list?.end === line.length ? list : null
}

/** Adds a heading; the targets above it are places in its section. */
function addHeading({ blocks, pageLines }: BlockState, heading: Block & { readonly type: 'heading' }): void {
  // Targets above the previous heading now follow it in the list; skip them.
  const last = blocks.findLast(({ type }) => type === 'heading')
  const from = last?.type === 'heading' ? last.index : -1
  const isTarget = (block: Block | BlockBound) => {
    return block.type === 'component' && block.index > from && TARGET.test((pageLines[block.index] ?? '').trim())
  }
  blocks.splice(blocks.findLastIndex((block) => !isTarget(block)) + 1, 0, heading)
}

/** Gives the list to the heading on the line above; else its id is a place before the open block. */
function addList(state: BlockState, list: AttributeList): void {
  const { blocks, pageLines, index, open } = state
  const above = blocks.at(-1)
  const isBelow = open === null && above?.type === 'heading' && (pageLines[index - 1] ?? '').trim() !== ''
  if (isBelow) blocks[blocks.length - 1] = { ...above, below: list }
  else if (list.id !== null) addComponent(state, anchorTag(list.id))
}

/**
 * What a line ends and starts; slashes start a directive if it has an end, also below a paragraph, and end one that is
 * open.
 */
function directivesAt(state: BlockState, text: string): readonly DirectiveLine[] {
  const { dialect, slashBlocks, index } = state
  const isOpen = (marks: string) => isOpenDirective(state, marks)
  const lines = dialect === 'retype' ? retypeLines(text, isOpen) : []
  if (lines.length > 0) return lines
  const block = slashBlocks.size > 0 ? slashBlockLine(text) : null
  const directive = block ?? directiveLine(text)
  if (directive === null) return []
  const isBlock = block === null || (block.type === 'end' ? isOpen(block.marks) : slashBlocks.has(index))
  return isBlock ? [directive] : []
}

function isOpenDirective({ directives }: BlockState, marks: string): boolean {
  return directives.some((directive) => directive.marks === marks)
}

/** Skips the options below a line of MkDocs: YAML that is indented as code. */
function skipOptions(state: BlockState): void {
  const { pageLines } = state
  const indent = indentOf(createLine(pageLines[state.index] ?? '')) + CODE_INDENT
  for (let next = pageLines[state.index + 1]; next !== undefined; next = pageLines[state.index + 1]) {
    const line = createLine(next)
    if (isBlank(line) || indentOf(line) < indent) return
    state.index += 1
  }
}

/**
 * The level of a line that ends a directive: that of its start, if the line is in items below the start. Authors
 * indent it like the item above, and generators look only at the colons.
 */
function levelOfEnd({ containers, directives }: BlockState, marks: string, level: number): number {
  const index = directives.findLastIndex((directive) => directive.marks === marks)
  const start = directives[index]
  if (start === undefined) return level
  directives.length = index
  const hasQuote = containers.slice(start.level).some(({ type }) => type === 'quote')
  return hasQuote ? level : Math.min(start.level, level)
}

function addDirective(state: BlockState, directive: DirectiveLine, text: string): void {
  const { blocks, index } = state
  if (directive.type === 'end') {
    blocks.push({ type: 'directive-end', marks: directive.marks })
    return
  }
  const { title } = directive
  const element = directive.type === 'start' ? directive.element : null
  if (directive.type === 'start') {
    const { marks } = directive
    blocks.push({ type: 'directive-start', marks, element })
    const open = { marks, level: state.containers.length, holdsTabs: HAS_TAB_LINES.test(text), hasTab: false }
    if (state.directives.length < MAX_DIRECTIVES) state.directives.push(open)
    if (marks.startsWith('/')) skipOptions(state)
  }
  if (title === null) return
  if (element !== null) addTitle(blocks, title, index)
  else blocks.push({ type: 'paragraph', text: title, isFlow: false, index })
}

function startTable(state: BlockState, { text, paragraph }: LineStart): boolean {
  const header = paragraph?.lines.at(-1)
  if (paragraph === null || header === undefined || !isDelimiterRow(text, header)) return false
  paragraph.lines.pop()
  closeBlock(state)
  state.open = { type: 'table', lines: [header], index: state.index - 1 }
  return true
}
