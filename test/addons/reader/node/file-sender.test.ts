import assert from 'node:assert/strict'
import { realpath } from 'node:fs/promises'
import { test } from 'node:test'
import { createFileSender, createTextCache, parseRange } from '../../../../src/addons/reader/node/file-sender.ts'
import { folderIn, temporaryFolder } from '../../../support/site.ts'

const MEBIBYTE = 1024 * 1024

test('createFileSender() adds to each page that is read as one, however long', async () => {
  const page = (mebibytes: number) => `<body><p>é</p>${' '.repeat(mebibytes * MEBIBYTE)}</body>`
  const root = await realpath(await folderIn(await temporaryFolder(), { 'short.html': page(0), 'long.html': page(15), 'more.html': page(16) }))
  const send = createFileSender(root, '<b></b>')
  for (const [file, type, more] of [
    ['short.html', 'text/html; charset=utf-8', 7], ['long.html', 'text/html; charset=utf-8', 7], ['more.html', 'text/html', 0],
  ] as const) {
    const { headers } = (await send(file, { method: 'HEAD', header: () => null })) ?? assert.fail()
    const length = Buffer.byteLength(page(file === 'long.html' ? 15 : file === 'more.html' ? 16 : 0))
    assert.deepEqual([headers['content-type'], Number(headers['content-length'])], [type, length + more], file)
  }
})

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

test('parseRange() reads one range of bytes', () => {
  const rows = [
    ['bytes=0-0', [0, 1]], ['bytes=2-4', [2, 5]], ['bytes=2-', [2, 10]], ['bytes=-3', [7, 10]], ['bytes=-30', [0, 10]], ['bytes=8-99', [8, 10]], ['Bytes= 1-2 ', [1, 3]],
    ['bytes=10-', 'unsatisfiable'], ['bytes=-0', 'unsatisfiable'], ['bytes=10-11', 'unsatisfiable'],
    [null, null], ['', null], ['bytes=', null], ['bytes=-', null], ['bytes=4-2', null], ['bytes=0-1,3-4', null], ['lines=0-1', null], ['bytes=a-b', null],
    [`bytes=${'9'.repeat(400)}-`, null],
  ] as const
  for (const [header, expected] of rows) {
    const range = parseRange(header, 10)
    assert.deepEqual(range === null || range === 'unsatisfiable' ? range : [range.start, range.end], expected, String(header))
  }
  assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
})
