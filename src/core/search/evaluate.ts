/**
 * JSON lines -> judged queries, each with the sections that people judged relevant; a ranking and its judgments -> the
 * measures of retrieval quality, 0 to 1, 1 for the best possible ranking. Lines are either
 * `{"id", "text", "rel": {"section": gain}, "exclude": ["section"]}`, as in collections of judged queries, or short
 * `{"query", "expected": ["section"]}`.
 */
import { AskError } from '../base/errors.ts'
import { isObject, parseJsonObject } from '../base/json.ts'

/** Results that count for reciprocal rank and nDCG. */
export const RANK_DEPTH = 10

/** The measures of one ranking, or their means. */
export interface Measures {
  /** Fraction of the relevant sections that are among the first `k`. */
  readonly recall: number
  /** 1 / rank of the first relevant section among the first ten, 0 without one. */
  readonly reciprocalRank: number
  /**
   * nDCG: gains of the first ten, each divided by log2(rank + 1), as a fraction of the sum in the best order of all
   * judged sections (Järvelin and Kekäläinen, 2002).
   */
  readonly ndcg: number
}

/** Measures ids in the order of a ranking; excluded ids don't take up a rank. */
export function measure(ranking: readonly string[], { gains, exclude }: JudgedQuery, k: number): Measures {
  const ranked = [...new Set(ranking)].filter((id) => !exclude.has(id)).map((id) => gains.get(id) ?? 0)
  const ideal = [...gains.values()].sort((a, b) => b - a)
  const first = ranked.slice(0, RANK_DEPTH).findIndex(isRelevant)
  return {
    recall: ranked.slice(0, k).filter(isRelevant).length / ideal.filter(isRelevant).length,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    ndcg: discounted(ranked) / discounted(ideal),
  }
}

/** Means over one or more queries. */
export function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (name: keyof Measures) => all.reduce((sum, measures) => sum + measures[name], 0) / all.length
  return { recall: mean('recall'), reciprocalRank: mean('reciprocalRank'), ndcg: mean('ndcg') }
}

function isRelevant(gain: number): boolean {
  return gain > 0
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, RANK_DEPTH).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)
}

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

/** Parses all lines but blank ones. Throws `AskError('file-format')` that names the first wrong line and the reason. */
export function parseJudgedQueries(text: string): JudgedQuery[] {
  const queries: JudgedQuery[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    if (queries.length === MAX_QUERIES) throw wrong(i + 1, `there are more than ${MAX_QUERIES} queries`)
    queries.push(parseLine(line.trim(), i + 1))
  }
  if (queries.length === 0) throw new AskError('file-format', 'There are no queries')
  return queries
}

function parseLine(line: string, number: number): JudgedQuery {
  const value = parseJsonObject(line)
  if (value === undefined) throw wrong(number, 'not a JSON object')
  const { id = number, text, query = text, rel, expected, exclude = [] } = value
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
