/**
 * Found and opened sections -> the text that a model reads, between marks that no content can forge. Long text is cut
 * where a paragraph, a sentence or a line of code ends. Offsets and lengths are in UTF-16 units; offsets are those of a
 * section's plain text, whatever Markdown adds.
 */
import { firstUnits } from '../../base/text.ts'
import { formatTree } from '../../content/structure/markdown.ts'
import { parseTree } from '../../content/structure/tree.ts'
import type { LibraryHit, LibrarySection, OpenedSection, SectionName, SectionText } from './library.ts'
import type { Passages } from './passages.ts'

/** Length reserved for the list of sections that are not shown. */
const LIST_ROOM = 600
/** Minimum length in which a section is shown. */
const MIN_ROOM = 160
/** Length of all hits of one search that are shown in full, and their number: the first one, and strong ones. */
const MAX_FULL_LENGTH = 4_000
const STRONG_HITS = 3
/** Share of the query's words that a hit must have more for each hit before it, to be shown in full in its place. */
const POSITION_COST = 0.05
/** Maximum length at which a section is shown instead of a snippet. */
const MAX_SHORT_LENGTH = 600
/** Hits that have a text; those after them are named only, so that they can be opened. */
const HITS_WITH_TEXT = 4
/** Length reserved for each hit that is not a strong one. */
const HIT_LENGTH = 340
/** Length of a rest that is shown, although it goes beyond the room. */
const MAX_REST = 400
/** Length reserved for hints below the text of a section. */
const HINTS_LENGTH = 160
const NO_TEXT = '(no text of its own)'
/** Length of the words around a list of ids. */
const NAMING_LENGTH = 40
/** Length of the ids below a strong hit. */
const MAX_BELOW_LENGTH = 120
/** Share of the shown text after which a match is too late: then the text is shown from the match on. */
const LATE_SHARE = 0.8

