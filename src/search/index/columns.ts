/**
 * Named columns of numbers and strings <-> one block of bytes, which is read in
 * place: decoding makes views of it, and parses and copies nothing.
 *
 *   header   "ASKINDEX"; version, number of parts, bytes in all, 0
 *   table    for each part its name (20 bytes, padded with 0), type, offset in bytes, length in elements
 *   parts    each at the next multiple of 8 bytes, padded with 0
 *
 * Numbers of header and table have 32 bits, all numbers are little-endian. A
 * column of numbers is one part; a table of strings is two, its bytes and its
 * heads. Everything but the lengths follows from the schema, so what is read
 * is compared with what would have been written. There is no checksum: to work
 * it out would take longer than all other checks together, and it would not keep
 * out who means harm.
 */
import { AskError } from '../../base/errors.ts'
import type { StringTable } from '../strings/front-coded-dictionary.ts'

/** What a column may be. */
export interface Kinds {
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
  readonly i32: Int32Array
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly strings: StringTable
}

/** Columns by name, in the order in which they are written. */
export type Schema = Readonly<Record<string, keyof Kinds>>

/** What a schema describes. */
export type Columns<S extends Schema> = { readonly [Name in keyof S]: Kinds[S[Name]] }

/** What a file holds, known to who writes and to who reads it. */
export interface Format<S extends Schema> {
  readonly schema: S
  /** Rises whenever the meaning of any byte changes. */
  readonly version: number
}

type NumberKind = Exclude<keyof Kinds, 'strings'>
type Numbers = Kinds[NumberKind]

/** One array of numbers in the file. */
interface Part {
  readonly name: string
  readonly kind: NumberKind
}

interface Place extends Part {
  /** In bytes. */
  readonly offset: number
  /** In elements. */
  readonly length: number
}

interface Layout {
  readonly places: readonly Place[]
  /** Of the whole file, in bytes. */
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

/** Places of the header's numbers, in words. */
const WORD = { version: 2, parts: 3, size: 4 }
const WORD_BYTES = 4

/** Number of each type in the table, and its width in bytes. */
const CODES: Readonly<Record<NumberKind, number>> = { u8: 1, u16: 2, u32: 3, i32: 4, f64: 5, f32: 6 }
const WIDTHS: Readonly<Record<NumberKind, number>> = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8, f32: 4 }

/** The same columns give the same bytes. Throws a RangeError beyond 4 GiB. */
export function encodeColumns<S extends Schema>({ schema, version }: Format<S>, columns: Columns<S>): Uint8Array {
  refuseBigEndian()
  const arrays = Object.keys(schema).flatMap((name) => numbersOf(columns[name]!))
  const layout = layOut(partsOf(schema), arrays.map(({ length }) => length))
  if (layout.size > MAX_BYTES) throw new RangeError(`An index file holds at most ${MAX_BYTES} bytes, not ${layout.size}`)
  const bytes = new Uint8Array(layout.size)
  writeHeader(bytes, layout, version)
  layout.places.forEach(({ offset }, i) => {
    const { buffer, byteOffset, byteLength } = arrays[i]!
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset)
  })
  return bytes
}

/**
 * Views of `bytes`, which must not change from now on, or of a copy where their
 * address is no multiple of eight. Throws an AskError `index-format` for all that
 * `encodeColumns` doesn't give for the format; what the columns hold is for the
 * caller to check.
 */
export function decodeColumns<S extends Schema>({ schema, version }: Format<S>, bytes: Uint8Array): Columns<S> {
  refuseBigEndian()
  checkBeginning(bytes, version)
  // A Buffer's slice would be a view again.
  const aligned = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes)
  const arrays = readPlaces(schema, aligned, version).map((place) => viewOf(aligned, place))
  let next = 0
  const columns = Object.entries(schema).map(([name, kind]) => {
    const first = arrays[next++]!
    return [name, kind === 'strings' ? { bytes: first, heads: arrays[next++]! } : first]
  })
  return Object.fromEntries(columns) as Columns<S>
}

