/**
 * Found and opened sections -> the text that a model reads, between marks that no
 * content can forge. Lengths are in UTF-16 units.
 */
import type { LibraryHit, LibrarySection, OpenedSection, SectionName } from './library.ts'
import type { Passages } from './passages.ts'
import { cutSource } from './source-text.ts'

/** Length kept for the list of sections that are not shown. */
const LIST_ROOM = 600
/** Least length that shows anything of a section. */
const MIN_ROOM = 160

/** The beginning of a mark. Other uses of `<<`, as in `cat <<end`, are code that must stay as it is. */
const MARK = /<<(?=\s{0,4}(?:doc|end)\s{1,4}id\s{0,4}=)/gi

/** A function that puts content between marks. */
export type Marking = (content: string) => string

/** Length of both marks. */
export const MARKS_LENGTH = 60

/** A marking with an id that nobody can guess, at most 16 characters. Marks in the content are broken up. */
export function createMark(id: string): Marking {
  return function mark(content) {
    return `<<doc id=${id}>>\n${content.replace(MARK, '‹‹')}\n<<end id=${id}>>`
  }
}

/** The context of rendered sections: their numbers, and the length that is left. */
export interface RenderContext {
  readonly passages: Passages
  readonly room: number
}

/** Search hits as text. */
export interface FoundText {
  /** Content, to be put between marks; empty where there are no hits. */
  readonly text: string
  /** Numbers of the sections in it. */
  readonly numbers: readonly number[]
}

/** Renders hits, best first, up to the room; a section that was opened before has no snippet. */
export function formatHits(hits: readonly LibraryHit[], { passages, room }: RenderContext): FoundText {
  const parts: string[] = []
  const numbers: number[] = []
  let left = room
  for (const hit of hits) {
    const isOpened = passages.isOpened(hit)
    const part = `${titleOf(hit, passages)}\n${isOpened ? '(opened above)' : hit.snippet}`
    if (part.length > left) break
    parts.push(part)
    numbers.push(isOpened ? passages.numberOf(hit) : passages.recordShown(hit, hit.snippet, false))
    left -= part.length + 2
  }
  return { text: parts.join('\n\n'), numbers }
}

/** An opened section as text. */
export interface OpenedText {
  /** Content, to be put between marks. */
  readonly text: string
  /** Lines for the model about what it can open next, without content. */
  readonly hints: readonly string[]
  /** The sections in it, each shown as `open` shows it. */
  readonly shown: readonly SectionName[]
}

/** Renders a section with its subsections as long as they fit whole; from an offset on, the section's text alone. */
export function formatOpened(opened: OpenedSection, from: number | null, { passages, room }: RenderContext): OpenedText {
  const { section } = opened
  const below = from === null ? opened.below : []
  const title = titleOf(section, passages)
  const listRoom = below.length > 0 ? LIST_ROOM : 0
  const first = formatSection(section, from, Math.max(MIN_ROOM, room - title.length - 2 - listRoom))
  const number = passages.recordShown(section, first.text, true)
  const head = `${title}\n\n${first.text || '(no text of its own)'}`
  const parts = [head]
  const digested = first.isDigest ? [number] : []
  const shown = from === null ? [section] : []
  let shownBelow = 0
  let left = room - listRoom - head.length
  for (const subsection of first.next === null ? below : []) {
    const part = formatSubsection(subsection, { passages, room: left })
    if (part === null) break
    parts.push(part.text)
    left -= part.text.length + 2
    if (part.isDigest) digested.push(passages.numberOf(subsection))
    shown.push(subsection)
    shownBelow += 1
  }
  const listed = below.slice(shownBelow)
  if (listed.length > 0) parts.push(formatList(listed, left + listRoom))
  return { text: parts.join('\n\n'), hints: hintsFor({ number, next: first.next, digested }), shown }
}

interface SectionText {
  readonly text: string
  readonly isDigest: boolean
  /** Offset at which the source goes on, null where it is whole or replaced by a digest. */
  readonly next: number | null
}

function formatSection({ source, digest }: LibrarySection, from: number | null, room: number): SectionText {
  if (from === null && digest !== null && digest.length <= room) return { text: digest, isDigest: true, next: null }
  return { ...cutSource(source, from ?? 0, room), isDigest: false }
}

/** A subsection, null where it doesn't fit whole. */
function formatSubsection(section: LibrarySection, { passages, room }: RenderContext): SectionText | null {
  const title = titleOf(section, passages)
  if (passages.isOpened(section)) return { text: `${title}\n(opened above)`, isDigest: false, next: null }
  const { text: body, isDigest, next } = formatSection(section, null, room - title.length - 4)
  const text = `${title}\n\n${body}`.trim()
  if (next !== null || text.length + 2 > room) return null
  passages.recordShown(section, body, true)
  return { text, isDigest, next }
}

function formatList(sections: readonly LibrarySection[], room: number): string {
  const lines = ['Sections below it that are not shown:']
  let left = room - 60
  for (const { id, path } of sections) {
    const line = `- ${path} (id: ${id})`
    left -= line.length + 1
    if (left < 0) break
    lines.push(line)
  }
  const more = sections.length + 1 - lines.length
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

interface HintInput {
  readonly number: number
  readonly next: number | null
  readonly digested: readonly number[]
}

function hintsFor({ number, next, digested }: HintInput): readonly string[] {
  const cut = next === null ? [] : [`[${number}] goes on: open it with "from": ${next}.`]
  if (digested.length === 0) return cut
  const names = digested.map((digest) => `[${digest}]`).join(', ')
  return [...cut, `Shown as a summary with its exact strings: ${names}. For all of its text open it with "from": 0.`]
}

function titleOf(section: SectionName, passages: Passages): string {
  return `[${passages.numberOf(section)}] ${section.path} (id: ${section.id})`
}
