/**
 * An index and the hash of its content -> one hash: SHA-256 over the content's
 * hash and the index's bytes. It shows that they belong together.
 */
import { toHex } from '../base/hex.ts'

/** The hash of an index: `sha256:` and 64 hex digits. */
export async function hashIndex(index: Uint8Array, contentHash: string): Promise<string> {
  const name = new TextEncoder().encode(contentHash)
  const bytes = new Uint8Array(name.length + index.length)
  bytes.set(name)
  bytes.set(index, name.length)
  return `sha256:${toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))}`
}
