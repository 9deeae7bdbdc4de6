/** SHA-256, by the platform's Web Crypto. */
import { concatBytes, toHex } from './bytes.ts'

/** Bytes of a digest. */
export const SHA256_BYTES = 32

/** The digest of the parts, one after another. */
export async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concatBytes(parts)))
}

/** A digest as files and replies show it: `sha256:` and 64 hex digits. */
export function formatSha256(digest: Uint8Array): string {
  return `sha256:${toHex(digest)}`
}
