/**
 * The thread of a session: questions, each with the events of its answer folded into one record. It survives the way to
 * another page of the site; what is stored counts as foreign when it is read, and is decoded as replies are, links
 * included.
 */
import type { HistoryTurn, KeywordResult } from '../../../core/answer.ts'
import {
  decodeResults, fieldOf, isSet, type Outcome, readOutcome, recordsOf, type ReplyEvent, textOf, textsOf,
} from '../client/messages.ts'
import type { Strings } from '../text/strings.ts'
import type { StoredRecord } from './storage.ts'

/** Turns that are kept; earlier ones are left out. */
export const MAX_THREAD_TURNS = 20
/** Steps that are shown; later ones still happen. */
const MAX_STEPS = 50
/** Turns that a question is sent with, and their UTF-16 units: the service takes as many code points. */
const MAX_SENT_TURNS = 4
const MAX_SENT_LENGTH = 8_000
/** UTF-16 units of an answer; a longer one is cut. */
const MAX_ANSWER_LENGTH = 200_000

/** States of a turn after its last event: `degraded` when results came in place of an answer. */
const END_STATES = ['done', 'stopped', 'failed', 'degraded'] as const

/** One question and its answer so far. */
export interface Turn {
  readonly question: string
  readonly state: 'open' | (typeof END_STATES)[number]
  readonly steps: readonly string[]
  readonly sources: readonly KeywordResult[]
  /** Markdown. */
  readonly text: string
  /** Reason of a failure, or of results in place of an answer; may be empty. */
  readonly reason: string
  readonly results: readonly KeywordResult[]
  /** Its texts are empty before the end, and from a service that doesn't send it. */
  readonly outcome: Outcome
}

export function startTurn(question: string): Turn {
  return { ...decodeTurn({ question }), state: 'open' }
}

function decodeTurn(value: unknown): Turn {
  return {
    question: textOf(value, 'question'),
    // An answer that was still being written ended with its page.
    state: END_STATES.find((name) => name === textOf(value, 'state')) ?? 'stopped',
    steps: textsOf(value, 'steps'),
    sources: decodeResults(value, 'sources'),
    text: textOf(value, 'text'),
    reason: textOf(value, 'reason'),
    results: decodeResults(value),
    outcome: readOutcome(fieldOf(value, 'outcome')),
  }
}

/** The turn after an event. A turn that has ended does not change, and unknown events change nothing. */
export function nextTurn(turn: Turn, { type, data }: ReplyEvent): Turn {
  return turn.state === 'open' ? { ...turn, ...changeBy(turn, type, data) } : turn
}

/** The fields that an event changes. Values of the wrong shape count as empty. */
function changeBy({ steps, text }: Turn, type: string, data: unknown): Partial<Turn> {
  switch (type) {
    case 'search':
      return { steps: [...steps, textOf(data, 'query')].slice(0, MAX_STEPS) }
    case 'sources':
      return { sources: decodeResults(data, 'sources') }
    case 'token':
      return { text: (text + textOf(data, 'text')).slice(0, MAX_ANSWER_LENGTH) }
    case 'outcome':
      return { outcome: readOutcome(data) }
    case 'done':
      return { state: 'done' }
    case 'error':
      return { state: 'failed', reason: textOf(data, type) }
    case 'stop':
      return { state: 'stopped' }
    case 'keyword':
      return { state: 'degraded', results: decodeResults(data), reason: textOf(data, 'warning') }
  }
  return {}
}

/**
 * The notice on how a turn ended; empty while it is open, and for an answer that rests on its sources. The reason of a
 * failure is a complete sentence of the service, in the language of the question.
 */
export function noticeOf(turn: Turn, texts: Strings): string {
  const { state, reason, outcome: { outcome } } = turn
  if (state === 'failed' && reason) return reason
  if (state === 'open') return ''
  if (state !== 'done') return `${texts[state]} ${reason}`.trim()
  if (outcome === 'not-covered') return texts.notCovered
  // A service that states an outcome writes into the answer that it is weak, cites nothing or is refused.
  return outcome || citedSources(turn)[0] ? '' : texts.uncited
}

/** The latest turns with an answer, oldest first, as a question is sent with them; long answers lose their ends. */
export function historyOf(turns: readonly Turn[]): readonly HistoryTurn[] {
  const sent = turns.filter(({ text }) => text).slice(-MAX_SENT_TURNS)
  const room = MAX_SENT_LENGTH / sent.length
  return sent.map(({ question, text }) => ({ query: question, answer: text.slice(0, room - question.length) }))
}

/** Sources that the answer links to, in the order of their first links. */
export function citedSources({ sources, text }: Turn): readonly KeywordResult[] {
  const placeOf = ({ url }: KeywordResult): number => text.indexOf(`](${url})`)
  return sources.filter((source) => placeOf(source) !== -1).sort((a, b) => placeOf(a) - placeOf(b))
}

/** Formats a turn as Markdown for other programs; `absolute` turns a link of the site into a full address. */
export function turnToMarkdown(turn: Turn, absolute: (url: string) => string): string {
  const addressed = (text: string, { url }: KeywordResult) => text.replaceAll(`](${url})`, () => `](${absolute(url)})`)
  const text = citedSources(turn).reduce(addressed, turn.text)
  return `## ${turn.question}\n\n${text.trim()}\n`
}

/** Title and heading of a section. */
export function sourceName({ title, heading }: KeywordResult): string {
  return heading && heading !== title ? `${title} › ${heading}` : title
}

/** What is kept of a session. */
export interface Thread {
  readonly turns: readonly Turn[]
  /** True if the answers are shown, not the list. */
  readonly isShown: boolean
  /** True if the dialog is at the side of the page. */
  readonly isPanel: boolean
  /** True if it stays open there on the next page. */
  readonly isDocked: boolean
}

export function readThread({ read }: StoredRecord): Thread | null {
  const value = read()
  return value ? {
    turns: recordsOf(value, 'turns').slice(-MAX_THREAD_TURNS).map(decodeTurn),
    isShown: isSet(value, 'isShown'),
    isPanel: isSet(value, 'isPanel'),
    isDocked: isSet(value, 'isDocked'),
  } : null
}
