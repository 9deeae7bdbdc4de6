import assert from 'node:assert/strict'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  createPieceReader, type FileVersion, parseRange,
} from '../../../../src/addons/reader/site-files/file-pieces.ts'
import { temporaryFolder } from '../../../support/site.ts'

const folder = await temporaryFolder()

async function fileOf(name: string, bytes: Uint8Array): Promise<FileVersion> {
  await writeFile(join(folder, name), bytes)
  return { file: name, size: bytes.length, mtimeMs: 1 }
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const list: Uint8Array[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

test('createPieceReader() gives replies that send the same file the same pieces', async () => {
  const version = await fileOf('same', new Uint8Array(150_000).fill(7))
  const readPieces = createPieceReader(folder)
  const [first = [], second = []] = await Promise.all([all(readPieces(version)), all(readPieces(version))])
  assert.deepEqual(first.map(({ length }) => length), [65_536, 65_536, 18_928])
  assert.deepEqual(Buffer.concat(first), Buffer.alloc(150_000, 7))
  assert.ok(first.every((piece, at) => piece === second[at]))
})

test('createPieceReader() reads a file again that has changed', async () => {
  const readPieces = createPieceReader(folder)
  await all(readPieces(await fileOf('changed', Buffer.from('old'))))
  const changed = { ...(await fileOf('changed', Buffer.from('new'))), mtimeMs: 2 }
  assert.equal(Buffer.concat(await all(readPieces(changed))).toString(), 'new')
})

test('createPieceReader() keeps 8 MiB', async () => {
  const version = await fileOf('large', new Uint8Array(129 * 65_536))
  const readPieces = createPieceReader(folder)
  const first = await all(readPieces(version))
  const second = await all(readPieces(version))
  assert.notEqual(first[0], second[0])
  const small = await fileOf('small', new Uint8Array(9))
  assert.equal((await all(readPieces(small)))[0], (await all(readPieces(small)))[0])
})

test('createPieceReader() inserts bytes anywhere, also into an empty file', async () => {
  const bytes = Buffer.from('+')
  for (const [size, offset] of [[0, 0], [3, 0], [3, 1], [3, 3], [65_536, 65_536], [70_000, 65_536]] as const) {
    const version = await fileOf('insertion', Buffer.alloc(size, '-'))
    const sent = Buffer.concat(await all(createPieceReader(folder)(version, { insertion: { offset, bytes } }))).toString()
    assert.equal(sent, `${'-'.repeat(offset)}+${'-'.repeat(size - offset)}`)
  }
})

test('createPieceReader() fails for a file that became shorter, and tries again for the next reply', async () => {
  const version = await fileOf('short', Buffer.from('abc'))
  const readPieces = createPieceReader(folder)
  await assert.rejects(all(readPieces({ ...version, size: 4 })), { message: 'A file became shorter while it was sent' })
  await writeFile(join(folder, version.file), 'abcd')
  assert.equal(Buffer.concat(await all(readPieces({ ...version, size: 4 }))).toString(), 'abcd')
})

test('createPieceReader() reads no file that a link leads to outside its folder', async () => {
  const version = await fileOf('linked', Buffer.from('abc'))
  await rm(join(folder, 'linked'))
  const outside = join(await temporaryFolder(), 'secret')
  await writeFile(outside, 'abc')
  await symlink(outside, join(folder, 'linked'))
  await assert.rejects(all(createPieceReader(folder)(version)), { message: 'A file is no longer in its folder' })
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
