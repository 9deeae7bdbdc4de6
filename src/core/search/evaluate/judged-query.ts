/**
 * JSON lines -> judged queries: each with the sections that people judged relevant. Lines are either
 * `{"id", "text", "rel": {"section": gain}, "exclude": ["section"]}`, as in collections of judged queries, or short
 * `{"query", "expected": ["section"]}`.
 */
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../base/json.ts'

/** Most queries of one file. */
const MAX_QUERIES = 10_000
/** Greatest gain, so that sums of gains stay far below the limit of numbers. */
const MAX_GAIN = 1_000_000
const GAINS = `an object of section ids with gains from 0 to ${MAX_GAIN}`

/** A query and its relevance judgments. */
export interface JudgedQuery {
  /** By default the number of its line. */
  readonly id: string
  readonly text: string
  /** Gain of each judged section by its id; at least one is above 0. */
  readonly gains: ReadonlyMap<string, number>
  /** Sections that are removed from the ranking. */
  readonly exclude: ReadonlySet<string>
}

/** Parses all lines but blank ones. Throws an AskError `content` that names the first wrong line and the reason. */
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
  if (queries.length === 0) throw new AskError('file-format', 'There are no queries')
  return queries
}

function parseLine(line: string, number: number): JudgedQuery {
  const { id = number, text, query = text, rel, expected, exclude = [] } = parseObject(line, number)
  if (typeof id !== 'string' && typeof id !== 'number') throw wrong(number, '"id" must be a string or a number')
  if (typeof query !== 'string' || query.trim() === '') {
    throw wrong(number, '"text" must be a string with something in it')
  }
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
  return new AskError('file-format', `Line ${line}: ${how}`)
}
