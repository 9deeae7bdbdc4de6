/**
 * The reply to a question: the events of a generated answer as they stream, or keyword results if no answer can be
 * given (contract: Events, KeywordResponse); and the events of an answer -> the answer as one record.
 */
import { AskError } from '../base/errors.ts'
import type { ResultWithoutId } from '../search/show/result.ts'
import { keepLinks } from './ground/ground.ts'

/** A section that an answer is based on. */
export interface Source {
  readonly url: string
  readonly title?: string
  readonly heading?: string
  readonly group?: string
  readonly terms?: readonly string[]
}

/** The outcomes of an answer that does not fail. */
export const END_OUTCOMES = ['answered', 'not-covered', 'refused'] as const
export type EndOutcome = (typeof END_OUTCOMES)[number]

/**
 * Support of an answer by its sources: `weak` has less than half of its sentences cited, states what the cited sections
 * don't have, or repeats itself, `ungrounded` has no citation.
 */
export const SUPPORTS = ['grounded', 'weak', 'ungrounded'] as const
export type Support = (typeof SUPPORTS)[number]

/** The outcome of an answer, directly before `done`. It is beyond the contract: a stream has it only with `detail`. */
export interface AnswerOutcome {
  readonly type: 'outcome'
  /** Id of the answer; a replayed answer has a new id. */
  readonly id: string
  readonly outcome: EndOutcome
  readonly support: Support
  /** Addresses of the cited sections, in the order of their first citation. */
  readonly cited: readonly string[]
  /** Addresses of the sections whose text the model has read. */
  readonly opened: readonly string[]
  /** Questions to go on with; absent without any. */
  readonly followUps?: readonly string[]
  /** Address of those who can answer what the docs don't; only of an answer that they don't cover. */
  readonly contact?: string
  /** Present if the service keeps verdicts on its answers. */
  readonly feedback?: true
}

/**
 * An event of the contract: any number of `search`, one `sources`, any number of `token`, then exactly one `done` or
 * `error`, last. An `error` may come at any time.
 */
export type ContractEvent =
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'sources'; readonly sources: readonly Source[]; readonly model: string }
  | { readonly type: 'token'; readonly text: string }
  | { readonly type: 'done' }
  | { readonly type: 'error'; readonly error: string }

/** An event of an answer. */
export type AnswerEvent = ContractEvent | AnswerOutcome

/** One keyword result as it is on the wire; the id and other versions only if `detail` asked for them. */
export type KeywordResult = ResultWithoutId

/** Keyword results for a question. */
export interface KeywordResponse {
  readonly results: readonly KeywordResult[]
  readonly query: string
  readonly model: string
  readonly mode: 'keyword'
  /** Reason for keyword results instead of an answer. */
  readonly warning?: string
  /** The words that were searched instead of a word or phrase that no section has; for requests with `detail`. */
  readonly notice?: string
  /** Queries of readers that complete the query; for requests with `detail`. */
  readonly completions?: readonly string[]
  /** Present if the service keeps clicks on its results; for requests with `detail`. */
  readonly feedback?: true
}

/** The reply to a question: keyword results, or events of an answer. */
export type AskReply =
  | { readonly type: 'keyword'; readonly response: KeywordResponse }
  | { readonly type: 'events'; readonly events: AsyncIterable<AnswerEvent> }

/** A generated answer as one record. */
export interface Answer {
  /** Markdown; its links are among the sources. */
  readonly answer: string
  readonly sources: readonly Source[]
  /** Queries of searches and headings of opened sections, in order. */
  readonly searches: readonly string[]
  readonly model: string
  readonly mode: 'agentic'
  /** Absent for a service that gives none. */
  readonly outcome?: Omit<AnswerOutcome, 'type'>
}

/** The answer of all events; `watch` sees each as it comes. Rejects with `AskError('endpoint')` for a failed one. */
export async function collapseAnswer(
  events: AsyncIterable<AnswerEvent>,
  watch: (event: AnswerEvent) => void,
): Promise<Answer> {
  const searches: string[] = []
  const tokens: string[] = []
  let sources: readonly Source[] = []
  let model = ''
  let outcome: Answer['outcome'] = undefined
  for await (const event of events) {
    watch(event)
    if (event.type === 'search') searches.push(event.query)
    else if (event.type === 'sources') ({ sources, model } = event)
    else if (event.type === 'token') tokens.push(event.text)
    else if (event.type === 'outcome') {
      const { type: _, ...rest } = event
      outcome = rest
    } else if (event.type === 'error') throw new AskError('endpoint', event.error)
    else break
  }
  const answer = keepLinks(tokens.join(''), new Set(sources.map(({ url }) => url)))
  return { answer, sources, searches, model, mode: 'agentic', ...(outcome !== undefined && { outcome }) }
}
