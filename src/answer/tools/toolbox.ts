/**
 * Calls of a model -> their results, within the bounds of one answer. Every call
 * gets a result: one that can't be run gets an error text that lets the model
 * correct it.
 */
import type { ToolCall, ToolResult } from '../../llm/model.ts'
import type { Library, LibraryHit, OpenedSection } from './library.ts'
import { createMark, formatHits, formatOpened, MARKS_LENGTH } from './material.ts'
import type { Passages } from './passages.ts'
import { decodeCall, type Lookup } from './tools.ts'

/** Sections that one search shows. */
const HITS = 8
/** Sections that the error for an unknown id names. */
const NEAREST = 5
/** Calls that a model may make as long as nothing was found. */
const MAX_REWRITES = 2
const CHARS_PER_TOKEN = 4
/** Least length that a result needs to show anything useful. */
const MIN_ROOM = 600
/** Length kept for hints around the material of a result. */
const WORDS_LENGTH = 400

const NOTHING_FOUND = 'No section was found. Try fewer or other words.'

/** Limits of the tools in one answer; each at least 1. */
export interface ToolBounds {
  /** Tool calls in all, refused ones too. */
  readonly maxCalls: number
  /** Tool calls of one step. */
  readonly maxCallsPerStep: number
  /** Tokens of all tool results together, a token taken as four UTF-16 units. */
  readonly maxToolTokens: number
  /** UTF-16 units of one tool result. */
  readonly maxResultLength: number
}

/** The results of one step's calls. */
export interface ToolRun {
  /** One for each call, in order. */
  readonly results: readonly ToolResult[]
  /** Queries of searches and headings of opened sections, in order. */
  readonly searches: readonly string[]
}

/** The tools of one answer. */
export interface Toolbox {
  /** The hits of a first search for the question; null where there are none. */
  readonly searchFirst: (question: string) => Promise<string | null>
  /** Runs the calls of one step side by side. Rejects only when the content can't be read. */
  readonly run: (calls: readonly ToolCall[]) => Promise<ToolRun>
  /** Whether calls or room are used up, or nothing was found in the first calls. */
  readonly isExhausted: () => boolean
}

/** The parts that a toolbox works with. */
export interface ToolboxDeps {
  readonly library: Library
  readonly bounds: ToolBounds
  readonly passages: Passages
  /** Id of the marks around material; nobody can guess it. */
  readonly markId: string
}

/** The outcome of one call, before it is formatted. */
type LookupResult =
  | { readonly type: 'error'; readonly error: string }
  | { readonly type: 'repeat'; readonly key: string }
  | { readonly type: 'hits'; readonly key: string; readonly query: string; readonly hits: readonly LibraryHit[] }
  | { readonly type: 'unknown'; readonly nearest: readonly LibraryHit[] }
  | { readonly type: 'opened'; readonly key: string; readonly from: number | null; readonly opened: OpenedSection }

interface CallContext {
  /** Number of the call in its step, from 1. */
  readonly number: number
  /** Keys of the calls before it. */
  readonly askedKeys: Set<string>
}

