/**
 * A section's text -> Markdown-like text for a model: code blocks in fences, code
 * in a sentence between backticks, table cells with bars between them; code itself is not
 * changed by a character. Long text is cut where a paragraph, a sentence or a
 * line of code ends. Offsets and lengths are in UTF-16 units; offsets are those
 * of the section's text, whatever the marks around code add.
 */
import type { CodeSpan } from '../../content/structure/code-spans.ts'

/** The text of a section and the code in it, as in `content/page`. */
export interface SourceText {
  readonly text: string
  readonly code: readonly CodeSpan[]
}

/** A stretch of a section. */
export interface Excerpt {
  readonly text: string
  /** Offset at which the text goes on, null at its end. */
  readonly next: number | null
}

/** Ends of sentences and lines. */
const STOPS = /[.!?…]["'”’)\]]{0,3}(?=\s)|[。！？]|\n/g

/** The text that fits into `room`, from an offset on; at least one character, so that reading on comes to an end. */
export function cutSource(source: SourceText, from: number, room: number): Excerpt {
  let end = cutAt(source, from, from + Math.max(1, room))
  let text = formatSource(source, from, end)
  // Marks around code make the text longer: each round shortens it in proportion.
  while (text.length > room && end - from > 1) {
    end = cutAt(source, from, from + Math.max(1, Math.floor(((end - from) * room) / text.length)))
    text = formatSource(source, from, end)
  }
  return { text, next: end < source.text.length ? end : null }
}

/** The text from `from` to `to`; code that goes on after `to` is closed there. */
function formatSource({ text, code }: SourceText, from: number, to: number): string {
  const parts: string[] = []
  let at = from
  for (const span of code) {
    if (span.end <= from || span.start >= to) continue
    const [start, end] = [Math.max(span.start, from), Math.min(span.end, to)]
    parts.push(formatProse(text.slice(at, start)), formatCode(text.slice(start, end), span))
    at = end
  }
  return [...parts, formatProse(text.slice(at, to))].join('').trim()
}

function formatProse(text: string): string {
  return text.replaceAll('\t', ' | ')
}

/** Code between runs of backticks longer than any run in it. */
export function formatCode(code: string, { isBlock, lang }: Pick<CodeSpan, 'isBlock' | 'lang'>): string {
  const runs = code.match(/`+/g) ?? []
  const ticks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length), isBlock ? 2 : 0) + 1)
  if (isBlock) return `${ticks}${lang ?? ''}\n${code.replace(/\n$/, '')}\n${ticks}`
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return ticks + space + code + space + ticks
}

/** The last good offset to cut at, up to `most`; one in the second half of the room where there is one. */
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
