/**
 * An index and the hash of its content -> one hash: SHA-256 over the content's
 * hash and the index's bytes. It shows that they belong together.
 */
import { formatSha256, sha256 } from '../base/bytes.ts'

/** The hash of an index: `sha256:` and 64 hex digits. */
export async function hashIndex(index: Uint8Array, contentHash: string): Promise<string> {
  return formatSha256(await sha256(new TextEncoder().encode(contentHash), index))
}