function numbersOf(column: Kinds[keyof Kinds]): Numbers[] {
  return 'heads' in column ? [column.bytes, column.heads] : [column]
}

function partsOf(schema: Schema): Part[] {
  return Object.entries(schema).flatMap(([name, kind]): Part[] => {
    if (kind !== 'strings') return [{ name, kind }]
    return [{ name: `${name}.bytes`, kind: 'u8' }, { name: `${name}.heads`, kind: 'u32' }]
  })
}

/** Where parts of these lengths lie. */
function layOut(parts: readonly Part[], lengths: readonly number[]): Layout {
  let size = HEADER_BYTES + parts.length * ENTRY_BYTES
  const places = parts.map((part, i): Place => {
    const [offset, length] = [size, lengths[i]!]
    size = Math.ceil((offset + length * WIDTHS[part.kind]) / ALIGNMENT) * ALIGNMENT
    return { ...part, offset, length }
  })
  return { places, size }
}

/** Header and table. */
function writeHeader(bytes: Uint8Array, { places, size }: Layout, version: number): void {
  const words = wordsOf(bytes)
  writeAscii(bytes, 0, MAGIC)
  words[WORD.version] = version
  words[WORD.parts] = places.length
  words[WORD.size] = size
  places.forEach(({ name, kind, offset, length }, i) => {
    const entry = HEADER_BYTES + i * ENTRY_BYTES
    writeAscii(bytes, entry, name)
    words.set([CODES[kind], offset, length], (entry + NAME_BYTES) / WORD_BYTES)
  })
}

function writeAscii(bytes: Uint8Array, offset: number, text: string): void {
  for (let i = 0; i < text.length; i += 1) bytes[offset + i] = text.charCodeAt(i)
}

/** What a file of any version begins with. */
function checkBeginning(bytes: Uint8Array, version: number): void {
  for (let i = 0; i < MAGIC.length; i += 1) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) throw new AskError('index-format', 'This is not an index file')
  }
  if (bytes.length < HEADER_BYTES) throw damaged('it ends in its header')
  const found = new DataView(bytes.buffer, bytes.byteOffset).getUint32(WORD.version * WORD_BYTES, true)
  if (found !== version) {
    throw new AskError('index-format', `The index file has version ${found}, this build reads ${version}; build the index anew`)
  }
}

/** Places of the parts, once the table is known to be the one that would have been written for their lengths. */
function readPlaces(schema: Schema, bytes: Uint8Array, version: number): readonly Place[] {
  const words = wordsOf(bytes)
  const size = words[WORD.size]!
  if (size !== bytes.length) throw damaged(`it should have ${size} bytes and has ${bytes.length}`)
  const parts = partsOf(schema)
  const tableEnd = HEADER_BYTES + parts.length * ENTRY_BYTES
  if (size < tableEnd) throw damaged('its table of columns does not fit')
  const lengths = parts.map((_, i) => words[(HEADER_BYTES + (i + 1) * ENTRY_BYTES) / WORD_BYTES - 1]!)
  const layout = layOut(parts, lengths)
  const expected = new Uint8Array(tableEnd)
  writeHeader(expected, layout, version)
  const isExpected = layout.size === size && expected.every((byte, i) => byte === bytes[i])
  if (!isExpected) throw damaged('its table of columns does not fit')
  return layout.places
}

/** The numbers at a place. */
function viewOf({ buffer, byteOffset }: Uint8Array, { kind, offset, length }: Place): Numbers {
  const at = byteOffset + offset
  switch (kind) {
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

/** The whole words of a block whose address is a multiple of four. */
function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, Math.floor(byteLength / WORD_BYTES))
}

function refuseBigEndian(): void {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new AskError('index-format', 'Index files need a processor that stores the lowest byte first')
  }
}

function damaged(how: string): AskError {
  return new AskError('index-format', `The index file is damaged: ${how}`)
}
