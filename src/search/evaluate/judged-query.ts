/**
 * JSON lines -> queries with the sections that people judged right for them.
 * Either `{"id", "text", "rel": {"section": gain}, "exclude": ["section"]}`, as
 * collections of judged queries come, or short `{"query", "expected": ["section"]}`.
 */
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../base/json.ts'

/** Most queries of one file. */
const MAX_QUERIES = 10_000
/** Greatest gain: sums stay far from what numbers hold. */
const MAX_GAIN = 1_000_000
const GAINS = `an object of section ids with gains from 0 to ${MAX_GAIN}`

export interface JudgedQuery {
  /** The number of its line where it has none. */
  readonly id: string
  readonly text: string
  /** What each section judged is worth by its id; at least one is above 0. */
  readonly gains: ReadonlyMap<string, number>
  /** Sections that are left out of what is found. */
  readonly exclude: ReadonlySet<string>
}

/** Reads all lines but blank ones. Throws an AskError `content` that tells the first line that is wrong, and how. */
export function parseJudgedQueries(text: string): JudgedQuery[] {
  const queries: JudgedQuery[] = []
  let number = 0
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    const line = text.slice(start, end).trim()
    number += 1
    start = end + 1
    if (line === '') continue
    if (queries.length === MAX_QUERIES) throw wrong(number, `there are more than ${MAX_QUERIES} queries`)
    queries.push(parseLine(line, number))
  }
  if (queries.length === 0) throw new AskError('content', 'There are no queries')
  return queries
}

function parseLine(line: string, number: number): JudgedQuery {
  const { id = number, text, query = text, rel, expected, exclude = [] } = parseObject(line, number)
  if (typeof id !== 'string' && typeof id !== 'number') throw wrong(number, '"id" must be a string or a number')
  if (typeof query !== 'string' || query.trim() === '') throw wrong(number, '"text" must be a string with something in it')
  if (!isTexts(exclude)) throw wrong(number, '"exclude" must be a list of section ids')
  const gains = isTexts(expected) && rel === undefined ? new Map(expected.map((one) => [one, 1])) : toGains(rel)
  if (gains === null) throw wrong(number, `"rel" must be ${GAINS}, or "expected" a list of ids`)
  if (![...gains.values()].some((gain) => gain > 0)) throw wrong(number, 'no section is judged right')
  return { id: String(id), text: query, gains, exclude: new Set(exclude) }
}

function parseObject(line: string, number: number): JsonObject {
  const value = parseJson(line)
  if (value === undefined) throw wrong(number, 'not JSON')
  if (!isObject(value)) throw wrong(number, 'not an object')
  return value
}

function toGains(rel: unknown): Map<string, number> | null {
  if (!isObject(rel)) return null
  const gains = new Map<string, number>()
  for (const [id, gain] of Object.entries(rel)) {
    if (typeof gain !== 'number' || !(gain >= 0 && gain <= MAX_GAIN)) return null
    gains.set(id, gain)
  }
  return gains
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function wrong(line: number, how: string): AskError {
  return new AskError('content', `Line ${line}: ${how}`)
}
