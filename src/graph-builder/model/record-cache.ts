/**
 * The cache of model replies under a key of the whole question: the same
 * question to the same model is sent only once.
 */
import { sha256, toHex } from '../../base/bytes.ts'

/** Values by key; `put` resolves when the value is stored. */
export interface RecordCache {
  readonly get: (key: string) => unknown
  readonly put: (key: string, value: unknown) => Promise<void>
}

const encoder = new TextEncoder()

/** SHA-256, in hex, of the parts as JSON. */
export async function cacheKey(parts: readonly unknown[]): Promise<string> {
  return toHex(await sha256(encoder.encode(JSON.stringify(parts))))
}