const STOPS = /[.!?…]["'”’)\]]{0,3}(?=\s)|[。！？]|\n/g

/** The beginning of a mark. Other uses of `<<`, as in `cat <<end`, are code that must stay as it is. */
const DOC_MARK = /<<(?=\s{0,4}(?:doc|end)\s{1,4}id\s{0,4}=)/gi

/** Length of both marks. */
export const MARKS_LENGTH = 60

/** Content between marks with an id that nobody can guess, at most 16 characters. Marks in the content are broken up. */
export function betweenMarks(content: string, { markId }: { readonly markId: string }): string {
  return `<<doc id=${markId}>>\n${breakMarks(content)}\n<<end id=${markId}>>`
}

/** A text whose marks are broken up. */
export function breakMarks(text: string): string {
  return text.replace(DOC_MARK, '‹‹')
}

interface RenderContext {
  readonly passages: Passages
  readonly room: number
}

/**
 * Renders hits, best first, up to the room: the worthiest in full, the first others as snippets, the rest by name. Only
 * the best one may be cut: after it, a whole section further down is worth more than a part of a long one. The text, to
 * be put between marks, is empty if nothing in it is new; `repeated` are the numbers of hits that were shown before.
 */
export function formatHits(hits: readonly LibraryHit[], { passages, room }: RenderContext) {
  const isNew = ({ id, source }: LibraryHit, position: number) => {
    // The text of a section above under another title, or a heading alone.
    const isCopy = hits.slice(0, position).some((other) => (other.source?.text ?? other.id) === (source?.text ?? id))
    return position === 0 || (source?.text !== '' && !isCopy)
  }
  const listed = hits.filter(isNew)
  const bodies = bodiesOf(listed.filter((hit) => !passages.isOpened(hit)), room - hits.length * HIT_LENGTH)
  const parts: string[] = []
  const repeated: number[] = []
  let left = room
  for (const [position, hit] of listed.entries()) {
    if (passages.wasShown(hit, hit.snippet)) {
      repeated.push(passages.numberOf(hit))
      continue
    }
    const hasText = position < HITS_WITH_TEXT
    const body = bodies.get(hit.id) ?? (hasText ? shortBody(hit) : null)
    const snippet = body === null && hasText ? hit.snippet() : ''
    const named = hasText ? [`Snippet: ${snippet}`] : []
    const lines = body === null ? named : [body.text || NO_TEXT, ...hintsBeside(body, hit.below)]
    const text = [titleOf(hit, passages), ...lines].join('\n')
    if (text.length > left) break
    parts.push(text)
    passages.recordShown(hit, body?.text ?? snippet, body !== null)
    left -= text.length + 2
  }
  return { text: parts.join('\n\n'), repeated }
}

/** The texts of hits that are shown in full, by id: of the first hit, and of strong ones in the order of their worth. */
function bodiesOf(hits: readonly LibraryHit[], room: number): ReadonlyMap<string, Excerpt> {
  const bodies = new Map<string, Excerpt>()
  const best = hits
    .map((hit, position) => ({ hit, worth: position === 0 ? Infinity : hit.coverage - position * POSITION_COST }))
    .filter(({ hit, worth }) => hit.isStrong || worth === Infinity)
    .sort((a, b) => b.worth - a.worth)
  let left = Math.min(MAX_FULL_LENGTH, room)
  for (const { hit: { source, path, id, matchAt } } of best.slice(0, STRONG_HITS)) {
    const titled = left - path.length - id.length
    const most = titled - HINTS_LENGTH
    const mayCut = bodies.size === 0
    if (source === null || most < MIN_ROOM || (!mayCut && source.text.length > most)) continue
    const body = excerptOf(source, matchAt, most)
    if (!mayCut && !isWhole(body)) continue
    bodies.set(id, body)
    left = titled - body.text.length
  }
  return bodies
}

/** The whole of a section that is hardly longer than a snippet; null for others. */
function shortBody({ source }: LibraryHit): Excerpt | null {
  if (source === null || source.text === '' || source.text.length > MAX_SHORT_LENGTH) return null
  const body = cutSource(source, 0, MAX_SHORT_LENGTH)
  return isWhole(body) ? body : null
}

function hintsBeside({ from, next }: Excerpt, below: readonly string[]): readonly string[] {
  return [
    ...(from > 0 ? ['(it begins before this: "from": 0)'] : []),
    ...(next === null ? [] : [`(it goes on: "from": ${next})`]),
    ...(below.length > 0 ? [nameBelow(below, MAX_BELOW_LENGTH)] : []),
  ]
}

function nameBelow(below: readonly string[], length: number): string {
  const ids: string[] = []
  let left = length
  for (const id of below) {
    left -= id.length + 2
    if (left < 0) break
    ids.push(id)
  }
  const more = below.length - ids.length
  return `(below it: ${[...ids, ...(more > 0 ? [`${more} more`] : [])].join(', ')})`
}

function isWhole({ from, next }: Excerpt): boolean {
  return from === 0 && next === null
}

/** A source from its start, or from the match if the match would otherwise be cut off. */
function excerptOf(source: SectionText, matchAt: () => number, room: number): Excerpt {
  const first = cutSource(source, 0, room)
  const from = first.next === null ? 0 : matchAt()
  const isFirst = first.next === null || from < first.next * LATE_SHARE
  const excerpt = isFirst ? first : cutSource(source, from, room)
  // The rest is hardly longer than the hint that it is there.
  const rest = excerpt.next === null ? 0 : source.text.length - excerpt.next
  return rest === 0 || rest > MAX_REST ? excerpt : cutSource(source, excerpt.from, room + 2 * MAX_REST)
}

/** The part of a section to open: from an offset on, or all of it. */
export interface OpenedPart {
  /** Null for the section as a whole. */
  readonly from: number | null
  /** The offset of what was searched for, where a long section is shown from; 0 if that is unknown. */
  readonly matchAt: () => number
  /** True if the section's own text was shown in full before. */
  readonly isShown: boolean
}

/** Renders a section with those below it that fit whole; `shown` are those in it, each as `open` shows it. */
export function formatOpened(opened: OpenedSection, part: OpenedPart, { passages, room }: RenderContext) {
  const { section } = opened
  const below = part.from === null ? opened.below : []
  const title = titleOf(section, passages)
  const listRoom = below.length > 0 ? LIST_ROOM : 0
  const first = formatSection(section, part, Math.max(MIN_ROOM, room - title.length - 2 - HINTS_LENGTH - listRoom))
  passages.recordShown(section, first.text, true)
  const head = [`${title}\n\n${first.text || NO_TEXT}`, ...hintsBeside(first, [])].join('\n')
  const parts = [head]
  const shown = part.from === null ? [section] : []
  let left = room - listRoom - head.length
  for (const subsection of first.next === null && first.from === 0 ? below : []) {
    const text = formatSubsection(subsection, { passages, room: left })
    if (text === null) break
    parts.push(text)
    left -= text.length + 2
    shown.push(subsection)
  }
  const listed = below.filter((each) => !shown.includes(each))
  if (listed.length > 0) parts.push(nameBelow(listed.map(({ id }) => id), left + listRoom - NAMING_LENGTH))
  return { text: parts.join('\n\n'), shown }
}

function formatSection({ source }: LibrarySection, { from, matchAt, isShown }: OpenedPart, room: number): Excerpt {
  if (from !== null) return cutSource(source, from, room)
  return isShown ? { text: '(shown above)', from: 0, next: null } : excerptOf(source, matchAt, room)
}

function formatSubsection({ source, ...section }: LibrarySection, { passages, room }: RenderContext): string | null {
  const title = titleOf(section, passages)
  if (passages.isOpened(section)) return `${title}\n(shown above)`
  const { text: body, next } = cutSource(source, 0, room - title.length - 4)
  const text = `${title}\n\n${body}`.trim()
  if (next !== null || text.length + 2 > room) return null
  passages.recordShown(section, body, true)
  return text
}

function titleOf(section: SectionName, passages: Passages): string {
  return `[${passages.numberOf(section)}] ${section.path} (id: ${section.id})`
}

/** A stretch of a section. */
export interface Excerpt {
  readonly text: string
  readonly from: number
  /** Offset at which the text continues, null at its end. */
  readonly next: number | null
}

/** The text that fits into `room`, from an offset on; at least one character, so that reading on comes to an end. */
export function cutSource(source: SectionText, from: number, room: number): Excerpt {
  const tree = parseTree(source)
  let end = cutAt(source, from, from + Math.max(1, room))
  let text = formatTree(tree, source.text, { from, to: end })
  // Markdown is longer than plain text: each round shortens it in proportion.
  while (text.length > room && end - from > 1) {
    end = cutAt(source, from, from + Math.max(1, Math.floor(((end - from) * room) / text.length)))
    text = formatTree(tree, source.text, { from, to: end })
  }
  return { text, from, next: end < source.text.length ? end : null }
}

/** The last good offset to cut at, up to `most`; one in the second half of the room if there is one. */
function cutAt({ text, code }: SectionText, from: number, most: number): number {
  if (most >= text.length) return text.length
  const least = from + Math.floor((most - from) / 2)
  const inRoom = code.filter(({ start, end }) => end > least && start <= most)
  const isInside = (offset: number) => inRoom.some(({ start, end }) => start < offset && offset < end)
  const window = text.slice(least, most)
  const stops = Array.from(window.matchAll(STOPS), ({ index, 0: stop }) => least + index + stop.length)
  const block = inRoom.findLast(({ end, isBlock }) => isBlock && end <= most)
  const outside = Math.max(block?.end ?? -1, stops.findLast((stop) => !isInside(stop)) ?? -1)
  if (outside > from) return outside
  const inside = window.lastIndexOf('\n') + 1 || window.lastIndexOf(' ') + 1
  if (inside > 0) return least + inside
  return from + Math.max(1, firstUnits(text.slice(from, most + 1), most - from).length)
}
