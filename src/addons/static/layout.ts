/**
 * The static form of a search index: small files that any host serves as they are. A reader loads the parts that a
 * query needs, and runs the same search over them.
 *
 *   index.json          fixed name: version, build, script and the compressed head
 *   <script>            the search module, named by the hash of its bytes; if all texts are English, a smaller one,
 *                       together with the full module for queries in other scripts
 *   <build>/t/<n>.bin   a range of all keys in order (terms, words, title keys), with postings and title matches
 *   <build>/p/<n>.bin   the postings of one common term
 *   <build>/x/<n>.bin   the positions of the terms of t/<n>: for phrases
 *   <build>/y/<n>.bin   the positions of the term of p/<n>
 *   <build>/w/<n>.bin   a range of all words in order, for corrections
 *   <build>/r/<n>.bin   a range of all words reversed, for corrections
 *   <build>/f/<n>.bin   consecutive sections as they are shown
 *   <build>/a/<n>.bin   precomputed results of prefixes that many words have
 *
 * `<build>` is a hash of the contents of all files, so a file never changes.
 */

/** Version of the files. It increases whenever the meaning of any byte changes. */
export const STATIC_VERSION = 6

/** Name of the file that is read first. */
export const ENTRY_NAME = 'index.json'

/** The kinds of parts, by the name of their folder. */
export const PART_KINDS = ['t', 'p', 'x', 'y', 'w', 'r', 'f', 'a'] as const

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
  /** File name of the search module. */
  readonly script: string
  /** File name of the module for all languages, if `script` is for English only. */
  readonly fullScript?: string
  /** The sealed head (`seal.ts`, `head.ts`) in base64. */
  readonly head: string
}
