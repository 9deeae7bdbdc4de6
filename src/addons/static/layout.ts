/**
 * The static form of a search index: small files that any host serves as they are. A reader loads the parts that a
 * query needs, and runs the same search over them.
 *
 *   index.json          fixed name: version, build, script and the compressed head
 *   <script>            the search module, named by the hash of its bytes; if all texts are English, a smaller one,
 *                       together with the full module for queries in other scripts
 *   <build>/t/<n>.bin   a range of all keys in order (terms, words, title keys), with postings and title matches; a
 *                       term with many postings is alone in its range
 *   <build>/x/<n>.bin   the positions of the terms of t/<n>: for phrases
 *   <build>/w/<n>.bin   a range of all words in order, for corrections
 *   <build>/r/<n>.bin   a range of all words reversed, for corrections
 *   <build>/f/<n>.bin   consecutive sections as they are shown
 *   <build>/a/<n>.bin   precomputed results of prefixes that many words have
 *
 * `<build>` is a hash of the contents of all files, so a file never changes. A part's file has a signature that no
 * other format has, a checksum, and the part compressed by raw deflate, so that no host has to compress it and no proxy
 * mistakes it for a compressed format:
 *
 *   "ASKS", version, checksum (32 bits) of build, path and part; the packed part
 *
 * The checksum detects files that are truncated, changed, or of another build or part.
 */
import { concatBytes, FNV_PRIME, hashText } from '../../core/base.ts'
import { readUint32 } from '../../core/search.ts'

/** Version of the files. It increases whenever the meaning of any byte changes. */
export const STATIC_VERSION = 7

/** Name of the file that is read first. */
export const ENTRY_NAME = 'index.json'

/** The kinds of parts, by the name of their folder. */
export const PART_KINDS = ['t', 'x', 'w', 'r', 'f', 'a'] as const

/** A kind of parts. */
export type PartKind = (typeof PART_KINDS)[number]

/** One part: its kind, and its number within the kind. */
export interface PartName {
  readonly kind: PartKind
  readonly number: number
}

/** The path of a part, relative to the folder of its build. */
export function partPath({ kind, number }: PartName): string {
  return `${kind}/${number}.bin`
}

/** The content of `index.json`. */
export interface Entry {
  readonly version: number
  /** Folder of the parts: hex digits. */
  readonly build: string
  readonly script: string
  /** File name of the module for all languages, if `script` is for English only. */
  readonly fullScript?: string
  /** The sealed head (`head.ts`) in base64. */
  readonly head: string
}

const MAGIC = [0x41, 0x53, 0x4b, 0x53]
const HEAD_BYTES = 9
/** Most bytes of a part: far more than the longest section, far less than a browser's page can hold in memory. */
const MAX_PART_BYTES = 1 << 26

/** Compresses bytes by raw deflate. */
export type Pack = (bytes: Uint8Array) => Uint8Array

/** The file of a part. `name` identifies it by its build and path. */
export function seal(part: Uint8Array, name: string, pack: Pack): Uint8Array {
  const sum = checksum(name, part)
  const head = Uint8Array.from([...MAGIC, STATIC_VERSION, sum, sum >>> 8, sum >>> 16, sum >>> 24])
  return concatBytes([head, pack(part)])
}

/** The part in a file; null if it is not the file of that name. */
export async function unseal(file: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array | null> {
  const isSealed = [...MAGIC, STATIC_VERSION].every((byte, i) => file[i] === byte)
  const part = isSealed ? await inflate(file.subarray(HEAD_BYTES)).catch(() => null) : null
  return part !== null && checksum(name, part) === readUint32(file, MAGIC.length + 1) ? part : null
}

/** Decompresses raw deflate. Rejects if the bytes are not valid. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate-raw')
  // Written at once: a stream of a Blob takes a browser several milliseconds for the files of one search.
  const writer = writable.getWriter()
  // The reader of what is written gets the fault, too.
  for (const written of [writer.write(bytes), writer.close()]) written.catch(() => undefined)
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = readable.getReader()
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    length += value.length
    if (length > MAX_PART_BYTES) {
      await reader.cancel()
      throw new RangeError()
    }
    pieces.push(value)
  }
  return concatBytes(pieces)
}

/** FNV-1a over the name and the bytes. */
function checksum(name: string, bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, FNV_PRIME), hashText(name)) >>> 0
}
