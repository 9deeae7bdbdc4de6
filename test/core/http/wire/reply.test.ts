/** Replies to reads, with their entity tags. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplyCache, entityTag, matchesEtag } from '../../../../src/core/http/wire/reply.ts'
import { neutral, textOf } from '../../../support/http.ts'

const asked = neutral({ target: '/' })

test('createReplyCache() makes the text of a key once, also for requests at the same time, and gives all the same bytes', async () => {
  let written = 0
  const reply = createReplyCache(9)
  const representation = { type: 'text/plain', text: async () => `écrit ${++written}` }
  const [first, second] = await Promise.all([reply(asked, 'a', representation), reply(asked, 'a', representation)])
  const other = await reply(asked, 'b', representation)
  assert.deepEqual(await Promise.all([first, other].map(({ body }) => textOf(body))), ['écrit 1', 'écrit 2'])
  assert.equal(first.body, second.body)
})

test('createReplyCache() drops the reply that was used least recently', async () => {
  const written: string[] = []
  const reply = createReplyCache(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
    const text = () => {
      written.push(key)
      return key
    }
    assert.equal(await textOf((await reply(asked, key, { type: 'text/plain', text })).body), key)
  }
  assert.deepEqual(written, ['a', 'b', 'c', 'b'])
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
