/**
 * Named columns of numbers and strings <-> one block of bytes, which is read in place: decoding makes views of it, and
 * parses and copies nothing.
 *
 *   header   "ASKINDEX"; version, number of parts, number of bytes, 0
 *   table    for each part its name (20 bytes, padded with 0), type, offset in bytes, length in elements
 *   parts    each at the next multiple of 8 bytes, padded with 0
 *
 * Numbers of header and table have 32 bits, all numbers are little-endian. A column of numbers is one part; a
 * dictionary of strings is two, its bytes and its blocks. Everything but the lengths follows from the schema, so the
 * table that was read is compared with the table that would have been written. There is no checksum: it would take
 * longer than all other checks together, and would not keep out an attacker.
 */
import { AskError } from '../../base/errors.ts'
import type { StringDictionary } from '../strings/front-coded-dictionary.ts'

/** The types of columns by name. */
export interface ColumnTypes {
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
  readonly i32: Int32Array
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly strings: StringDictionary
}

/** Columns by name, in the order in which they are written. */
export type Schema = Readonly<Record<string, keyof ColumnTypes>>

/** The columns of a schema. */
export type Columns<S extends Schema> = { readonly [Name in keyof S]: ColumnTypes[S[Name]] }

/** The format of a file, known to its writer and its reader. */
export interface Format<S extends Schema> {
  readonly schema: S
  /** Increases whenever the meaning of any byte changes. */
  readonly version: number
}

type NumberType = Exclude<keyof ColumnTypes, 'strings'>
type Numbers = ColumnTypes[NumberType]

/** One array of numbers in the file. */
interface Part {
  readonly name: string
  readonly type: NumberType
}

/** A part with its position. */
interface PlacedPart extends Part {
  /** In bytes. */
  readonly offset: number
  /** In elements. */
  readonly length: number
}

/** The parts of a file, and its size in bytes. */
interface Layout {
  readonly parts: readonly PlacedPart[]
  readonly size: number
}

const MAGIC = 'ASKINDEX'
/** Every part starts at a multiple of it, so that a view of any type can. */
const ALIGNMENT = 8
const HEADER_BYTES = 24
const ENTRY_BYTES = 32
/** Room for the name of a part. */
const NAME_BYTES = 20
/** Offsets have 32 bits. */
const MAX_BYTES = 0xffff_ffff

/** Offsets of the header's numbers, and of the length of a part in its entry. */
const HEADER = { version: 8, parts: 12, size: 16 }
const ENTRY_LENGTH = 28

/** Code of each type in the table, and its width in bytes. */
const CODES: Readonly<Record<NumberType, number>> = { u8: 1, u16: 2, u32: 3, i32: 4, f64: 5, f32: 6 }
const WIDTHS: Readonly<Record<NumberType, number>> = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8, f32: 4 }

/** The bytes of columns: the same columns give the same bytes. Throws a RangeError above 4 GiB. */
export function encodeColumns<S extends Schema>({ schema, version }: Format<S>, columns: Columns<S>): Uint8Array {
  refuseBigEndian()
  const named: Readonly<Record<string, ColumnTypes[keyof ColumnTypes] | undefined>> = columns
  const arrays = Object.keys(schema).flatMap((name) => numbersOf(named[name]))
  const layout = layOut(partsOf(schema), arrays.map(({ length }) => length))
  if (layout.size > MAX_BYTES) {
    throw new RangeError(`An index file holds at most ${MAX_BYTES} bytes, not ${layout.size}`)
  }
  const bytes = new Uint8Array(layout.size)
  writeHeader(bytes, layout, version)
  arrays.forEach(({ buffer, byteOffset, byteLength }, i) => {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), layout.parts[i]?.offset)
  })
  return bytes
}

/**
 * Views of `bytes`, which must not change from now on, or of a copy when their address is no multiple of eight. Throws
 * an AskError `index-format` for all that `encodeColumns` doesn't give for the format; the caller checks the content of
 * the columns.
 */
export function decodeColumns<S extends Schema>({ schema, version }: Format<S>, bytes: Uint8Array): Columns<S> {
  refuseBigEndian()
  checkBeginning(bytes, version)
  // A Buffer's slice would be a view again.
  const aligned = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes)
  const views = readParts(schema, aligned, version).map((part) => viewOf(aligned, part)).values()
  const next = () => views.next().value
  const columns = Object.entries(schema).map(([name, type]) => {
    return [name, type === 'strings' ? { bytes: next(), blocks: next() } : next()]
  })
  return Object.fromEntries(columns) as Columns<S>
}

