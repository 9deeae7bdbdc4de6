/**
 * The static form of a search index: small files that any host serves as they are. A reader loads the parts that a
 * query needs, and runs the same search over them.
 *
 *   index.json          fixed name: version, build, script and the packed head
 *   <script>            the module that searches, by the hash of its bytes; where all texts are English it is a
 *                       smaller one, beside the module for queries in other scripts
 *   <build>/t/<n>.bin   a range of all keys in order (terms, words, title keys), with postings and title matches
 *   <build>/p/<n>.bin   the postings of one common term
 *   <build>/x/<n>.bin   the positions of the terms of t/<n>: for phrases
 *   <build>/y/<n>.bin   the same of p/<n>
 *   <build>/w/<n>.bin   a range of all words, and
 *   <build>/r/<n>.bin   of all words read backwards: for corrections
 *   <build>/f/<n>.bin   consecutive sections as they are shown
 *   <build>/a/<n>.bin   results of beginnings that many words have
 *
 * `<build>` is a hash of the contents of all files, so a file never changes.
 */

/** Version of the files. It rises whenever the meaning of any byte changes. */
export const STATIC_VERSION = 4

/** Name of the file that is read first. */
export const ENTRY_NAME = 'index.json'

/** The kinds of parts, by the name of their folder. */
export const PART_KINDS = ['t', 'p', 'x', 'y', 'w', 'r', 'f', 'a'] as const

/** A kind of parts. */
export type PartKind = (typeof PART_KINDS)[number]

/** One part: its kind and its number among them. */
export interface PartName {
  readonly kind: PartKind
  readonly number: number
}

/** The path of a part below the folder of its build. */
export function partPath({ kind, number }: PartName): string {
  return `${kind}/${number}.bin`
}

/** The content of `index.json`. */
export interface Entry {
  readonly version: number
  /** Folder of the parts: hex digits. */
  readonly build: string
  /** File name of the module that searches. */
  readonly script: string
  /** The same of the module for all languages, where `script` is for English alone. */
  readonly fullScript?: string
  /** The sealed head (`seal.ts`, `head.ts`) in base64. */
  readonly head: string
}
