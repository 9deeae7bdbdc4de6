/** A cached answer -> its events for another reader, with a report of its own: replayed, without cost. */
import type { AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/events/event.ts'
import { NO_USAGE } from '../../llm/model.ts'
import type { GivenAnswer } from './answer-cache.ts'
import type { RunContext } from './run-answer.ts'

/** The events, with a new id. The report is delivered when the reader has the last event or leaves. */
export function replayAnswer(
  { events, report }: GivenAnswer,
  { id, deliver, waitUntil }: Pick<RunContext, 'deliver' | 'waitUntil'> & { readonly id: string },
): AsyncIterable<AnswerEvent> {
  async function* run(): AsyncGenerator<AnswerEvent> {
    let isWhole = false
    try {
      for (const event of events) {
        isWhole = event.type === 'done'
        yield event.type === 'outcome' ? { ...event, id } : event
      }
    } finally {
      waitUntil(deliver(isWhole ? { ...replayOf(report), id } : { ...replayOf(report), id, ...READER_LEFT }))
    }
  }
  return run()
}

const READER_LEFT = { outcome: 'cancelled', error: 'cancelled' } as const

/** The report of an answer without a request to a model. */
function replayOf(report: AnswerReport): AnswerReport {
  const replayed = { steps: 0, calls: [], usage: NO_USAGE, cost: 0, isEstimated: false, finish: null }
  return { ...report, ...replayed, firstTokenMs: 0, totalMs: 0, isReplayed: true }
}
