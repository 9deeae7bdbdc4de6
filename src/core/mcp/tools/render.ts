/**
 * Records -> readable text with all of their values, unchanged: some hosts show a model only the text of a result. Cuts
 * results to a size that suits a model's context window. All sizes are bytes of UTF-8 in the message, that is, of
 * values as JSON.
 */
import type { KeywordResult, Source } from '../../answer/event.ts'
import { byteLength } from '../../base/bytes.ts'
import { partitionPoint } from '../../base/partition-point.ts'
import { codeBlock, firstUnits, shorten } from '../../base/text.ts'
import type { Fact, GlossaryEntry, KnowledgeNode, SourceRef } from '../../graph/graph.ts'
import type { SectionSummary } from '../../graph/knowledge.ts'

/** UTF-16 units of a name that a message quotes. */
const MAX_NAME_LENGTH = 80

/** Address of a page or section -> the address to show in texts. */
export type Locate = (url: string) => string

/** A function that puts the site's origin before addresses without one. Structured content has them unchanged. */
export function createLocate(origin: string | null): Locate {
  return (url) => (origin !== null && /^\/(?!\/)/.test(url) ? origin + url : url)
}

export function renderEntry({ term, aliases, definition }: GlossaryEntry): string {
  return `${term}${aliases.length === 0 ? '' : ` (also: ${aliases.join(', ')})`}\n${definition}`
}

export function renderSummary({ id, title, heading, group, url }: SectionSummary, locate: Locate): string {
  return `- ${id} | ${headline(title, heading)}${group === null ? '' : ` | ${group}`} | ${locate(url)}`
}

export function renderSection(node: KnowledgeNode, locate: Locate): string {
  const { id, kind, title, heading, group, url, summary, facts, sources, mode, terms } = node
  const groups = group === null ? [] : [`group: ${group}`]
  const about = [`id: ${id}`, `url: ${locate(url)}`, ...groups, `kind: ${kind}`, `mode: ${mode}`]
  return [
    `${headline(title, heading)}\n${about.join('\n')}`,
    summary,
    block('Facts (kind, exact text, chunk):', facts.map(renderFact)),
    block('Sources (url, chunk, anchor):', sources.map((source) => renderSource(source, locate))),
    terms.length === 0 ? '' : `Terms: ${terms.join(', ')}`,
  ].filter((part) => part !== '').join('\n\n')
}

/** One fact. A literal of several lines is put between code fences that are longer than any fence in it. */
export function renderFact({ kind, literal, chunkId }: Fact): string {
  if (!literal.includes('\n')) return `- ${kind}: ${literal} (${chunkId})`
  return `- ${kind} (${chunkId}):\n${codeBlock(literal)}`
}

export function renderSource({ chunkId, url, anchor }: SourceRef, locate: Locate): string {
  return `- ${locate(url)} (${chunkId}${anchor === null ? '' : `, ${anchor}`})`
}

export function renderResult(
  { id, title, heading, url, group, snippet, alsoIn = [] }: KeywordResult,
  locate: Locate,
): string {
  const name = `- ${headline(title, heading ?? null)}${group === undefined ? '' : ` | ${group}`}`
  const versions = alsoIn.length === 0 ? '' : `\n  also in ${alsoIn.join(', ')}`
  return `${name}\n${id === undefined ? '' : `  id: ${id}\n`}  url: ${locate(url)}\n  ${snippet}${versions}`
}

/** One source of an answer. */
export function renderCited({ url, title, heading, group, terms = [] }: Source, locate: Locate): string {
  const name = title === undefined ? heading : headline(title, heading ?? null)
  const about = [name, locate(url), group, terms.length === 0 ? undefined : `terms: ${terms.join(', ')}`]
  return `- ${about.filter((part) => part !== undefined).join(' | ')}`
}

/** The note after a list, or a text, that was cut; `next` tells the model how to get more. */
export function renderCut(shown: number, total: number | string, next: string): string {
  return `(truncated: ${shown} of ${total} shown. ${next})`
}

