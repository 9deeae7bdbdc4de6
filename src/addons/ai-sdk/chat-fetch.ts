/**
 * A `fetch` for chats of the AI SDK: the messages of a chat -> a question to a service -> the events of its answer as
 * the SDK's UI message stream, version 1 (`useChat` of `ai` 5 and later). A search is a part `data-search`, a source
 * `source-url`, the outcome `data-outcome`; results instead of an answer are sources, and its text is the reason.
 */
import type { AnswerEvent, AskReply, HistoryTurn, KeywordResult, Source } from '../../core/answer.ts'
import { AskError, isObject, isString, type JsonObject, parseJsonObject } from '../../core/base.ts'
import { askEndpoint } from '../../core/transport.ts'

/** An answer may take all the time that a service gives it. */
const TIMEOUT_MS = 600_000
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-vercel-ai-ui-message-stream': 'v1',
}

export interface ChatFetchOptions {
  /** Sends the question. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

type UiPart =
  | { readonly type: 'start' | 'finish' }
  | { readonly type: 'text-start' | 'text-end'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'source-url'; readonly sourceId: string; readonly url: string; readonly title: string }
  | { readonly type: 'data-search' | 'data-outcome'; readonly data: object }
  | { readonly type: 'error'; readonly errorText: string }

/**
 * A `fetch` for `new DefaultChatTransport({ api: '/api/ask', fetch })`. It rejects with an `AskError` if the service
 * gives neither an answer nor results.
 *
 * @example
 * const reply = { results: [], query: 'routes', model: '', mode: 'keyword', warning: 'No key.' }
 * const chatFetch = createChatFetch({ fetch: async () => Response.json(reply) })
 * const body = JSON.stringify({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'routes' }] }] })
 * const response = await chatFetch('https://docs.example.com/api/ask', { method: 'POST', body })
 * (await response.text()).includes('No key.') // true
 */
export function createChatFetch({ fetch = globalThis.fetch }: ChatFetchOptions = {}): typeof globalThis.fetch {
  return async function chatFetch(input, init) {
    // In a page it completes a path to an address.
    const { url } = new Request(input)
    // `useChat({ resume: true })` asks for an answer to go on with, which no service keeps.
    if (init?.method === 'GET') return new Response(null, { status: 204 })
    const turns = turnsOf(isString(init?.body) ? parseJsonObject(init.body) : undefined)
    const question = turns.at(-1)
    if (question === undefined) throw new AskError('bad-request', 'A chat must have a message of its user')
    const history = turns.slice(0, -1).filter(({ query, answer }) => query !== '' && answer !== '')
    const signal = init?.signal ?? null
    const reply = await askEndpoint(url, question.query, {
      fetch, history, timeoutMs: TIMEOUT_MS, ...(signal !== null && { signal }),
    })
    return new Response(streamOf(reply), { headers: HEADERS })
  }
}

/** The user's messages, each with the text that answered it. */
function turnsOf(chat: JsonObject | undefined): readonly HistoryTurn[] {
  const turns: HistoryTurn[] = []
  for (const message of listOf(chat, 'messages')) {
    const text = listOf(message, 'parts').map(textOf).join('').trim()
    const last = turns.at(-1)
    if (isObject(message) && message['role'] === 'user') turns.push({ query: text, answer: '' })
    else if (last !== undefined) turns[turns.length - 1] = { ...last, answer: last.answer + text }
  }
  return turns
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = isObject(value) ? value[name] : null
  return Array.isArray(list) ? list : []
}

function textOf(part: unknown): string {
  return isObject(part) && part['type'] === 'text' && isString(part['text']) ? part['text'] : ''
}

function streamOf(reply: AskReply): ReadableStream<Uint8Array> {
  const parts = partsOf(reply)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      controller.enqueue(encoder.encode(`data: ${done ? '[DONE]' : JSON.stringify(value)}\n\n`))
      if (done) controller.close()
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

async function* partsOf(reply: AskReply): AsyncGenerator<UiPart, undefined> {
  const id = 'answer'
  yield { type: 'start' }
  if (reply.type === 'keyword') yield* reply.response.results.map(sourceOf)
  yield { type: 'text-start', id }
  if (reply.type === 'keyword') yield { type: 'text-delta', id, delta: reply.response.warning ?? '' }
  else for await (const event of reply.events) yield* partsOfEvent(event, id)
  yield { type: 'text-end', id }
  yield { type: 'finish' }
}

function partsOfEvent(event: AnswerEvent, id: string): readonly UiPart[] {
  switch (event.type) {
    case 'search':
      return [{ type: 'data-search', data: { query: event.query } }]
    case 'sources':
      return event.sources.map(sourceOf)
    case 'token':
      return [{ type: 'text-delta', id, delta: event.text }]
    case 'outcome': {
      const { type: _, ...data } = event
      return [{ type: 'data-outcome', data }]
    }
    case 'error':
      return [{ type: 'error', errorText: event.error }]
    case 'done':
      return []
  }
}

function sourceOf({ url, title = url, heading }: Source | KeywordResult): UiPart {
  return { type: 'source-url', sourceId: url, url, title: heading === undefined ? title : `${title}: ${heading}` }
}
