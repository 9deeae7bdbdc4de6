import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadReplies, errorReply, jsonReply } from '../../../src/http/wire/reply.ts'
import { neutral } from '../../support/http.ts'

const asked = neutral({ target: '/' })

test('jsonReply() is not stored, and its headers can be added to', () => {
  assert.deepEqual(jsonReply(200, { a: 'ö' }, { 'retry-after': '1' }), {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'retry-after': '1',
    },
    body: '{"a":"ö"}',
  })
})

test('errorReply() has the Error body', () => {
  assert.equal(errorReply(404, 'Not found.').body, '{"error":"Not found."}')
})

test('createReadReplies() writes what a subject shows once', async () => {
  let written = 0
  const reply = createReadReplies()
  const subject = { a: 1 }
  const representation = { type: 'text/plain', text: () => `written ${++written}` }
  const all = await Promise.all([1, 2, 3].map(() => reply(asked, subject, representation)))
  all.push(await reply(asked, subject, representation))
  assert.deepEqual(all.map(({ body }) => body), ['written 1', 'written 1', 'written 1', 'written 1'])
  assert.equal((await reply(asked, { a: 1 }, representation)).body, 'written 2')
})

test('createReadReplies() gives equal texts of different subjects the same tag, and other texts another', async () => {
  const reply = createReadReplies()
  const tag = async (text: string) => (await reply(asked, {}, { type: 'text/plain', text: () => text })).headers['etag']
  assert.equal(await tag('a'), await tag('a'))
  assert.notEqual(await tag('a'), await tag('b'))
})

test('createReadReplies() counts the length in bytes', async () => {
  const { headers } = await createReadReplies()(asked, {}, { type: 'text/plain', text: () => 'ö🎉' })
  assert.equal(headers['content-length'], '6')
})