/** ` Nearest: "a", "b".`, or an empty text for no names. */
export function renderNearest(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Nearest: ${names.map(quote).join(', ')}.`
}

/** A name in a message: quoted, on one line, shortened. */
export function quote(name: string): string {
  return JSON.stringify(shorten(name, MAX_NAME_LENGTH))
}

function headline(title: string, heading: string | null): string {
  return heading === null ? title : `${title} › ${heading}`
}

function block(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${head}\n${lines.join('\n')}`
}

/** Default limit of one result: about 10,000 tokens. */
export const MAX_RESULT_BYTES = 40_000
/** Bytes reserved for everything in a result besides its data and text, such as the server's name. */
const ENVELOPE_BYTES = 1_000
/** Consecutive items without room after which no more items are tried. */
const MAX_MISSES = 20
/** Bytes reserved for the words and marks between the parts, in data and text together. */
export const FRAME_BYTES = 400
/** Bytes between two values, in data and text together. */
const SEPARATOR_BYTES = 4
const ELLIPSIS = '…'

/** The room, in bytes, for the parts of data and text in a result of at most `maxBytes`. */
export function roomOf(maxBytes: number): number {
  return maxBytes - ENVELOPE_BYTES - FRAME_BYTES
}

/** Bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return byteLength(JSON.stringify(value))
}

/** A function that gives the size of a value in data and text together: its JSON, its rendered text, and separators. */
export function sizeOfBoth<T>(render: (value: T) => string): (value: T) => number {
  return (value) => sizeOf(value) + sizeOf(render(value)) + SEPARATOR_BYTES
}

/** Takes items while there is room, of which the rest is `roomLeft`. An item that is too large is skipped. */
export function fill<T>(items: readonly T[], room: number, sizeOfItem: (item: T) => number) {
  const fitting: T[] = []
  let roomLeft = room
  let misses = 0
  for (const item of items) {
    const size = sizeOfItem(item)
    misses = size > roomLeft ? misses + 1 : 0
    if (misses === MAX_MISSES) break
    if (misses > 0) continue
    fitting.push(item)
    roomLeft -= size
  }
  return { items: fitting, roomLeft }
}

/** A part of a record -> the same cut to some bytes of data and text together. */
type Cut<T> = (room: number) => Partial<NoInfer<T>>

/** How a record is shown: `total` has the whole sizes of its parts, `next` tells the model how to get more. */
interface RecordForm<T> {
  readonly room: number
  readonly render: (record: T) => string
  readonly total: Readonly<Record<string, number>>
  readonly next: string
}

/**
 * A record in full, and the room that it leaves. If it needs more than `room` bytes, its parts are cut: each gets an
 * equal share of the room that the parts before it have left.
 */
export function showRecord<T extends object>(whole: T, parts: readonly Cut<T>[], form: RecordForm<T>) {
  const { room, render, total, next } = form
  const roomBeside = (record: T) => room - sizeOf(record) - sizeOf(render(record))
  const roomLeft = roomBeside(whole)
  if (roomLeft >= 0) return { data: whole, text: render(whole), roomLeft }
  let shown = parts.reduce((record, cut) => ({ ...record, ...cut(0) }), whole)
  for (const [i, cut] of parts.entries()) {
    const before = shown
    let partRoom = roomBeside(before) / (parts.length - i)
    shown = { ...before, ...cut(partRoom) }
    // A text is larger than its data if its links got an origin.
    for (let left = roomBeside(shown); left < 0 && partRoom > 0; left = roomBeside(shown)) {
      partRoom += left
      shown = { ...before, ...cut(partRoom) }
    }
  }
  const totals = Object.entries(total).map(([name, size]) => `${name} ${size}`).join(', ')
  const note = `(truncated; in all ${totals}. ${next})`
  return { data: { ...shown, truncated: true, total }, text: `${render(shown)}\n\n${note}`, roomLeft: 0 }
}

/** The text if its JSON fits into `room` bytes, else its beginning in whole code points and an ellipsis. */
export function cutText(text: string, room: number): string {
  // Each UTF-16 unit takes at least one byte, so a text of more units need not be measured.
  if (text.length <= room && sizeOf(text) <= room) return text
  const beginning = (length: number) => firstUnits(text, length) + ELLIPSIS
  const to = Math.min(text.length, Math.max(0, room))
  return beginning(partitionPoint({ from: 0, to }, (length) => sizeOf(beginning(length + 1)) <= room))
}
