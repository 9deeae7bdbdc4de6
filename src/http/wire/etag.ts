/** Entity tags (RFC 9110, 8.8.3): a strong tag from the bytes of a reply, and the comparison for `If-None-Match`. */
import { sha256, toHex } from '../../base/bytes.ts'

/** Bytes of the SHA-256 digest that a tag has: 128 bits are enough that no two replies share a tag. */
const TAG_BYTES = 16

/** The quoted tag of these bytes. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await sha256(bytes)
  return `"${toHex(digest.subarray(0, TAG_BYTES))}"`
}

/**
 * True if an `If-None-Match` header lists this tag. The comparison is weak, as the RFC requires: a proxy that
 * compresses may have added `W/`. Our tags contain no comma, so the list can be split at every comma.
 */
export function matchesEtag(header: string | null, tag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === tag)
}
