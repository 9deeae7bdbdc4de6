/** Replies to reads, with their entity tags. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplyCache, entityTag, matchesEtag } from '../../../../src/core/http/wire/reply.ts'
import { neutral, textOf } from '../../../support/http.ts'

const asked = neutral({ target: '/' })

test('createReplyCache() makes the text of a key once, also for requests at the same time, and gives all the same bytes', async () => {
  let written = 0
  const reply = createReplyCache(9_000)
  const representation = { type: 'text/plain', text: async () => `${'é'.repeat(99)} ${++written}` }
  const [first, second] = await Promise.all([reply(asked, 'a', representation), reply(asked, 'a', representation)])
  const other = await reply(asked, 'b', representation)
  assert.deepEqual(await Promise.all([first, other].map(({ body }) => textOf(body))), [1, 2].map((count) => `${'é'.repeat(99)} ${count}`))
  assert.equal(first.body, second.body)
})

/** The keys whose text was made, of replies in this order: key and bytes, under a bound of 10,000. */
async function checkMade(uses: readonly (readonly [key: string, bytes: number])[], expected: string) {
  const made: string[] = []
  const reply = createReplyCache(10_000)
  for (const [key, length] of uses) {
    const text = () => (made.push(key), key.repeat(length))
    assert.equal(await textOf((await reply(asked, key, { type: 'text/plain', text })).body), key.repeat(length))
  }
  assert.equal(made.join(''), expected)
}

test('createReplyCache() keeps bytes up to its bound; the least recently used leave it first', async () => {
  await checkMade([['a', 3_000], ['b', 3_000], ['a', 3_000], ['c', 3_000], ['a', 3_000], ['b', 3_000]], 'abcb')
  await checkMade([['a', 3_000], ['b', 200], ['c', 200], ['d', 200], ['e', 200], ['f', 200], ['a', 3_000], ['b', 200]], 'abcdefab')
})

test('createReplyCache() keeps no reply above its bound, and none that is made as fast as found', async () => {
  await checkMade([['a', 3_000], ['b', 10_001], ['a', 3_000], ['b', 10_001]], 'abb')
  await checkMade([['a', 3_000], ...Array.from({ length: 99 }, () => ['g', 15] as const), ['a', 3_000]], `a${'g'.repeat(99)}`)
})

const bytes = (text: string) => new TextEncoder().encode(text)

test('entityTag() is the first half of SHA-256, quoted', async () => {
  assert.equal(await entityTag(bytes('')), '"e3b0c44298fc1c149afbf4c8996fb924"')
  assert.equal(await entityTag(bytes('abc')), '"ba7816bf8f01cfea414140de5dae2223"')
})

test('matchesEtag() finds a tag alone, in a list, weakened, or under a star, in headers of any length', () => {
  const check = (header: string | null, expected: boolean) => assert.equal(matchesEtag(header, '"abc"'), expected)
  for (const header of ['"abc"', ' "abc" ', '"x","abc"', '"x" , W/"abc" ,"y"', '*']) check(header, true)
  for (const header of [null, '', '"ABC"', 'abc', 'w/"abc"', 'W/W/"abc"', '"abc', '"*"']) check(header, false)
  for (const header of [','.repeat(1_000_000), 'W/'.repeat(500_000)]) check(header, false)
})
