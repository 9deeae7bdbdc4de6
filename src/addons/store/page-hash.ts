/**
 * The hash of a site whose pages are replaced one by one: the sum, modulo 2^256, of the hashes of its pages. A replaced
 * page takes its old hash out and puts its new one in.
 */
import { sha256, toHex } from '../../core/base.ts'
import type { StoredSection } from './store.ts'

const MODULUS = 2n ** 256n
const HEX_DIGITS = 64
const PREFIX = 'sum256:'

/** The hash of no pages. */
export const NO_PAGES = format(0n)

/** Hash of a page: 64 hex digits, computed over everything that a store keeps of its sections. */
export async function pageHash(sections: readonly StoredSection[]): Promise<string> {
  const texts = sections.map(({ chunk, node }) => JSON.stringify([chunk, node]))
  return toHex(await sha256(new TextEncoder().encode(texts.join('\n'))))
}

/** The hash of a site after a page is added: `sum256:` and 64 hex digits. */
export function withPage(site: string, page: string): string {
  return format((parse(site) + BigInt(`0x${page}`)) % MODULUS)
}

/** The hash of a site after a page is removed. */
export function withoutPage(site: string, page: string): string {
  return format((parse(site) + MODULUS - BigInt(`0x${page}`)) % MODULUS)
}

function parse(site: string): bigint {
  return BigInt(`0x${site.slice(PREFIX.length)}`)
}

function format(sum: bigint): string {
  return PREFIX + sum.toString(16).padStart(HEX_DIGITS, '0')
}