/** A toolbox that has run no call. */
export function createToolbox({ library, bounds, passages, markId }: ToolboxDeps): Toolbox {
  const mark = createMark(markId)
  /** Key of each call that was run -> numbers of the sections it showed. */
  const shownByKey = new Map<string, readonly number[]>()
  let callCount = 0
  let charsLeft = bounds.maxToolTokens * CHARS_PER_TOKEN

  const roomLeft = () => Math.min(bounds.maxResultLength, charsLeft) - MARKS_LENGTH - WORDS_LENGTH

  async function searchFirst(question: string): Promise<string | null> {
    const hits = await library.search(question, HITS)
    const text = showHits(keyOf({ type: 'search', query: question }), hits)
    charsLeft -= text?.length ?? 0
    return text
  }

  async function run(calls: readonly ToolCall[]): Promise<ToolRun> {
    const askedKeys = new Set(shownByKey.keys())
    const outcomes = await Promise.all(
      calls.map(async (call, i) => ({ callId: call.id, found: await lookUp(call, { number: i + 1, askedKeys }) })),
    )
    const results = outcomes.map(({ callId, found }): ToolResult => {
      const isError = found.type === 'error' || found.type === 'unknown'
      const text = (isError ? 'error: ' : '') + textFor(found)
      charsLeft -= text.length
      return { callId, text, isError }
    })
    return { results, searches: outcomes.flatMap(({ found }) => searchesOf(found)) }
  }

  /** Counts the call and records its key before it awaits anything, so that calls of one step see each other. */
  async function lookUp(call: ToolCall, { number, askedKeys }: CallContext): Promise<LookupResult> {
    callCount += 1
    const { maxCalls, maxCallsPerStep } = bounds
    if (callCount > maxCalls) return toolError(`all ${maxCalls} calls are used; answer from the material above`)
    if (number > maxCallsPerStep) return toolError(`at most ${maxCallsPerStep} calls at once; make it again if need be`)
    const decoded = decodeCall(call)
    if (typeof decoded === 'string') return toolError(decoded)
    const lookup = decoded.type === 'open' ? { ...decoded, id: idOf(decoded.id) } : decoded
    const key = keyOf(lookup)
    if (askedKeys.has(key)) return { type: 'repeat', key }
    askedKeys.add(key)
    return lookup.type === 'search' ? search(key, lookup.query) : open(key, lookup)
  }

  async function search(key: string, query: string): Promise<LookupResult> {
    return { type: 'hits', key, query, hits: await library.search(query, HITS) }
  }

  async function open(key: string, { id, from }: Extract<Lookup, { readonly type: 'open' }>): Promise<LookupResult> {
    const opened = await library.open(id)
    if (opened === null) return { type: 'unknown', nearest: await library.search(wordsOf(id), NEAREST) }
    const { length } = opened.section.source.text
    const isBeyond = from !== null && from > 0 && from >= length
    if (isBeyond) return toolError(`the text of this section ends at ${length}; there is nothing from ${from} on`)
    return { type: 'opened', key, from, opened }
  }

  /** The id of a section that may be given by its number. */
  function idOf(text: string): string {
    const number = /^\[?(\d{1,4})\]?$/.exec(text)?.[1]
    return (number !== undefined ? passages.idOf(Number(number)) : null) ?? text
  }

  /** The text of a result. Called in the order of the calls: sections get their numbers, and use up room, in the order the model reads. */
  function textFor(found: LookupResult): string {
    if (found.type === 'error') return found.error
    if (found.type === 'repeat') return repeatText(found.key)
    if (roomLeft() < MIN_ROOM) return 'there is no room for more material; answer from what is above'
    if (found.type === 'hits') return showHits(found.key, found.hits) ?? NOTHING_FOUND
    if (found.type === 'unknown') return unknownText(found.nearest)
    const { text, hints, shown } = formatOpened(found.opened, found.from, { passages, room: roomLeft() })
    for (const section of shown) {
      shownByKey.set(keyOf({ type: 'open', id: section.id, from: null }), [passages.numberOf(section)])
    }
    shownByKey.set(found.key, [passages.numberOf(found.opened.section)])
    return [mark(text), ...hints].join('\n')
  }

  function showHits(key: string, hits: readonly LibraryHit[]): string | null {
    const { text, numbers } = formatHits(hits, { passages, room: roomLeft() })
    shownByKey.set(key, numbers)
    return text === '' ? null : mark(text)
  }

  function repeatText(key: string): string {
    const numbers = shownByKey.get(key) ?? []
    if (numbers.length === 0) return 'This was asked before and nothing was found. Try other words.'
    return `Already shown above as ${numbers.map((number) => `[${number}]`).join(', ')}.`
  }

  function unknownText(nearest: readonly LibraryHit[]): string {
    if (nearest.length === 0) return 'no section has this id; use search to find one'
    const list = nearest.map(({ path, id }) => `- ${path} (id: ${id})`).join('\n')
    return `no section has this id. The nearest are:\n${mark(list)}`
  }

  return {
    searchFirst,
    run,
    isExhausted: () => {
      const isHopeless = passages.count() === 0 && callCount >= MAX_REWRITES
      return callCount >= bounds.maxCalls || roomLeft() < MIN_ROOM || isHopeless
    },
  }
}

function toolError(error: string): LookupResult {
  return { type: 'error', error }
}

/** An id as a search query. */
function wordsOf(id: string): string {
  return id.replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** A key that calls with the same result share. */
function keyOf(lookup: Lookup): string {
  if (lookup.type === 'open') return `open ${lookup.from ?? ''} ${lookup.id}`
  return `search ${lookup.query.toLowerCase().replace(/\s+/g, ' ').trim()}`
}

function searchesOf(found: LookupResult): readonly string[] {
  if (found.type === 'hits') return [found.query]
  return found.type === 'opened' ? [found.opened.section.heading ?? found.opened.section.title] : []
}
