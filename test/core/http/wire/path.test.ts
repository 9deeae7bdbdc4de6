import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { parseTarget } from '../../../../src/core/http/wire/path.ts'
import { createRandom } from '../../../support/random.ts'

function check(target: string, segments: readonly string[], query = ''): void {
  assert.deepEqual(parseTarget(target), { path: target.split('?', 1)[0], segments, query })
}

function checkRefused(target: string): void {
  assert.throws(() => parseTarget(target), { name: 'AskError', code: 'bad-request' })
}

test('parseTarget() splits the path at slashes and leaves out empty segments', () => {
  check('/', [])
  check('/a/b', ['a', 'b'])
  check('//a///b//', ['a', 'b'])
})

test('parseTarget() decodes each segment once', () => {
  check('/a%2Fb/c%23d', ['a/b', 'c#d'])
  check('/a%252Fb', ['a%2Fb'])
  check('/gr%C3%B6%c3%9fe', ['größe'])
  check('/a%2F', ['a/'])
  check('/%5Cd', ['\\d'])
  check('/a+b', ['a+b'])
})

test('parseTarget() leaves dots and a stray hash alone', () => {
  check('/a/../b/./%2e%2e', ['a', '..', 'b', '.', '..'])
  check('/a#b', ['a#b'])
})

test('parseTarget() leaves the query as it is, from the first question mark on', () => {
  check('/a?b=%zz&c=/?\\', ['a'], 'b=%zz&c=/?\\')
  check('/a%3Fb?', ['a?b'])
  check('/?a', [], 'a')
})

test('parseTarget() refuses targets that are no path of this server', () => {
  checkRefused('')
  checkRefused('*')
  checkRefused('a/b')
  checkRefused('http://elsewhere.test/a')
  checkRefused('elsewhere.test:443')
})

test('parseTarget() refuses malformed percent-encoding and control characters', () => {
  for (const bad of ['%', '%1', '%zz', '%u0041', '%ff', '%C0%80', '%ED%A0%80', '%F8%88%80%80%80']) checkRefused(`/a/${bad}`)
  for (const bad of ['%00', '%0d%0a', '%1b', '%7f', '%c2%80', '%C2%9F', '\u0000', '\u0085']) checkRefused(`/a/${bad}`)
  checkRefused('/a\\b')
})

test('parseTarget() takes targets up to its limit', () => {
  check(`/${'a'.repeat(2_047)}`, ['a'.repeat(2_047)])
  checkRefused(`/${'a'.repeat(2_048)}`)
  checkRefused(`/a?${'b'.repeat(2_048)}`)
})

test('parseTarget() reverses encodeURIComponent()', () => {
  const random = createRandom(1)
  const alphabet = ['a', '/', '%', '#', '?', '&', '+', ' ', '.', '\\', 'ö', '🎉', '\u202e', "'", '%2F']
  for (let round = 0; round < 2_000; round++) {
    const name = random.text(alphabet, 12)
    if (name !== '') check(`/sections/${encodeURIComponent(name)}`, ['sections', name])
  }
})

test('parseTarget() fails on random text only with a bad request', () => {
  const random = createRandom(2)
  const alphabet = ['/', '%', '%2', '%C3', 'f', '?', '\\', '\u0001', '\ud800', '🎉', 'a']
  for (let round = 0; round < 5_000; round++) {
    try {
      parseTarget(`/${random.text(alphabet, 20)}`)
    } catch (error) {
      assert.ok(error instanceof AskError && error.code === 'bad-request')
    }
  }
})
