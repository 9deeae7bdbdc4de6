/**
 * A stream of headings, prose and code -> the sections of one page. Markdown
 * and HTML are both written through it, so that the same content gives the same
 * text.
 */
import { foldSpace } from '../base/fold-space.ts'
import type { Section } from './page.ts'
import type { ElementStart, LineRanges } from './structure/element.ts'
import {
  addText, closeElement, createStructureWriter, type ElementId, openElement, takeStructure,
} from './structure/structure-writer.ts'

/** The text of each separator. */
const SEPARATORS = { none: '', cell: '\t', line: '\n', block: '\n\n' } as const
const STRENGTH = { none: 0, cell: 1, line: 2, block: 3 } as const

/** A separator between two runs of text. Of several in a row the strongest counts; `block` is the strongest. */
export type Separator = keyof typeof SEPARATORS

/** Settings for one page. */
export interface SectionWriterOptions {
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  /** Title known before the body is read; else the first h1 becomes it. */
  readonly title: string | null
}

/** A heading and its position in the source. */
export interface HeadingStart {
  /** 1 to 6. */
  readonly depth: number
  /** Plain text. */
  readonly text: string
  /** Null if no link can lead to it: then it is text of the section above. */
  readonly anchor: string | null
  readonly line: number
  /** True if its author leaves its section, with those below it, out of the search. Absent: false. */
  readonly isExcluded?: boolean
}

/** A code block besides its text. */
export interface CodeAttributes {
  readonly lang: string | null
  /** Lines that the author marked as new, as removed, or as worth a look. Default: none. */
  readonly inserted?: LineRanges
  readonly deleted?: LineRanges
  readonly marked?: LineRanges
}

/** Takes the content of one page in order. */
export interface SectionWriter {
  /** True if the heading starts a section; else it is the page's title or text of the section above. */
  readonly heading: (heading: HeadingStart) => boolean
  /** Separates the next text from the last by at least this separator. */
  readonly separate: (by: Separator) => void
  /** Text of a sentence; white space is folded to single spaces. */
  readonly prose: (text: string) => void
  /** Code inside a sentence: kept as it is, line breaks as spaces. */
  readonly inlineCode: (text: string) => void
  /** A code block: every character is kept. Line numbers are those of `text`. */
  readonly codeBlock: (text: string, code: CodeAttributes) => void
  /**
   * Starts an element: all that is written until its end is inside. A heading that starts a section ends all elements.
   */
  readonly open: (start: ElementStart) => ElementId
  /** Ends an element and those that were opened inside. */
  readonly close: (id: ElementId) => void
  readonly finish: () => WrittenPage
}

/** The sections of a page, and the headings that can be its title. */
export interface WrittenPage {
  readonly title: string | null
  readonly sections: readonly Section[]
  /** The first h1, on one line. */
  readonly h1: string | null
  /** The first heading after the h1, or of a page without one. */
  readonly nextHeading: string | null
  /** The first heading if no text is above it, of whatever depth. */
  readonly topHeading: string | null
}

interface OpenSection {
  readonly heading: string | null
  readonly depth: number
  readonly anchor: string | null
  readonly parents: readonly string[]
  readonly line: number
  readonly isExcluded: boolean
  text: string
  separator: Separator
  /** White space that is written only if more text follows on the line. */
  hasPendingSpace: boolean
}

