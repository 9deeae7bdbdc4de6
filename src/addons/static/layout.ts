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
 * `<build>` is a hash of the contents of all files, so a file never changes. Parts are compressed, in the zlib format, so
 * that no host has to do it. Its checksum detects files that are truncated, changed, or something else; the path before
 * the part those of other parts.
 */
import { concatBytes } from '../../core/base.ts'

/** Version of the files. It increases whenever the meaning of any byte changes. */
export const STATIC_VERSION = 8

/** Name of the file that is read first. */
export const ENTRY_NAME = 'index.json'

/** What stands for the path of the head, which is in that file. */
export const HEAD_PATH = 'head'

/** The kinds of parts, by the name of their folder. */
export const PART_KINDS = ['t', 'x', 'w', 'r', 'f', 'a'] as const

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
  /** The compressed head (`head.ts`) in base64. */
  readonly head: string
}

/** Most bytes of a part: far more than the longest section, far less than a browser's page can hold in memory. */
const MAX_PART_BYTES = 1 << 26

/** Compresses bytes in the zlib format. */
export type Pack = (bytes: Uint8Array) => Uint8Array

/** The file of a part, at its path relative to the folder of the build. */
export function seal(part: Uint8Array, path: string, pack: Pack): Uint8Array {
  return pack(concatBytes([new TextEncoder().encode(path), part]))
}

/** The part in a file; null if it is not the file of that path. */
export async function unseal(file: Uint8Array<ArrayBuffer>, path: string): Promise<Uint8Array | null> {
  const bytes = await inflate(file).catch(() => null)
  const start = new TextEncoder().encode(path)
  return bytes !== null && start.every((byte, i) => byte === bytes[i]) ? bytes.subarray(start.length) : null
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate')
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
