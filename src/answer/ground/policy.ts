/**
 * Which links may stand, and how a link is written so that every renderer reads
 * the same address.
 */

/** What becomes of an address that a renderer would make a link of. */
export type AddressTreatment = 'link' | 'code' | 'removed'

/** Decides about links. */
export interface LinkPolicy {
  /** Sources that the words in brackets cite; null for words that cite nothing. */
  readonly cite: (label: string) => readonly number[] | null
  /** Address of a source, null for a number that is none. */
  readonly urlOf: (source: number) => string | null
  readonly treatmentOf: (address: string) => AddressTreatment
}

/** What was done to the links of a text. */
export interface LinkCounts {
  /** Numbers written as links to their sources. */
  citations: number
  /** Numbers without a source, which were dropped. */
  unknownCitations: number
  /** Links, images, tags and addresses reduced or dropped. */
  removedLinks: number
}

/** Characters that end, part or change a target in one renderer or another. */
const UNSAFE = /[\u0000-\u0020\u007f<>\\`|]|&#?\w+;/

/** The parenthesis behind the words of a link; null where no way of writing holds the address. */
export function formatTarget(url: string): string | null {
  if (url === '' || UNSAFE.test(url)) return null
  return /[()]/.test(url) ? `(<${url}>)` : `(${url})`
}

/** `<address> "title"` or `address "title"`, as it stands between the parentheses of a link; null for other text. */
export function parseTarget(inside: string): string | null {
  const [, angled, bare] = /^\s*(?:<([^<>]*)>|(\S*))(?:\s+(?:"[^]*"|'[^]*'|\([^]*\)))?\s*$/.exec(inside) ?? []
  return angled ?? bare ?? null
}
