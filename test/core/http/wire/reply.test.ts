/** Replies to reads, with their entity tags. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createReplyCache, entityTag, errorReply, jsonReply, matchesEtag,
} from '../../../../src/core/http/wire/reply.ts'
import { neutral, textOf } from '../../../support/http.ts'

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

test('createReplyCache() makes the text of a key once', async () => {
  let written = 0
  const { reply } = createReplyCache(9)
  const representation = { type: 'text/plain', text: () => `written ${++written}` }
  const all = await Promise.all([1, 2, 3].map(() => reply(asked, 'a', representation)))
  all.push(await reply(asked, 'a', representation))
  assert.deepEqual(await Promise.all(all.map(({ body }) => textOf(body))), ['written 1', 'written 1', 'written 1', 'written 1'])
  assert.equal(await textOf((await reply(asked, 'b', representation)).body), 'written 2')
})

test('createReplyCache() gives all replies of a key the same bytes, encoded once', async () => {
  const { reply } = createReplyCache(9)
  const [first, second] = await Promise.all([1, 2].map(() => reply(asked, 'a', { type: 'text/plain', text: () => 'é' })))
  assert.deepEqual(first?.body, Uint8Array.of(0xc3, 0xa9))
  assert.equal(first?.body, second?.body)
})

test('createReplyCache() makes a reply again after a failure', async () => {
  const { reply } = createReplyCache(9)
  const texts = [() => assert.fail('no text'), () => 'text']
  const representation = { type: 'text/plain', text: () => texts.shift()?.() ?? '' }
  await assert.rejects(reply(asked, 'a', representation), /no text/)
  assert.equal(await textOf((await reply(asked, 'a', representation)).body), 'text')
})

test('createReplyCache() drops the reply that was used least recently', async () => {
  const written: string[] = []
  const { reply } = createReplyCache(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
    const text = () => {
      written.push(key)
      return key
    }
    assert.equal(await textOf((await reply(asked, key, { type: 'text/plain', text })).body), key)
  }
  assert.deepEqual(written, ['a', 'b', 'c', 'b'])
})

test('createReplyCache() gives equal texts of different keys the same tag, and other texts another', async () => {
  const { reply } = createReplyCache(9)
  const tag = async (key: string, text: string) => {
    return (await reply(asked, key, { type: 'text/plain', text: () => text })).headers['etag']
  }
  assert.equal(await tag('one', 'a'), await tag('two', 'a'))
  assert.notEqual(await tag('one', 'a'), await tag('three', 'b'))
})

test('createReplyCache() tells which replies it has', async () => {
  const { reply, cached } = createReplyCache(2)
  const made = reply(asked, 'a', { type: 'text/plain', text: () => 'a' })
  assert.equal(cached(asked, 'a'), null)
  assert.equal(cached(asked, 'b'), null)
  const full = await made
  assert.equal(cached(asked, 'a'), full)
  const current = neutral({ target: '/', headers: { 'if-none-match': full.headers['etag'] ?? '' } })
  assert.equal(cached(current, 'a')?.status, 304)
})

test('createReplyCache() counts a reply that it has given as used', async () => {
  const { reply, cached } = createReplyCache(2)
  for (const key of ['a', 'b']) await reply(asked, key, { type: 'text/plain', text: () => key })
  cached(asked, 'a')
  await reply(asked, 'c', { type: 'text/plain', text: () => 'c' })
  assert.deepEqual(['a', 'b', 'c'].map((key) => cached(asked, key) !== null), [true, false, true])
})

test('createReplyCache() counts the length in bytes', async () => {
  const { headers } = await createReplyCache(1).reply(asked, 'key', { type: 'text/plain', text: () => 'ö🎉' })
  assert.equal(headers['content-length'], '6')
})

const bytes = (text: string) => new TextEncoder().encode(text)

test('entityTag() is the first half of SHA-256, quoted', async () => {
  assert.equal(await entityTag(bytes('')), '"e3b0c44298fc1c149afbf4c8996fb924"')
  assert.equal(await entityTag(bytes('abc')), '"ba7816bf8f01cfea414140de5dae2223"')
})

test('matchesEtag() finds a tag alone, in a list, weakened, or under a star', () => {
  const check = (header: string | null, expected: boolean) => {
    assert.equal(matchesEtag(header, '"abc"'), expected, String(header))
  }
  check('"abc"', true)
  check(' "abc" ', true)
  check('"x","abc"', true)
  check('"x" , W/"abc" ,"y"', true)
  check('*', true)
  check(null, false)
  check('', false)
  check('"ABC"', false)
  check('abc', false)
  check('w/"abc"', false)
  check('W/W/"abc"', false)
  check('"abc', false)
  check('"*"', false)
})

test('matchesEtag() reads headers of any length', () => {
  assert.equal(matchesEtag(','.repeat(1_000_000), '"abc"'), false)
  assert.equal(matchesEtag('W/'.repeat(500_000), '"abc"'), false)
})
