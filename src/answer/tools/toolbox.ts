/**
 * Calls of a model -> what they are answered with, within the bounds of one
 * answer. Every call gets a result: one that can't be run is answered in words
 * that let the model mend it.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { ToolCall, ToolResult } from '../../llm/model.ts'
import type { LoopBounds } from './bounds.ts'
import type { Library, LibraryHit, OpenedSection } from './library.ts'
import { createMark, formatHits, formatOpened, MARKS_LENGTH } from './material.ts'
import type { Passages } from './passages.ts'
import { decodeCall, type Lookup } from './tools.ts'

/** Sections that one search shows. */
const HITS = 8
/** Sections that are named where an id is unknown. */
const NEAREST = 5
/** Searches that a model may make where nothing was found at all. */
const MAX_REWRITES = 2
const CHARS_PER_TOKEN = 4
/** Characters of room under which there is no use in showing anything. */
const MIN_ROOM = 600
/** Characters kept for what stands around material in a result. */
const WORDS_LENGTH = 400

const NOTHING_FOUND = 'No section was found. Try fewer or other words.'

/** What a step's calls came to. */
export interface ToolRun {
  /** One for each call, in order. */
  readonly results: readonly ToolResult[]
  /** What was searched for, and headings of what was opened, in order. */
  readonly searches: readonly string[]
}

export interface Toolbox {
  /** Material that a first search for the question finds; null for none. */
  readonly searchFirst: (question: string) => Promise<string | null>
  /** Runs the calls of one step side by side. Rejects only when the content can't be read. */
  readonly run: (calls: readonly ToolCall[]) => Promise<ToolRun>
  /** Whether calls or room are used up, or nothing can be found. */
  readonly isSpent: () => boolean
}

export interface ToolboxSurroundings {
  readonly library: Library
  readonly bounds: LoopBounds
  readonly passages: Passages
  /** For the marks around material: nobody can guess it. */
  readonly markId: string
}

/** What a call found, before it gets its room. */
type Found =
  | { readonly type: 'error'; readonly error: string }
  | { readonly type: 'repeat'; readonly key: string }
  | { readonly type: 'hits'; readonly key: string; readonly query: string; readonly hits: readonly LibraryHit[] }
  | { readonly type: 'unknown'; readonly nearest: readonly LibraryHit[] }
  | { readonly type: 'opened'; readonly key: string; readonly from: number | null; readonly opened: OpenedSection }

/** Where a call stands: which of its step it is, from 1, and what was asked before it. */
interface Place {
  readonly number: number
  readonly asked: Set<string>
}

