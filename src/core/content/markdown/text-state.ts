/**
 * The text of the current Markdown block that is not written yet. A tag such as
 * `<h2>` or `<code>` collects the text inside it before any of it is written.
 */
import type { FrontMap } from '../frontmatter/value.ts'
import { stripInvisible } from '../invisible.ts'
import type { CodeAttributes, SectionWriter, Separator } from '../section-writer.ts'
import type { InlineStart } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'
import { createElementStack, type ElementStack } from './element-stack.ts'

/** A heading of the page, of Markdown or a tag. */
export interface MarkdownHeading {
  /** 1 to 6. */
  readonly depth: number
  /** Plain text. */
  readonly text: string
  /** The text that its id is made from; null for a tag such as `<h2>`, which gets no id by itself. */
  readonly slugText: string | null
  /** The id that the author wrote. */
  readonly id: string | null
  /** What `slugText` has more where generators don't know such ids; empty for none. */
  readonly written: string
  /** True inside a hidden element: it has its id, but no reader sees it. */
  readonly isHidden: boolean
  /** True if its author leaves its section out of the search. */
  readonly isExcluded: boolean
  readonly line: number
}

/** The destination of the text of a page. */
export interface TextTarget {
  readonly writer: SectionWriter
  readonly frontmatter: FrontMap
  /** Exported constants of MDX that are strings or numbers, by name. */
  readonly constants: ReadonlyMap<string, string>
  /** Takes each heading, below which the text after it is. True if it starts a section. */
  readonly onHeading: (heading: MarkdownHeading) => boolean
}

/** State that all parts of the block writer share. */
export interface TextState extends TextTarget {
  readonly elements: ElementStack
  /** Text of a sentence. */
  sentence: string
  /** Text inside `<code>`, null outside. */
  code: string | null
  /** The open tag `<h2>`. */
  heading: (Pick<MarkdownHeading, 'depth' | 'id' | 'isExcluded'> & { text: string }) | null
  /** Inline elements that are open, innermost last. */
  readonly inlines: OpenInline[]
  /** True if the text is that of a table cell, where a line break would tear the row apart. */
  isInCell: boolean
  /** True if a row that starts now is one of the head of an HTML table. */
  isInTableHead: boolean
  /** Line of the current block. */
  line: number
  /** True if the current block is of tags and expressions on lines of their own. */
  isFlow: boolean
  /** True if there is no text yet since the start of the current block, or since a tag that ended one. */
  isAtBlockStart: boolean
}

/** An inline element without its end. */
interface OpenInline {
  /** Null inside a heading or code, where it leaves only its text. */
  readonly id: ElementId | null
  /** Name of the tag that starts it; null for Markdown. */
  readonly tag: string | null
}

/** The state before the first block. */
export function createTextState({ writer, frontmatter, constants, onHeading }: TextTarget): TextState {
  const elements = createElementStack(writer)
  function startHeading(heading: MarkdownHeading): boolean {
    const isSection = onHeading(heading)
    if (isSection) elements.startSection()
    return isSection
  }
  return {
    writer, frontmatter, constants, elements, onHeading: startHeading,
    sentence: '', code: null, heading: null, inlines: [], isInCell: false, isInTableHead: false,
    line: 1, isFlow: false, isAtBlockStart: true,
  }
}

/** Adds plain text. */
export function addText(state: TextState, text: string): void {
  if (state.heading !== null) state.heading.text += text
  else if (state.code !== null) state.code += text
  else state.sentence += text
}

/** Adds the text of an attribute, in which authors mark code as in Markdown. */
export function addMarkedText(state: TextState, text: string): void {
  for (const [i, part] of text.split(/`([^`\n]+)`/).entries()) {
    if (i % 2 === 0) addText(state, part)
    else addCode(state, part)
  }
}

/** Adds code inside a sentence. */
export function addCode(state: TextState, text: string): void {
  if (state.heading !== null || state.code !== null) return addText(state, text)
  flushSentence(state)
  state.writer.inlineCode(stripInvisible(text).trim())
}

/** Starts an inline element. */
export function openInline(state: TextState, start: InlineStart, tag: string | null = null): void {
  const isText = state.heading !== null || state.code !== null
  if (!isText) flushSentence(state)
  state.inlines.push({ id: isText ? null : state.writer.open(start), tag })
}

/**
 * Ends the innermost inline element of Markdown, with tags inside that have no
 * end; or the innermost element, if that is of the tag.
 */
export function closeInline(state: TextState, tag: string | null = null): void {
  const { inlines } = state
  if (tag !== null && inlines.at(-1)?.tag !== tag) return
  let open = inlines.pop()
  while (tag === null && open !== undefined && open.tag !== null) open = inlines.pop()
  closeElement(state, open)
}

/** Ends all inline elements. */
export function closeInlines(state: TextState): void {
  closeElement(state, state.inlines.find(({ id }) => id !== null))
  state.inlines.length = 0
}

function closeElement(state: TextState, open: OpenInline | undefined): void {
  const id = open?.id ?? null
  if (id === null) return
  flushSentence(state)
  state.writer.close(id)
}

/** Separates the next text from the last; if a separator would break a heading, code or table row, by a space. */
export function separateText(state: TextState, by: Separator): void {
  if (state.heading !== null || state.code !== null || state.isInCell) return addText(state, ' ')
  flushSentence(state)
  state.writer.separate(by)
}

/** Writes the sentence so far. */
export function flushSentence(state: TextState): void {
  if (state.sentence !== '') state.writer.prose(stripInvisible(state.sentence))
  state.sentence = ''
}

/** Writes a code block with its title; right inside of tabs it is a tab. */
export function writeCodeBlock(state: TextState, text: string, code: TitledCode): void {
  const { writer, elements } = state
  const { title } = code
  separateText(state, 'block')
  const isTab = elements.innermostType() === 'tabs'
  if (isTab) elements.openContainer({ type: 'tab' })
  else if (title !== null) elements.openContainer({ type: 'figure' })
  if (title !== null) writeTitle(state, title)
  writer.codeBlock(stripInvisible(text), code)
  if (isTab || title !== null) elements.closeContainer()
}

/** Writes the title of the element that is open. */
export function writeTitle(state: TextState, title: string): void {
  state.elements.openContainer({ type: 'title' })
  addMarkedText(state, title)
  flushSentence(state)
  state.elements.closeContainer()
}

interface TitledCode extends CodeAttributes {
  readonly title: string | null
}
