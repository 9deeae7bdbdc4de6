/**
 * A stream of headings, prose and code -> the sections of one page. Both
 * readers write through it, so that Markdown and HTML give the same text for
 * the same content.
 */
import type { CodeSpan, Section } from './page.ts'

/** What parts two runs of text, weakest first. Of several in a row the strongest counts. */
const BREAKS = { none: '', cell: '\t', line: '\n', block: '\n\n' } as const
const STRENGTH = { none: 0, cell: 1, line: 2, block: 3 } as const
export type Break = keyof typeof BREAKS

export interface SectionWriterOptions {
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  /** Title known before the body is read; else the first h1 becomes it. */
  readonly title: string | null
}

export interface HeadingStart {
  /** 1 to 6. */
  readonly depth: number
  /** Plain text. */
  readonly text: string
  /** Null where nothing can link to it: then it is text of the section above. */
  readonly anchor: string | null
  readonly line: number
}

export interface SectionWriter {
  /** Whether a section starts here; if not, the heading is the page's title or text of the section above. */
  readonly heading: (heading: HeadingStart) => boolean
  /** The next text stands apart from the last by at least this much. */
  readonly part: (by: Break) => void
  /** Text of a sentence; white space is folded to single spaces. */
  readonly prose: (text: string) => void
  /** Code inside a sentence: kept as it is, line breaks as spaces. */
  readonly inlineCode: (text: string) => void
  /** Code that stands by itself: every character kept. */
  readonly codeBlock: (text: string, lang: string | null) => void
  readonly finish: () => { readonly title: string | null; readonly sections: readonly Section[] }
}

interface Open {
  readonly heading: string | null
  readonly depth: number
  readonly anchor: string | null
  readonly parents: readonly string[]
  readonly line: number
  readonly parts: string[]
  readonly code: CodeSpan[]
  length: number
  pending: Break
  /** White space was read that is written only when more text follows on the line. */
  hasPendingSpace: boolean
}

export function createSectionWriter({ depth: maxDepth, title: knownTitle }: SectionWriterOptions): SectionWriter {
  const sections: Section[] = []
  const above: { depth: number; text: string }[] = []
  let title = knownTitle
  let open: Open = begin({ depth: 1, text: null, anchor: null, line: 1 }, [])

  function heading({ depth, text: source, anchor, line }: HeadingStart): boolean {
    const text = foldSpace(source)
    const isTitle = depth === 1 && text !== '' && (title === null || text === foldSpace(title))
    if (isTitle || text === '' || anchor === null || depth > maxDepth) {
      part('block')
      if (isTitle) title ??= text
      else prose(text)
      part('block')
      return false
    }
    sections.push(close(open))
    while (above.length > 0 && above[above.length - 1]!.depth >= depth) above.pop()
    open = begin({ depth, text, anchor, line }, above.map((one) => one.text))
    above.push({ depth, text })
    return true
  }

  function part(by: Break): void {
    if (STRENGTH[by] > STRENGTH[open.pending]) open.pending = by
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
    write(line)
    mark(line, { isBlock: false, lang: null })
  }

  function codeBlock(text: string, lang: string | null): void {
    const body = withoutBlankLines(text.replace(/\r\n?/g, '\n'))
    if (body === '') return
    part('block')
    write(body)
    mark(body, { isBlock: true, lang })
    part('block')
  }

  function write(text: string): void {
    const gap = open.length === 0 ? '' : open.pending !== 'none' ? BREAKS[open.pending] : open.hasPendingSpace ? ' ' : ''
    open.parts.push(gap, text)
    open.length += gap.length + text.length
    open.pending = 'none'
    open.hasPendingSpace = false
  }

  function mark(text: string, kind: Pick<CodeSpan, 'isBlock' | 'lang'>): void {
    open.code.push({ start: open.length - text.length, end: open.length, ...kind })
  }

  function finish() {
    sections.push(close(open))
    return { title, sections }
  }

  return { heading, part, prose, inlineCode, codeBlock, finish }
}

/** White space that pages show as one space, where it isn't one already; a no-break space stays apart from it. */
const WHITE_SPACE = /[ \t\n\r\f]{2,}|[\t\n\r\f]/g

/** Code from its first line that is not blank to its last. */
function withoutBlankLines(text: string): string {
  const content = text.search(/[^ \t\n]/)
  return content === -1 ? '' : text.slice(text.lastIndexOf('\n', content) + 1).trimEnd()
}

function foldSpace(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim()
}

function begin(
  { depth, text, anchor, line }: { depth: number; text: string | null; anchor: string | null; line: number },
  parents: readonly string[],
): Open {
  return { heading: text, depth, anchor, parents, line, parts: [], code: [], length: 0, pending: 'none', hasPendingSpace: false }
}

function close({ heading, depth, anchor, parents, line, parts, code }: Open): Section {
  return { heading, depth, anchor, parents, text: parts.join(''), code, line }
}