/** A writer for one page, inside its intro. */
export function createSectionWriter({ depth: maxDepth, title: givenTitle }: SectionWriterOptions): SectionWriter {
  const sections: Section[] = []
  const structure = createStructureWriter()
  /** The open section and those around it, innermost last. */
  const path: { depth: number; text: string }[] = []
  let title = givenTitle
  let h1: string | null = null
  let nextHeading: string | null = null
  let topHeading: string | null = null
  let open = openSection({ depth: 1, text: null, anchor: null, line: 1 }, [])
  /** Depth of the heading whose section is left out; infinite outside of such a section. */
  let excludedDepth = Infinity

  function heading({ depth, text: source, anchor, line, isExcluded = false }: HeadingStart): boolean {
    if (depth <= excludedDepth) excludedDepth = isExcluded ? depth : Infinity
    const isLeftOut = excludedDepth !== Infinity
    if (!isLeftOut || depth === 1) collectTitle(depth, foldSpace(source))
    const text = copyText(foldLine(source))
    const isTitle = depth === 1 && text !== '' && (title === null || text === foldLine(title))
    if (isLeftOut) {
      if (isTitle) title ??= text
      closeOpen()
      open = { ...openSection({ depth, text, anchor, line }, []), isExcluded: true }
      return true
    }
    if (isTitle || text === '' || anchor === null || depth > maxDepth) {
      separate('block')
      if (isTitle) title ??= text
      else writeElement({ type: 'heading', depth }, () => prose(text))
      separate('block')
      return false
    }
    closeOpen()
    while ((path.at(-1)?.depth ?? 0) >= depth) path.pop()
    open = openSection({ depth, text, anchor, line }, path.map((section) => section.text))
    path.push({ depth, text })
    return true
  }

  /** Ends the open section. */
  function closeOpen(): void {
    const section = closeSection(open, takeStructure(structure))
    if (!open.isExcluded) sections.push(section)
  }

  function collectTitle(depth: number, text: string): void {
    if (text === '') return
    if (h1 === null && nextHeading === null && open.text === '') topHeading = text
    if (depth === 1 && h1 === null) {
      h1 = text
      nextHeading = null
    } else if (text !== h1) nextHeading ??= text
  }

  function separate(by: Separator): void {
    if (STRENGTH[by] > STRENGTH[open.separator]) open.separator = by
  }

  function prose(text: string): void {
    const folded = text.replace(WHITE_SPACE, ' ')
    const words = folded.trim()
    if (folded.startsWith(' ')) open.hasPendingSpace = true
    if (words === '') return
    write(words)
    open.hasPendingSpace = folded.endsWith(' ')
  }

  function inlineCode(text: string): void {
    const line = text.replace(/\r\n|[\r\n]/g, ' ')
    if (line.trim() === '') return
    writeElement({ type: 'inline-code' }, () => write(line))
  }

  function codeBlock(text: string, { lang, inserted = [], deleted = [], marked = [] }: CodeAttributes): void {
    const source = text.replace(/\r\n?/g, '\n')
    // From the first line that is not blank to the last.
    const start = source.lastIndexOf('\n', source.search(/[^ \t\n]/)) + 1
    const body = source.slice(start).trimEnd()
    if (body === '') return
    separate('block')
    const skipped = source.slice(0, start).split('\n').length - 1
    const shift = (ranges: LineRanges) => shiftLines(ranges, skipped)
    writeElement(
      { type: 'code', lang, inserted: shift(inserted), deleted: shift(deleted), marked: shift(marked) },
      () => write(body),
    )
    separate('block')
  }

  function writeElement(start: ElementStart, writeContent: () => void): void {
    const id = openElement(structure, start)
    writeContent()
    closeElement(structure, id)
  }

  function write(text: string): void {
    const between = open.text === '' ? '' : SEPARATORS[open.separator] || (open.hasPendingSpace ? ' ' : '')
    const start = open.text.length + between.length
    addText(structure, { start, end: start + text.length }, open.separator === 'block')
    open.text += between + text
    open.separator = 'none'
    open.hasPendingSpace = false
  }

  function finish(): WrittenPage {
    closeOpen()
    return { title, sections, h1, nextHeading, topHeading }
  }

  return {
    heading, separate, prose, inlineCode, codeBlock, finish,
    open: (start) => openElement(structure, start),
    close: (id) => closeElement(structure, id),
  }
}

/** Most sections have none: one list for all. */
const NO_TEXTS: readonly string[] = []

/** White space that pages show as one space, unless it is one already; a no-break space is kept. */
const WHITE_SPACE = /[ \t\n\r\f]{2,}|[\t\n\r\f]/g

/** Line numbers of a text without its first `skipped` lines. */
function shiftLines(ranges: LineRanges, skipped: number): LineRanges {
  if (skipped === 0) return ranges
  return ranges.flatMap(([first, last]) => {
    return last > skipped ? [[Math.max(1, first - skipped), last - skipped] as const] : []
  })
}

function foldLine(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim()
}

function openSection(
  { depth, text: heading, anchor, line }: Omit<HeadingStart, 'text'> & { readonly text: string | null },
  parents: readonly string[],
): OpenSection {
  return {
    heading, depth, anchor, parents, line, isExcluded: false,
    text: '', separator: 'none', hasPendingSpace: false,
  }
}

function closeSection({ heading, depth, anchor, parents, line, text }: OpenSection, structure: string): Section {
  return {
    heading, depth, anchor: anchor === null ? null : copyText(anchor), parents,
    text: copyText(text), structure: copyText(structure), linkTexts: NO_TEXTS, line,
  }
}

/**
 * The text in memory of its own. Engines keep a part of a string as a reference to the whole, so one heading would keep
 * the text of its file in memory.
 */
function copyText(text: string): string {
  return ` ${text}`.slice(1)
}
