import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { readAskRequest } from '../../../../src/core/http/answers/ask-request.ts'
import { JSON_HEADERS, neutral } from '../../../support/http.ts'
import { createRandom } from '../../../support/random.ts'

const read = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_HEADERS) =>
  readAskRequest(neutral({ method: 'POST', target: '/', headers, body }), 1_000)

/** A POST whose body must not be read. */
const unread = (headers: Record<string, string>) => ({
  ...neutral({ method: 'POST', target: '/', headers }),
  body: () => assert.fail('it was read'),
})

test('readAskRequest() refuses a declared length without reading', async () => {
  const request = unread({ 'content-length': '1001' })
  const refusal = { code: 'body-too-large', message: 'The body must be at most 1000 bytes.' }
  await assert.rejects(readAskRequest(request, 1_000), refusal)
})

test('readAskRequest() refuses a type without reading', async () => {
  await assert.rejects(readAskRequest(unread({}), 1_000), { code: 'media-type' })
})

test('readAskRequest() fails on random bodies only with a bad request', async () => {
  const random = createRandom(3)
  const parts = ['{', '}', '[', ']', '"', '\\', ':', ',', '"query"', '"mode"', '"detail"', '"filter"', 'null', '1e9', '\u0000', '\ud800', 'é', ' ']
  for (let round = 0; round < 3_000; round++) {
    await read(random.text(parts, 14)).catch((error: unknown) => {
      assert.ok(error instanceof AskError && error.code === 'bad-request')
    })
  }
})
