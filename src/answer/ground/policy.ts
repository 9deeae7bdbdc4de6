/** The links that an answer may have, written so that every renderer reads the same address. */

/** The treatment of an address that renderers would turn into a link. */
export type AddressTreatment = 'link' | 'code' | 'removed'

/** The rules for links. */
export interface LinkPolicy {
  /** Sources that the words in brackets cite; null for words that cite nothing. */
  readonly cite: (label: string) => readonly number[] | null
  /** Address of a source, null for an unknown number. */
  readonly urlOf: (source: number) => string | null
  /** The source that a link's address opens, null for any other address. */
  readonly sourceAt: (address: string) => number | null
  readonly treatmentOf: (address: string) => AddressTreatment
}

/** Counts of the links of a text. */
export interface LinkCounts {
  /** Numbers written as links to their sources. */
  citations: number
  /** Numbers without a source, which were dropped. */
  unknownCitations: number
  /** Links, images, tags and addresses reduced or dropped. */
  removedLinks: number
  /** Numbers of the cited sources, in the order of their first citation. */
  readonly cited: Set<number>
}

/** Characters that end, split or change a target in some renderer. */
const UNSAFE = /[\u0000-\u0020\u007f<>\\`|]|&#?\w+;/
/** Schemes other than those of web pages, such as `javascript:`. */
const FOREIGN_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i

/** The parentheses after the words of a link; null for an address that can't be written in them or opens no page. */
export function formatTarget(url: string): string | null {
  if (url === '' || UNSAFE.test(url) || FOREIGN_SCHEME.test(url)) return null
  return /[()]/.test(url) ? `(<${url}>)` : `(${url})`
}

/** The address in a link's parentheses, `<address> "title"` or `address "title"`; null for other text. */
export function parseTarget(inside: string): string | null {
  const [, angled, bare] = /^\s*(?:<([^<>]*)>|(\S*))(?:\s+(?:"[^]*"|'[^]*'|\([^]*\)))?\s*$/.exec(inside) ?? []
  return angled ?? bare ?? null
}
