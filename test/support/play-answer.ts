/** An answer of a scripted model, played to its end. */
import { type AnswerBounds, type AnswerReport, DEFAULT_BOUNDS } from '../../src/core/answer/answerer.ts'
import type { AnswerEvent } from '../../src/core/answer/event.ts'
import type { HistoryTurn } from '../../src/core/answer/conversation.ts'
import type { Library } from '../../src/core/answer/tools/library.ts'
import { createAnswerer } from '../../src/core/answer/loop.ts'
import { libraryOf } from './library.ts'
import { createScriptedModel, type EveryTurn, type ScriptedModel, type Turn } from './scripted-model.ts'

/** What an answer is played with; the library of `libraryOf()` unless there is another. */
export interface AnswerSetting {
  readonly question?: string
  readonly history?: readonly HistoryTurn[]
  readonly mayCost?: (tokens: number) => boolean
  readonly library?: Library
  readonly bounds?: Partial<AnswerBounds>
  readonly now?: () => number
}

/** An answer that has not begun. */
export interface StartedAnswer {
  readonly model: ScriptedModel
  readonly events: AsyncIterator<AnswerEvent>
  /** Aborted when the reader goes away. */
  readonly reader: AbortController
  readonly reports: readonly AnswerReport[]
  readonly log: readonly string[]
}

export function startAnswer(turns: readonly Turn[] | EveryTurn, setting: AnswerSetting = {}): StartedAnswer {
  const { question = 'Which port?', history = [], mayCost = () => true, library = libraryOf(), bounds, now = () => 0 } = setting
  const model = createScriptedModel(turns)
  const reader = new AbortController()
  const reports: AnswerReport[] = []
  const log: string[] = []
  const answer = createAnswerer({
    model, library: () => library, bounds: { ...DEFAULT_BOUNDS, ...bounds },
    site: { title: 'Acme', instructions: null }, contact: 'mailto:help@acme.test', now, newId: () => 'k1',
    log: (line) => log.push(line), redact: (text) => text,
  })
  const iterable = answer(question, { history, mayCost, signal: reader.signal, onReport: (report) => reports.push(report) })
  return { model, events: iterable[Symbol.asyncIterator](), reader, reports, log }
}

/** An answer that is over. */
export interface PlayedAnswer extends Omit<StartedAnswer, 'events' | 'reports'> {
  readonly events: readonly AnswerEvent[]
  /** Its tokens as one text. */
  readonly text: string
  readonly report: AnswerReport
}

/** Takes all events; fails where there is not one report at the end and one last event. */
export async function playAnswer(turns: readonly Turn[] | EveryTurn, setting: AnswerSetting = {}): Promise<PlayedAnswer> {
  const started = startAnswer(turns, setting)
  const events: AnswerEvent[] = []
  for (let next = await started.events.next(); next.done !== true; next = await started.events.next()) events.push(next.value)
  const [report, ...others] = started.reports
  if (report === undefined || others.length > 0) throw new Error(`There were ${started.reports.length} reports`)
  const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('')
  return { ...started, events, text, report }
}
