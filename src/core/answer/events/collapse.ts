/** The events of an answer -> the answer as one record. */
import { AskError } from '../../base/errors.ts'
import { keepLinks } from '../ground/ground.ts'
import type { AnswerEvent, AnswerOutcome, Source } from './event.ts'

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

/**
 * The answer of all events; each is shown to `watch` as it comes. Rejects with `AskError('endpoint')` for a failed
 * answer.
 */
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