/** For one answer. */
export function createToolbox({ library, bounds, passages, markId }: ToolboxSurroundings): Toolbox {
  const mark = createMark(markId)
  /** What each call was answered with: numbers of the sections it showed. */
  const answered = new Map<string, readonly number[]>()
  let made = 0
  let left = bounds.maxToolTokens * CHARS_PER_TOKEN

  const roomLeft = () => Math.min(bounds.maxResultLength, left) - MARKS_LENGTH - WORDS_LENGTH

  async function searchFirst(question: string): Promise<string | null> {
    const hits = await library.search(question, HITS)
    const text = showHits(keyOf({ type: 'search', query: question }), hits)
    left -= text?.length ?? 0
    return text
  }

  async function run(calls: readonly ToolCall[]): Promise<ToolRun> {
    const asked = new Set(answered.keys())
    const found = await Promise.all(calls.map((call, i) => look(call, { number: i + 1, asked })))
    const results = found.map((one, i): ToolResult => {
      const isError = one.type === 'error' || one.type === 'unknown'
      const text = (isError ? 'error: ' : '') + tell(one)
      left -= text.length
      return { callId: calls[i]!.id, text, isError }
    })
    return { results, searches: found.flatMap(searchedFor) }
  }

  /** Nothing is awaited before the call is counted and noted, so that calls of one step see each other. */
  async function look(call: ToolCall, { number, asked }: Place): Promise<Found> {
    made += 1
    const { maxCalls, maxCallsPerStep } = bounds
    if (made > maxCalls) return wrong(`all ${maxCalls} calls are used; answer from the material above`)
    if (number > maxCallsPerStep) return wrong(`at most ${maxCallsPerStep} calls at once; make it again if need be`)
    const decoded = decodeCall(call)
    if (typeof decoded === 'string') return wrong(decoded)
    const lookup = decoded.type === 'open' ? { ...decoded, id: idOf(decoded.id) } : decoded
    const key = keyOf(lookup)
    if (asked.has(key)) return { type: 'repeat', key }
    asked.add(key)
    return lookup.type === 'search' ? search(key, lookup.query) : open(key, lookup)
  }

  async function search(key: string, query: string): Promise<Found> {
    return { type: 'hits', key, query, hits: await library.search(query, HITS) }
  }

  async function open(key: string, { id, from }: Extract<Lookup, { readonly type: 'open' }>): Promise<Found> {
    const opened = await library.open(id)
    if (opened === null) return { type: 'unknown', nearest: await library.search(wordsOf(id), NEAREST) }
    const { length } = opened.section.source.text
    const isBeyond = from !== null && from > 0 && from >= length
    if (isBeyond) return wrong(`the text of this section ends at ${length}; there is nothing from ${from} on`)
    return { type: 'opened', key, from, opened }
  }

  /** A section may be named by the number it was shown with. */
  function idOf(text: string): string {
    const number = /^\[?(\d{1,4})\]?$/.exec(text)?.[1]
    return (number !== undefined ? passages.idOf(Number(number)) : null) ?? text
  }

  /** In order of the calls: sections get their numbers, and room is used up, as the model reads. */
  function tell(found: Found): string {
    if (found.type === 'error') return found.error
    if (found.type === 'repeat') return tellRepeat(found.key)
    if (roomLeft() < MIN_ROOM) return 'there is no room for more material; answer from what is above'
    if (found.type === 'hits') return showHits(found.key, found.hits) ?? NOTHING_FOUND
    if (found.type === 'unknown') return tellUnknown(found.nearest)
    const { text, hints, shown } = formatOpened(found.opened, found.from, { passages, room: roomLeft() })
    for (const section of shown) {
      answered.set(keyOf({ type: 'open', id: section.id, from: null }), [passages.numberOf(section)])
    }
    answered.set(found.key, [passages.numberOf(found.opened.section)])
    return [mark(text), ...hints].join('\n')
  }

  function showHits(key: string, hits: readonly LibraryHit[]): string | null {
    const { text, numbers } = formatHits(hits, { passages, room: roomLeft() })
    answered.set(key, numbers)
    return text === '' ? null : mark(text)
  }

  function tellRepeat(key: string): string {
    const numbers = answered.get(key) ?? []
    if (numbers.length === 0) return 'This was asked before and nothing was found. Try other words.'
    return `Already shown above as ${numbers.map((number) => `[${number}]`).join(', ')}.`
  }

  function tellUnknown(nearest: readonly LibraryHit[]): string {
    if (nearest.length === 0) return 'no section has this id; use search to find one'
    const list = nearest.map(({ path, id }) => `- ${path} (id: ${id})`).join('\n')
    return `no section has this id. The nearest are:\n${mark(list)}`
  }

  return {
    searchFirst,
    run,
    isSpent: () => {
      const isHopeless = passages.count() === 0 && made >= MAX_REWRITES
      return made >= bounds.maxCalls || roomLeft() < MIN_ROOM || isHopeless
    },
  }
}

/** Why a call isn't run. */
function wrong(error: string): Found {
  return { type: 'error', error }
}

/** An id as a search can read it. */
function wordsOf(id: string): string {
  return id.replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** The same for calls that show the same. */
function keyOf(lookup: Lookup): string {
  if (lookup.type === 'open') return `open ${lookup.from ?? ''} ${lookup.id}`
  return `search ${foldSpace(lookup.query.toLowerCase())}`
}

function searchedFor(found: Found): readonly string[] {
  if (found.type === 'hits') return [found.query]
  return found.type === 'opened' ? [found.opened.section.heading ?? found.opened.section.title] : []
}
