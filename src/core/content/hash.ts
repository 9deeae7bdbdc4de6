/**
 * Chunks -> one hash that changes with the content: SHA-256 over every chunk's
 * id and text, in order. Each chunk is a line of JSON, so no two lists of chunks
 * give the same bytes. The lines are hashed block by block, each after the hash
 * of the blocks above, which bounds memory to one block.
 */
import { formatSha256, SHA256_BYTES, sha256 } from '../base/bytes.ts'

/** UTF-16 units of a block; it ends with the chunk that fills it. */
const BLOCK_LENGTH = 262_144

/**
 * `sha256:` and 64 hex digits.
 *
 * @example
 * const before = await contentHash([{ id: 'setup', text: 'Use apt.' }])
 * before === (await contentHash([{ id: 'setup', text: 'Use dnf.' }])) // false
 */
export async function contentHash(chunks: Iterable<{ readonly id: string; readonly text: string }>): Promise<string> {
  let hash = new Uint8Array(SHA256_BYTES)
  let block: string[] = []
  let length = 0
  for (const { id, text } of chunks) {
    const line = JSON.stringify([id, text])
    block.push(line)
    length += line.length
    if (length < BLOCK_LENGTH) continue
    hash = await extend(hash, block)
    block = []
    length = 0
  }
  hash = await extend(hash, block)
  return formatSha256(hash)
}

function extend(hash: Uint8Array, block: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return sha256(hash, new TextEncoder().encode(block.map((line) => `${line}\n`).join('')))
}
