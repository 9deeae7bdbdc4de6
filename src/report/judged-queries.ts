/** The topics of a report -> judged queries for `ask eval`, from the results that readers opened. */
import type { Topic } from './topics.ts'

/** Queries of one file, as `ask eval` reads them. */
const MAX_QUERIES = 10_000
/** Minimum number of readers who opened the same section: a single click may be a mistake. */
const MIN_READERS = 2
/** Minimum share of a topic's clicks for a section to count, and to count twice. */
const MIN_SHARE = 0.1
const MAIN_SHARE = 0.5

/** One query per line, with a gain of 1 or 2 for each section; empty if readers clicked too rarely. */
export function formatJudgedQueries(topics: readonly Topic[]): string {
  const groups = topics.flatMap((topic) => topic.groups)
  const lines = groups.flatMap(({ query, clicks }) => {
    if (clicks === null) return []
    const total = [...clicks.values()].reduce((sum, readers) => sum + readers, 0)
    const judged = [...clicks].filter(([, readers]) => readers >= MIN_READERS && readers >= total * MIN_SHARE)
    if (judged.length === 0 || query.trim() === '') return []
    const ordered = judged.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const rel = Object.fromEntries(ordered.map(([id, readers]) => [id, readers >= total * MAIN_SHARE ? 2 : 1]))
    return JSON.stringify({ text: query, rel })
  })
  return lines.slice(0, MAX_QUERIES).map((line) => `${line}\n`).join('')
}
