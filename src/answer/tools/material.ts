/**
 * Found and opened sections -> the text that a model reads, between marks that no
 * content can forge. Lengths are in UTF-16 units.
 */
import type { LibraryHit, LibrarySection, OpenedSection, SectionName } from './library.ts'
import type { Passages } from './passages.ts'
import { cutSource } from './source-text.ts'

/** Room kept for the list of sections that are not shown. */
const LIST_ROOM = 600
/** Least room that shows something of a section. */
const MIN_ROOM = 160

/** What looks like a mark. Other uses of `<<`, as in `cat <<end`, are code that must stay as it is. */
const MARK = /<<(?=\s{0,4}(?:doc|end)\s{1,4}id\s{0,4}=)/gi

/** Puts content between marks. */
export type Marking = (content: string) => string

/** Characters that marks take. */
export const MARKS_LENGTH = 60

/** `id` is one that nobody can guess, at most 16 characters; what looks like a mark in the content is broken up. */
export function createMark(id: string): Marking {
  return function mark(content) {
    return `<<doc id=${id}>>\n${content.replace(MARK, '‹‹')}\n<<end id=${id}>>`
  }
}

/** Where shown sections get their numbers, and how much there is room for. */
export interface Exhibit {
  readonly passages: Passages
  readonly room: number
}

/** Found sections as text. */
export interface FoundText {
  /** Content, to be put between marks; empty where nothing was found. */
  readonly text: string
  /** Numbers of what it shows. */
  readonly numbers: readonly number[]
}

/** Hits, best first, as many as fit; one that was opened before without its snippet. */
export function formatHits(hits: readonly LibraryHit[], { passages, room }: Exhibit): FoundText {
  const parts: string[] = []
  const numbers: number[] = []
  let left = room
  for (const hit of hits) {
    const isKnown = passages.isOpened(hit)
    const part = `${titleOf(hit, passages)}\n${isKnown ? '(opened above)' : hit.snippet}`
    if (part.length > left) break
    parts.push(part)
    numbers.push(isKnown ? passages.numberOf(hit) : passages.show(hit, hit.snippet, false))
    left -= part.length + 2
  }
  return { text: parts.join('\n\n'), numbers }
}

/** An opened section as text. */
export interface OpenedText {
  /** Content, to be put between marks. */
  readonly text: string
  /** What the model can do next, in words without content. */
  readonly hints: readonly string[]
  /** The sections it shows as `open` would show each. */
  readonly shown: readonly SectionName[]
}

/** From an offset on only the rest of the section itself; else also those below it, as far as they fit whole. */
export function formatOpened(opened: OpenedSection, from: number | null, { passages, room }: Exhibit): OpenedText {
  const { section, below } = opened
  const title = titleOf(section, passages)
  const listRoom = from === null && below.length > 0 ? LIST_ROOM : 0
  const own = formatSection(section, from, Math.max(MIN_ROOM, room - title.length - 2 - listRoom))
  const number = passages.show(section, own.text, true)
  const parts = [`${title}\n\n${own.text || '(no text of its own)'}`]
  const digested = own.isDigest ? [number] : []
  const shown = from === null ? [section] : []
  let left = room - listRoom - parts[0]!.length
  let rest = from === null ? below : []
  while (own.next === null && rest.length > 0) {
    const [next, ...others] = rest
    const part = formatBelow(next!, { passages, room: left })
    if (part === null) break
    parts.push(part.text)
    left -= part.text.length + 2
    if (part.isDigest) digested.push(passages.numberOf(next!))
    shown.push(next!)
    rest = others
  }
  if (rest.length > 0) parts.push(formatList(rest, left + listRoom))
  return { text: parts.join('\n\n'), hints: hintsFor({ number, next: own.next, digested }), shown }
}

interface Shown {
  readonly text: string
  readonly isDigest: boolean
  /** Where the source goes on, null where it is whole or stands as a digest. */
  readonly next: number | null
}

function formatSection({ source, digest }: LibrarySection, from: number | null, room: number): Shown {
  if (from === null && digest !== null && digest.length <= room) return { text: digest, isDigest: true, next: null }
  return { ...cutSource(source, from ?? 0, room), isDigest: false }
}

/** Null where it doesn't fit whole. */
function formatBelow(section: LibrarySection, { passages, room }: Exhibit): Shown | null {
  const title = titleOf(section, passages)
  if (passages.isOpened(section)) return { text: `${title}\n(opened above)`, isDigest: false, next: null }
  const { text: own, isDigest, next } = formatSection(section, null, room - title.length - 4)
  const text = `${title}\n\n${own}`.trim()
  if (next !== null || text.length + 2 > room) return null
  passages.show(section, own, true)
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

interface Ends {
  readonly number: number
  readonly next: number | null
  readonly digested: readonly number[]
}

function hintsFor({ number, next, digested }: Ends): readonly string[] {
  const cut = next === null ? [] : [`[${number}] goes on: open it with "from": ${next}.`]
  if (digested.length === 0) return cut
  const names = digested.map((one) => `[${one}]`).join(', ')
  return [...cut, `Shown as a summary with its exact strings: ${names}. For all of its text open it with "from": 0.`]
}

function titleOf(section: SectionName, passages: Passages): string {
  return `[${passages.numberOf(section)}] ${section.path} (id: ${section.id})`
}