function numbersOf(column: ColumnTypes[keyof ColumnTypes] | undefined): Numbers[] {
  if (column === undefined) return []
  return 'blocks' in column ? [column.bytes, column.blocks] : [column]
}

function partsOf(schema: Schema): Part[] {
  return Object.entries(schema).flatMap(([name, type]): Part[] => {
    if (type !== 'strings') return [{ name, type }]
    return [{ name: `${name}.bytes`, type: 'u8' }, { name: `${name}.blocks`, type: 'u32' }]
  })
}

/** Places parts of these lengths one after another. */
function layOut(parts: readonly Part[], lengths: readonly number[]): Layout {
  let size = HEADER_BYTES + parts.length * ENTRY_BYTES
  const placed = parts.map((part, i): PlacedPart => {
    const [offset, length] = [size, lengths[i] ?? 0]
    size = Math.ceil((offset + length * WIDTHS[part.type]) / ALIGNMENT) * ALIGNMENT
    return { ...part, offset, length }
  })
  return { parts: placed, size }
}

/** Writes header and table. */
function writeHeader(bytes: Uint8Array, { parts, size }: Layout, version: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  writeAscii(bytes, 0, MAGIC)
  view.setUint32(HEADER.version, version, true)
  view.setUint32(HEADER.parts, parts.length, true)
  view.setUint32(HEADER.size, size, true)
  parts.forEach(({ name, type, offset, length }, i) => {
    const entry = HEADER_BYTES + i * ENTRY_BYTES
    writeAscii(bytes, entry, name)
    view.setUint32(entry + NAME_BYTES, CODES[type], true)
    view.setUint32(entry + NAME_BYTES + 4, offset, true)
    view.setUint32(entry + ENTRY_LENGTH, length, true)
  })
}

function writeAscii(bytes: Uint8Array, offset: number, text: string): void {
  for (let i = 0; i < text.length; i += 1) bytes[offset + i] = text.charCodeAt(i)
}

/** Checks the bytes that a file of any version begins with, and the version. */
function checkBeginning(bytes: Uint8Array, expected: number): void {
  for (let i = 0; i < MAGIC.length; i += 1) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) throw new AskError('index-format', 'This is not an index file')
  }
  if (bytes.length < HEADER_BYTES) throw damaged('it ends in its header')
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER.version, true)
  if (version === expected) return
  const advice = version < expected ? 'build the index again' : 'update ask-service'
  throw new AskError('index-format', `The index file has version ${version}, this build reads ${expected}; ${advice}`)
}

/** The parts of a file whose table is the one that would have been written for their lengths. */
function readParts(schema: Schema, bytes: Uint8Array, version: number): readonly PlacedPart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const size = view.getUint32(HEADER.size, true)
  if (size !== bytes.length) throw damaged(`it should have ${size} bytes and has ${bytes.length}`)
  const parts = partsOf(schema)
  const tableEnd = HEADER_BYTES + parts.length * ENTRY_BYTES
  if (size < tableEnd) throw damaged('its table of columns does not fit')
  const lengths = parts.map((_, i) => view.getUint32(HEADER_BYTES + i * ENTRY_BYTES + ENTRY_LENGTH, true))
  const layout = layOut(parts, lengths)
  const expected = new Uint8Array(tableEnd)
  writeHeader(expected, layout, version)
  const isExpected = layout.size === size && expected.every((byte, i) => byte === bytes[i])
  if (!isExpected) throw damaged('its table of columns does not fit')
  return layout.parts
}

/** The numbers of a part. */
function viewOf({ buffer, byteOffset }: Uint8Array, { type, offset, length }: PlacedPart): Numbers {
  const at = byteOffset + offset
  switch (type) {
    case 'u8':
      return new Uint8Array(buffer, at, length)
    case 'u16':
      return new Uint16Array(buffer, at, length)
    case 'u32':
      return new Uint32Array(buffer, at, length)
    case 'i32':
      return new Int32Array(buffer, at, length)
    case 'f32':
      return new Float32Array(buffer, at, length)
    case 'f64':
      return new Float64Array(buffer, at, length)
  }
}

function refuseBigEndian(): void {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new AskError('index-format', 'Index files need a processor that stores the lowest byte first')
  }
}

function damaged(how: string): AskError {
  return new AskError('index-format', `The index file is damaged: ${how}`)
}
