/**
 * The text of an answer's stream -> its events, held against the contract:
 * names, payloads and their order. Written after the contract alone; it shares
 * nothing with what writes the stream.
 */
import assert from 'node:assert/strict'

/** A whole stream. */
export interface AnswerStream {
  readonly searches: readonly string[]
  /** Urls of the sources; null where there was no `sources` event. */
  readonly sources: readonly string[] | null
  /** All tokens. */
  readonly text: string
  /** Words of the last event where that was `error`, null where it was `done`. */
  readonly error: string | null
}

const FRAME = /^event: (search|sources|token|done|error)\ndata: (.*)$/
/** Names of a whole stream, in order. */
const ORDER = /^(?:search )*(?:sources (?:token )*)?(?:done|error) $/

/** Fails where the text is not one whole stream of the contract. */
export function readAnswerStream(text: string): AnswerStream {
  assert.ok(text.endsWith('\n\n'), `The last frame is cut: ${JSON.stringify(text.slice(-200))}`)
  const blocks = text.split('\n\n').slice(0, -1).filter((block) => !block.startsWith(':'))
  const events = blocks.map((block) => {
    const [, name, json] = FRAME.exec(block) ?? assert.fail(`No frame of the contract: ${JSON.stringify(block)}`)
    const data: unknown = JSON.parse(json!)
    return { name: name!, data: typeof data === 'object' && data !== null ? { ...data } as Record<string, unknown> : assert.fail(json) }
  })
  assert.match(events.map(({ name }) => `${name} `).join(''), ORDER)
  for (const { name, data } of events) assert.deepEqual(Object.keys(data), FIELDS[name])
  const valuesOf = (name: string, field: string) => events.flatMap(({ name: its, data }) => (its === name ? [data[field]] : []))
  const [sources = null] = valuesOf('sources', 'sources')
  return {
    searches: valuesOf('search', 'query').map(String),
    sources: Array.isArray(sources) ? sources.map(({ url }) => String(url)) : null,
    text: valuesOf('token', 'text').join(''),
    error: valuesOf('error', 'error').map(String)[0] ?? null,
  }
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  search: ['query'],
  sources: ['sources', 'model', 'mode'],
  token: ['text'],
  done: [],
  error: ['error'],
}
