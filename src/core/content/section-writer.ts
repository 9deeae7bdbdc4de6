/**
 * A stream of headings, prose and code -> the sections of one page. Markdown and HTML are both written through it, so
 * that the same content gives the same text.
 */
import { foldSpace } from '../base/text.ts'
import type { Section } from './page.ts'
import type { ElementStart, LineRanges, MarkedLines } from './structure/element.ts'
import {
  addText, closeElement, continueElements, createStructureWriter, type ElementId, openElement, type StructureWriter,
  takeStructure,
} from './structure/structure-writer.ts'

/** Depth of the deepest section. */
const MAX_DEPTH = 6
/** UTF-16 units of white space between two texts after which no more is added. */
const MAX_SPACE = 8

const SEPARATORS = { none: '', cell: '\t', line: '\n', block: '\n\n' } as const
const STRENGTH = { none: 0, cell: 1, line: 2, block: 3 } as const

/** A separator between two runs of text. Of several in a row the strongest counts; `block` is the strongest. */
export type Separator = keyof typeof SEPARATORS

/** A heading and its position in the source. */
interface HeadingStart {
  /** 1 to 6. */
  readonly depth: number
  /** Plain text. */
  readonly text: string
  /** Null if no link can lead to it: then it is text of the section above. */
  readonly anchor: string | null
  readonly line: number
  /** True if its author leaves its section, with those below it, out of the search. Absent: false. */
  readonly isExcluded?: boolean
  /** True if it can't be the title of the page. Absent: false. */
  readonly isExample?: boolean
}

/** The name that a definition explains, with its signature. */
interface DefinitionStart extends Pick<HeadingStart, 'text' | 'anchor' | 'line'> {
  /** Number of definitions around it. */
  readonly nesting: number
}

/** A code block besides its text. Default of marked lines: none. */
export interface CodeAttributes extends Partial<MarkedLines> {
  readonly lang: string | null
}

/** Takes the content of one page in order. */
export type SectionWriter = ReturnType<typeof createSectionWriter>

/** The sections of a page, and the headings that can be its title. */
interface WrittenPage {
  readonly title: string | null
  readonly sections: readonly Section[]
  /** The first h1, on one line. */
  readonly h1: string | null
  /** The first heading after the h1, or of a page without one. */
  readonly nextHeading: string | null
  /** The first heading if no text is above it, of whatever depth. */
  readonly topHeading: string | null
}

interface OpenSection extends Pick<Section, 'heading' | 'depth' | 'anchor' | 'parents' | 'line'> {
  readonly structure: StructureWriter
  readonly isExcluded: boolean
  /** Its depth without bound. */
  readonly level: number
  /** Number of definitions around a definition; -1 for any other section. */
  readonly nesting: number
  text: string
  separator: Separator
  /** White space that is written only if more text follows on the line. */
  pendingSpace: string
}

/**
 * A writer for one page, inside its intro. `depth`: that of the deepest heading that starts a section, 2 to 6. `title`:
 * one known before the body is read; else the first h1 becomes it.
 */
