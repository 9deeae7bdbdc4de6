import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTextCache } from '../../../../src/addons/reader/site-files/file-sender.ts'

test('createTextCache() gives all replies the same bytes, until the file changes', async () => {
  const textOf = createTextCache()
  const read = async () => Buffer.from('a')
  const [first, second] = await Promise.all([textOf('f', '1', read), textOf('f', '1', read)])
  assert.equal(first, second)
  assert.equal(await textOf('f', '1', read), first)
  assert.notEqual(await textOf('f', '2', read), first)
})

test('createTextCache() forgets the texts used longest ago', async () => {
  const textOf = createTextCache(10)
  let reads = 0
  const get = (file: string) => textOf(file, '1', async () => {
    reads += 1
    return new Uint8Array(4)
  })
  for (const file of ['a', 'b', 'a', 'c', 'a', 'b']) await get(file)
  assert.equal(reads, 4)
})

test('createTextCache() tries again after a failure', async () => {
  const textOf = createTextCache()
  await assert.rejects(textOf('f', '1', async () => Promise.reject(new Error('gone'))))
  assert.equal((await textOf('f', '1', async () => new Uint8Array(3))).length, 3)
})
