import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { decodeColumns, encodeColumns } from '../../../../src/core/search/index/columns.ts'
import type { Schema } from '../../../../src/core/search/index/columns.ts'
import { createStringDictionary, stringAt } from '../../../../src/core/search/strings/front-coded-dictionary.ts'

const FORMAT = { version: 7, schema: { small: 'u8', counts: 'u16', words: 'strings', signed: 'i32', means: 'f64' } } as const
const COLUMNS = {
  small: Uint8Array.of(1, 2, 3),
  counts: Uint16Array.of(65_535),
  words: createStringDictionary(['a', 'bc']),
  signed: Int32Array.of(-1, 2_147_483_647),
  means: Float64Array.of(0.1),
}

test('encodeColumns() writes a header, a table and aligned columns', () => {
  const bytes = encodeColumns(FORMAT, COLUMNS)
  const view = new DataView(bytes.buffer)
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  assert.equal(ascii(0, 8), 'ASKINDEX')
  assert.deepEqual([8, 12, 16, 20].map((at) => view.getUint32(at, true)), [7, 6, bytes.length, 0])
  const table = Array.from({ length: 6 }, (_, i) => {
    const entry = 24 + 32 * i
    const numbers = [20, 24, 28].map((at) => view.getUint32(entry + at, true))
    return [ascii(entry, entry + 20).replace(/\0+$/, ''), ...numbers].join(' ')
  })
  assert.deepEqual(table, [
    'small 1 216 3',
    'counts 2 224 1',
    'words.bytes 1 232 7',
    'words.blocks 3 240 2',
    'signed 4 248 2',
    'means 5 256 1',
  ])
  assert.deepEqual([view.getUint16(224, true), view.getInt32(248, true), view.getFloat64(256, true)], [65_535, -1, 0.1])
  assert.equal(bytes.length, 264)
})

test('decodeColumns() gives back what was encoded', () => {
  const found = decodeColumns(FORMAT, encodeColumns(FORMAT, COLUMNS))
  assert.deepEqual(found, COLUMNS)
  assert.equal(stringAt(found.words, 1), 'bc')
})

test('encodeColumns() takes columns that are views, and empty ones', () => {
  const within = { ...COLUMNS, counts: Uint16Array.of(1, 2, 3, 4).subarray(1, 3), signed: new Int32Array(0), means: new Float64Array(0) }
  assert.deepEqual(decodeColumns(FORMAT, encodeColumns(FORMAT, within)), {
    ...within,
    counts: Uint16Array.of(2, 3),
  })
})

test('decodeColumns() reads files of its own format only', () => {
  const bytes = encodeColumns(FORMAT, COLUMNS)
  const check = (schema: Schema, version: number, message: string) => {
    assert.throws(() => decodeColumns({ schema, version }, bytes), new AskError('index-format', message))
  }
  const unfit = 'The index file is damaged: its table of columns does not fit'
  const { small: _, ...fewer } = FORMAT.schema
  check(FORMAT.schema, 8, 'The index file has version 7, this build reads 8; build the index again')
  check(fewer, 7, unfit)
  check({ ...FORMAT.schema, small: 'u16' }, 7, unfit)
  check({ ...FORMAT.schema, more: 'strings' }, 7, unfit)
  check({ renamed: 'u8', ...fewer }, 7, unfit)
})
