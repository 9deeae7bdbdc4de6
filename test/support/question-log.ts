/** Lines of question logs, and the report of some. */
import { formatLine, type LogLine, parseLine } from '../../src/core/question-log.ts'
import { type LookUp, makeReport } from '../../src/addons/report/report.ts'
import { addLine, createTally } from '../../src/addons/report/tally.ts'

const AT = '2026-11-22T10:00:00.000Z'

let views = 0

/** A search of a reader of its own, with one result that is opened, unless `given` says otherwise. */
export function searchLine(query: string, given: object = {}): LogLine {
  return { type: 'search', at: AT, view: `v${views += 1}`, query, results: 1, top: ['index'], click: { rank: 1, id: 'index' }, ...given }
}

/** A search without results. */
export const emptySearch = (query: string, given: object = {}) => searchLine(query, { results: 0, top: [], click: undefined, ...given })

/** An answer to a reader of its own. */
export function answerLine(query: string, given: object = {}): LogLine {
  const number = (views += 1)
  return { type: 'answer', at: AT, view: `v${number}`, id: `a${number}`, query, outcome: 'answered', support: 'grounded', cited: ['/x/'], opened: ['/x/'], ...given }
}

/** A verdict on an answer. */
export const verdictLine = (answer: string, verdict: 'up' | 'down', given: object = {}): LogLine => ({ type: 'verdict', at: AT, answer, verdict, ...given })

/** As many of what `make` makes. */
export const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** The report of lines, or of texts of lines. */
export function reported(lines: readonly (LogLine | string)[], lookUp: LookUp | null = null, maxLines?: number) {
  const tally = createTally(maxLines)
  for (const line of lines) addLine(tally, parseLine(typeof line === 'string' ? line : formatLine(line)))
  return makeReport(tally, lookUp)
}
