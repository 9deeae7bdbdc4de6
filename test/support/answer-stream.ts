/** The text of an answer's stream -> its events, held against the contract alone: it shares nothing with what writes the stream. */
import assert from 'node:assert/strict'

/** Names of a whole stream, in order. */
const ORDER = /^(?:search )*(?:sources (?:token )*)?(?:done|error) $/
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  search: ['query'], sources: ['sources', 'model', 'mode'], token: ['text'], done: [], error: ['error'],
}

/** Fails where the text is not one whole stream of the contract. */
export function readAnswerStream(text: string) {
  assert.ok(text.endsWith('\n\n'), `The last frame is cut: ${JSON.stringify(text.slice(-200))}`)
  const events = text.split('\n\n').slice(0, -1).filter((block) => !block.startsWith(':')).map((block) => {
    const [, name = '', json = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? assert.fail(`No frame of the contract: ${JSON.stringify(block)}`)
    const data: Readonly<Record<string, unknown>> = JSON.parse(json)
    assert.deepEqual(Object.keys(data), FIELDS[name], block)
    return { name, data }
  })
  assert.match(events.map(({ name }) => `${name} `).join(''), ORDER)
  const valuesOf = (name: string, field: string) => events.flatMap(({ name: its, data }) => (its === name ? [String(data[field])] : []))
  return {
    searches: valuesOf('search', 'query'),
    /** All tokens. */
    text: valuesOf('token', 'text').join(''),
    /** Words of the last event if that is `error`, null for `done`. */
    error: valuesOf('error', 'error')[0] ?? null,
  }
}
