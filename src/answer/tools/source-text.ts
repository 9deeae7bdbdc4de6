/**
 * A section -> its Markdown for a model. Long text is cut where a paragraph, a
 * sentence or a line of code ends. Offsets and lengths are in UTF-16 units;
 * offsets are those of the section's plain text, whatever Markdown adds.
 */
import type { CodeSpan } from '../../content/structure/ranges.ts'
import { createMarkdownRenderer } from '../../content/structure/markdown.ts'
import type { StructuredText } from '../../content/structure/tree.ts'

/** The text, the structure and the code of a section. */
export interface SourceText extends StructuredText {
  readonly code: readonly CodeSpan[]
}

/** Minimum room in which a header or item above the text is repeated. */
const MIN_ROOM_TO_REPEAT = 800

/** A stretch of a section. */
export interface Excerpt {
  readonly text: string
  /** Offset at which the text continues, null at its end. */
  readonly next: number | null
}

/** Ends of sentences and lines. */
const STOPS = /[.!?…]["'”’)\]]{0,3}(?=\s)|[。！？]|\n/g

/** The text that fits into `room`, from an offset on; at least one character, so that reading on comes to an end. */
export function cutSource(source: SourceText, from: number, room: number): Excerpt {
  const render = createMarkdownRenderer(source)
  const repeats = room >= MIN_ROOM_TO_REPEAT
  let end = cutAt(source, from, from + Math.max(1, room))
  let text = render({ from, to: end, repeats })
  // Markdown is longer than plain text: each round shortens it in proportion.
  while (text.length > room && end - from > 1) {
    end = cutAt(source, from, from + Math.max(1, Math.floor(((end - from) * room) / text.length)))
    text = render({ from, to: end, repeats })
  }
  return { text, next: end < source.text.length ? end : null }
}

/** The last good offset to cut at, up to `most`; one in the second half of the room if there is one. */
function cutAt({ text, code }: SourceText, from: number, most: number): number {
  if (most >= text.length) return text.length
  const least = from + Math.floor((most - from) / 2)
  const inRoom = code.filter(({ start, end }) => end > least && start <= most)
  const isInside = (offset: number) => inRoom.some(({ start, end }) => start < offset && offset < end)
  const window = text.slice(least, most)
  const stops = [...window.matchAll(STOPS)].map(({ index, 0: stop }) => least + index + stop.length)
  const blockEnds = inRoom.filter(({ end, isBlock }) => isBlock && end <= most).map(({ end }) => end)
  const outside = Math.max(...blockEnds, ...stops.filter((stop) => !isInside(stop)), -1)
  if (outside > from) return outside
  const inside = window.lastIndexOf('\n') + 1 || window.lastIndexOf(' ') + 1
  if (inside > 0) return least + inside
  const unit = text.charCodeAt(most - 1)
  return unit >= 0xd800 && unit < 0xdc00 && most - 1 > from ? most - 1 : most
}
