/**
 * A model that has its answers from a record: requests in the wire format of Chat Completions, at the place of `fetch`,
 * get a recorded answer word by word. It opens the sections that the answer cites by id, and cites them by the numbers
 * that the service gave them, so search, grounding and events are those of any model.
 */
import { AskError, isObject, isString, type JsonObject, parseJsonObject, pause } from '../../core/base.ts'

/** Pause before each word, in ms: readers see the answer stream. */
const WORD_MS = 25
/** An id in brackets that is no link. */
const CITATION = /\[([\w./-]+(?:#[\w-]+)?)\](?![([])/g
const WORDS = /\S+\s*/g

interface RecordedAnswer {
  readonly question: string
  /** Markdown that cites sections by id; null where the model refuses. */
  readonly text: string | null
}

/** The answers of a demonstration. */
export interface Recording {
  readonly answers: readonly RecordedAnswer[]
  /** The answer to every other question. */
  readonly otherwise: string
}

/** Decodes the text of a record. Throws `AskError('file-format')`. */
export function decodeRecording(text: string): Recording {
  const { answers, otherwise } = parseJsonObject(text) ?? {}
  if (!Array.isArray(answers) || !isString(otherwise)) throw invalid()
  return { answers: answers.map(decodeAnswer), otherwise }
}

function decodeAnswer(value: unknown): RecordedAnswer {
  const { question, text = null, isRefused } = isObject(value) ? value : {}
  if (!isString(question) || !(isString(text) || (text === null && isRefused === true))) throw invalid()
  return { question, text }
}

function invalid(): AskError {
  return new AskError('file-format', 'The record of answers must have "answers", each with "question" and "text"')
}

/** The record as a `fetch`, with a pause before each word in ms. */
export function createRecordedFetch({ answers, otherwise }: Recording, wordMs = WORD_MS): typeof fetch {
  return async function recordedFetch(input, init) {
    const request = parseJsonObject(await new Request(input, init).text()) ?? {}
    const messages = Array.isArray(request['messages']) ? request['messages'].filter(isObject) : []
    const shown = messages.map(({ content }) => (isString(content) ? content : '')).join('\n')
    // Earlier questions of a conversation come before the one that is asked.
    const question = [...shown.matchAll(/^Question: (.*)$/gm)].at(-1)?.[1] ?? ''
    const answer = answers.find((recorded) => keyOf(recorded.question) === keyOf(question))
    const text = answer === undefined ? otherwise : answer.text
    const mayCall = 'tools' in request && !messages.some(({ role }) => role === 'tool')
    const body = streamOf(turn(text, shown, mayCall), wordMs, init?.signal ?? null)
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

function keyOf(question: string): string {
  return question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** The choices of one turn: calls that open what isn't shown yet, or the answer. */
function* turn(text: string | null, shown: string, mayCall: boolean): Generator<JsonObject> {
  if (text === null) return yield choice({}, 'content_filter')
  const numberOf = (id: string) => new RegExp(`^\\[(\\d+)\\] .*\\(id: ${id}\\)$`, 'm').exec(shown)?.[1]
  const ids = new Set(Array.from(text.matchAll(CITATION), ([, id = '']) => id))
  const unseen = mayCall ? [...ids].filter((id) => numberOf(id) === undefined) : []
  if (unseen.length > 0) {
    const call = (id: string, index: number) => {
      const called = { name: 'open', arguments: JSON.stringify({ id }) }
      return { index, id: `call-${index}`, type: 'function', function: called }
    }
    return yield choice({ tool_calls: unseen.map(call) }, 'tool_calls')
  }
  const cited = text.replace(CITATION, (_, id: string) => `[${numberOf(id) ?? id}]`)
  for (const [content] of `ANSWER:\n${cited}`.matchAll(WORDS)) yield choice({ content }, null)
  yield choice({}, 'stop')
}

function choice(delta: object, finish: string | null): JsonObject {
  return { choices: [{ index: 0, delta, finish_reason: finish }] }
}

function streamOf(choices: Generator<JsonObject>, wordMs: number, signal: AbortSignal | null) {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await pause(wordMs, signal ?? new AbortController().signal)
      const { done, value } = choices.next()
      controller.enqueue(encoder.encode(`data: ${done === true ? '[DONE]' : JSON.stringify(value)}\n\n`))
      if (done === true) controller.close()
    },
  })
}
