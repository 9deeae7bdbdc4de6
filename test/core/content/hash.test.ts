import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentHash } from '../../../src/core/content/hash.ts'

const A = { id: 'a', text: 'one' }
const B = { id: 'b', text: 'two' }

async function checkDiffers(...lists: { id: string; text: string }[][]) {
  const hashes = new Set(await Promise.all(lists.map((list) => contentHash(list))))
  assert.equal(hashes.size, lists.length)
}

test('contentHash() is the same for the same content on every machine', async () => {
  assert.equal(await contentHash([]), 'sha256:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
  assert.equal(await contentHash([A, B]), await contentHash([{ ...A }, { ...B }]))
  assert.match(await contentHash([A]), /^sha256:[0-9a-f]{64}$/)
})

test('contentHash() covers id and text of every chunk, in order', async () => {
  await checkDiffers([], [A], [B], [A, B], [B, A], [A, A], [{ ...A, text: 'One' }], [{ ...A, id: 'A' }])
})

test('contentHash() covers nothing else', async () => {
  assert.equal(await contentHash([Object.assign({ title: 'x' }, A)]), await contentHash([A]))
})

test('contentHash() does not mix up where a chunk ends', async () => {
  await checkDiffers(
    [{ id: 'a', text: 'bc' }],
    [{ id: 'ab', text: 'c' }],
    [{ id: 'a', text: '","bc' }],
    [{ id: 'a', text: '' }, { id: 'bc', text: '' }],
    [{ id: 'a', text: '"]\n["bc","' }],
    [{ id: 'a', text: 'b\\c' }],
    [{ id: 'a', text: '\ud800' }],
    [{ id: 'a', text: '\ud801' }],
    [{ id: 'a', text: '\ufffd' }],
  )
})

test('contentHash() covers content of many blocks', async () => {
  // Five blocks; the change is in the third.
  const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `page#${at}`, text: 'word '.repeat(20) }))
  const changed = many.with(5_000, { id: 'page#5000', text: 'other' })
  await checkDiffers(many, changed, many.slice(0, -1), [{ id: 'a', text: 'x'.repeat(600_000) }, ...many])
})
