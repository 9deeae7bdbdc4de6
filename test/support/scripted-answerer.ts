/** An answerer that plays what a test wrote down: the edge of everything that streams answers. */
import type { Answerer, AnswerReport } from '../../src/core/answer/answerer.ts'
import type { AnswerEvent } from '../../src/core/answer/event.ts'
import type { AnswerBackend } from '../../src/core/http/answers/run-answer.ts'
import { report } from './report.ts'

/** An event, or a wait, which the signal cuts short. */
export type Step = AnswerEvent | (() => Promise<unknown>)

export const SEARCH: AnswerEvent = { type: 'search', query: 'trailing slashes' }
export const SOURCES: AnswerEvent = { type: 'sources', sources: [{ url: '/routing/#slashes', title: 'Routing' }], model: 'test-model' }
/** The outcome of an answer, which only clients with `detail` get. */
export const OUTCOME = {
  type: 'outcome', id: 'a1', outcome: 'answered', support: 'grounded', cited: ['/routing/#slashes'], opened: [],
} as const satisfies AnswerEvent

export const DONE: AnswerEvent = { type: 'done' }
export const token = (text: string): AnswerEvent => ({ type: 'token', text })

/** What is played for a question. */
export type Script = (question: string) => Iterable<Step> | AsyncIterable<Step>

/** A whole answer. */
export const ANSWER: readonly AnswerEvent[] = [SEARCH, SOURCES, token('Set `always`'), DONE]

export interface ScriptedAnswering extends AnswerBackend {
  /** Questions that were begun, in order. */
  readonly asked: readonly string[]
  /** What was delivered, in order. */
  readonly reports: readonly AnswerReport[]
}

/** Plays `steps` for every question; `overrides` replaces parts of the report. */
export function scriptedAnswering(steps: Script = () => ANSWER, overrides: Partial<AnswerReport> = {}): ScriptedAnswering {
  const asked: string[] = []
  const reports: AnswerReport[] = []
  let ids = 0
  const answer: Answerer = async function* play(question, { signal = new AbortController().signal, onReport } = {}) {
    asked.push(question)
    let outcome: AnswerReport['outcome'] = 'cancelled'
    try {
      for await (const step of steps(question)) {
        if (typeof step === 'function') await Promise.race([step(), aborted(signal)])
        if (signal.aborted) return yield { type: 'error', error: 'cancelled' }
        if (typeof step === 'function') continue
        if (step.type === 'done' || step.type === 'error') outcome = step.type === 'done' ? 'answered' : 'error'
        yield step
      }
    } finally {
      onReport?.({ ...REPORT, question, outcome, ...overrides })
    }
  }
  return {
    answer, contentKey: async () => 'content', newId: () => `id-${(ids += 1)}`,
    deliver: async (delivered) => void reports.push(delivered), asked, reports,
  }
}

/** Settles when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A gate for the scripts: `wait` is a step that goes on when it is opened. */
export function gate(): { readonly wait: () => Promise<void>; readonly open: () => void } {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { wait: () => opened, open: () => open() }
}

/** The report of an answer: a thousand tokens. */
export const REPORT: AnswerReport = report({ model: 'test-model', usage: { input: 900, output: 100, cached: 0, cacheWrite: 0, reasoning: 0 }, cost: 1_000 })
