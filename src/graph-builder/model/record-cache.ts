/**
 * What models said, kept under a key of all that they were asked: the same
 * question to the same model is never paid for twice.
 */
import { toHex } from '../../base/bytes.ts'
import { sha256 } from '../../base/sha256.ts'

/** Records by key; `put` settles when the record is safe. */
export interface RecordCache {
  readonly get: (key: string) => unknown
  readonly put: (key: string, value: unknown) => Promise<void>
}

const encoder = new TextEncoder()

/** SHA-256, in hex, of the parts as JSON. */
export async function cacheKey(parts: readonly unknown[]): Promise<string> {
  return toHex(await sha256(encoder.encode(JSON.stringify(parts))))
}
