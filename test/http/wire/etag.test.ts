import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityTag, matchesEtag } from '../../../src/http/wire/etag.ts'

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