export function createSectionWriter(
  { depth: maxDepth, title: givenTitle }: { readonly depth: number; readonly title: string | null },
) {
  const intro = openSection({ heading: null, anchor: null, line: 1, level: 1 })
  const sections = [intro]
  /** The open section with a heading and those around it, innermost last. */
  const path: OpenSection[] = []
  let open = intro
  let title = givenTitle
  let h1: string | null = null
  let nextHeading: string | null = null
  let topHeading: string | null = null
  /** Depth of the heading whose section is left out; infinite outside of such a section. */
  let excludedDepth = Infinity

  /** True if the heading starts a section; else it is the page's title or text of the section above. */
  function heading({ depth, text: source, anchor, line, isExcluded = false, isExample = false }: HeadingStart): boolean {
    if (depth <= excludedDepth) excludedDepth = isExcluded ? depth : Infinity
    const isLeftOut = excludedDepth !== Infinity
    if (!isExample && (!isLeftOut || depth === 1)) collectTitle(depth, foldSpace(source))
    const text = copyText(foldLine(source))
    const isTitle = depth === 1 && !isExample && text !== '' && (title === null || text === foldLine(title))
    if (isTitle) title ??= text
    if (!isLeftOut && (isTitle || text === '' || anchor === null || depth > maxDepth)) {
      const ended = path.find(({ nesting, level }) => nesting >= 0 && level > depth)
      if (ended !== undefined) resume(ended.nesting)
      writeHeading(depth, isTitle ? '' : text)
      return false
    }
    start({ heading: text, anchor, line, level: depth }, isLeftOut)
    return true
  }

  /**
   * Starts the section of a definition, one below the heading or definition around it, whatever depth the settings say:
   * it has its own address. Ends the definition before it.
   */
  function definition({ text: source, anchor, line, nesting }: DefinitionStart): void {
    resume(nesting)
    const text = copyText(foldLine(source))
    const level = (path.at(-1)?.level ?? 1) + 1
    if (anchor === null || excludedDepth !== Infinity) writeHeading(Math.min(level, MAX_DEPTH), text)
    else start({ heading: text, anchor, line, level, nesting })
  }

  /** Ends definitions with `nesting` or more around them: what follows is text of the section around them. */
  function resume(nesting: number): void {
    if (excludedDepth !== Infinity) return
    while ((path.at(-1)?.nesting ?? -1) >= nesting) path.pop()
    switchTo(path.at(-1) ?? intro)
    separate('block')
  }

  function start(start: SectionStart, isExcluded = false): void {
    if (!isExcluded) while ((path.at(-1)?.level ?? 0) >= start.level) path.pop()
    const section = openSection(start, isExcluded ? [] : path.map((above) => above.heading ?? ''), isExcluded)
    sections.push(section)
    if (!isExcluded) path.push(section)
    continueElements(open.structure, section.structure)
    open = section
  }

  /** Ends the elements of the open section; no element of another has a number that one of them had. */
  function switchTo(section: OpenSection): void {
    if (section === open) return
    closeElement(open.structure, 0)
    section.structure.nextId = open.structure.nextId
    open = section
  }

  /** Writes a heading as text of the open section. */
  function writeHeading(depth: number, text: string): void {
    separate('block')
    if (text !== '') writeElement({ type: 'heading', depth }, () => prose(text))
    separate('block')
  }

  function collectTitle(depth: number, text: string): void {
    if (text === '') return
    if (h1 === null && nextHeading === null && BREADCRUMB.test(open.text)) topHeading = text
    if (depth === 1 && h1 === null) {
      h1 = text
      nextHeading = null
    } else if (text !== h1) nextHeading ??= text
  }

  /** Separates the next text from the last by at least this separator. */
  function separate(by: Separator): void {
    if (STRENGTH[by] > STRENGTH[open.separator]) open.separator = by
  }

  /** Text of a sentence; white space is folded to single spaces. */
  function prose(text: string): void {
    const folded = text.replace(WHITE_SPACE, ' ')
    const words = folded.trim()
    const start = folded.indexOf(words)
    const before = words === '' ? folded : folded.slice(0, start)
    if (before !== '' && open.pendingSpace.length < MAX_SPACE) {
      open.pendingSpace = (open.pendingSpace + before).replace(WHITE_SPACE, ' ')
    }
    if (words === '') return
    write(words)
    open.pendingSpace = folded.slice(start + words.length)
  }

  /** Code inside a sentence: kept as it is, line breaks as spaces. */
  function inlineCode(text: string): void {
    const line = text.replace(/\r\n|[\r\n]/g, ' ')
    if (line.trim() === '') return
    writeElement({ type: 'inline-code' }, () => write(line))
  }

  /** A code block without blank lines around it and white space at its end. Line numbers are those of `text`. */
  function codeBlock(text: string, { lang, inserted = [], deleted = [], marked = [] }: CodeAttributes): void {
    const source = text.replace(/\r\n?/g, '\n')
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
    const id = openElement(open.structure, start)
    writeContent()
    closeElement(open.structure, id)
  }

  function write(text: string): void {
    const between = open.text === '' ? '' : SEPARATORS[open.separator] || open.pendingSpace
    const start = open.text.length + between.length
    addText(open.structure, { start, end: start + text.length }, open.separator === 'block')
    open.text += between + text
    open.separator = 'none'
    open.pendingSpace = ''
  }

  function finish(): WrittenPage {
    const kept = sections.filter(({ isExcluded }) => !isExcluded)
    return { title, sections: kept.map(closeSection), h1, nextHeading, topHeading }
  }

  return {
    heading, definition, resume, separate, prose, inlineCode, codeBlock, finish,
    /**
     * Starts an element: all until its end is inside. A heading that starts a section ends all but those that can go on
     * in it.
     */
    open: (start: ElementStart) => openElement(open.structure, start),
    /** Ends an element and those that were opened inside; nothing for null. */
    close: (id: ElementId | null) => void (id !== null && closeElement(open.structure, id)),
  }
}

/** Most sections have none: one list for all. */
const NO_TEXTS: readonly string[] = []

/** The text above the first heading that leaves it on top: none, or the places of the page, `Home > A > B`. */
const BREADCRUMB = /^(?:(?:[^\n>›»]{1,100} [>›»] ){1,20}[^\n>›»]{1,100})?$/

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

type SectionStart = Pick<OpenSection, 'heading' | 'anchor' | 'line' | 'level'> & { readonly nesting?: number }

function openSection(
  { heading, anchor, line, level, nesting = -1 }: SectionStart,
  parents = NO_TEXTS,
  isExcluded = false,
): OpenSection {
  return {
    heading, anchor, line, level, nesting, depth: Math.min(level, MAX_DEPTH), parents, isExcluded,
    structure: createStructureWriter(), text: '', separator: 'none', pendingSpace: '',
  }
}

function closeSection({ heading, depth, anchor, parents, line, text, structure }: OpenSection): Section {
  return {
    heading, depth, anchor: anchor === null ? null : copyText(anchor), parents,
    text: copyText(text), structure: copyText(takeStructure(structure)), linkTexts: NO_TEXTS, line,
  }
}

/** The text in memory of its own: engines keep parts of strings as references, here to the text of the whole file. */
function copyText(text: string): string {
  return ` ${text}`.slice(1)
}
