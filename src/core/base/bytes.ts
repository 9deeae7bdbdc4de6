/**
 * Operations on bytes: count, join, collect up to a limit, hash, and write as hex or base64 (RFC 4648).
 * Base64 uses `btoa` and `atob`, since not every host has `Uint8Array.fromBase64`.
 */

/** Bytes encoded by one call: a multiple of three, and at most the number of arguments that a call may have. */
const BLOCK_BYTES = 12_288
export const SHA256_BYTES = 32

const encoder = new TextEncoder()

/** The number of bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** The pieces in one array. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** All bytes of a stream. Null as soon as there are more than `maxBytes`; the stream's iterator is then closed. */
export async function collectBytes(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.length
    if (length > maxBytes) return null
    pieces.push(piece)
  }
  return concatBytes(pieces)
}

/** The factor of FNV-1a (Fowler, Noll, Vo), a quick hash that recognizes edits and protects from nobody. */
export const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units, as a signed number of 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return hash
}

/** Two hex digits for each byte, in lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The SHA-256 digest of the parts, one after another. */
export async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concatBytes(parts)))
}

/** A digest as files and replies show it: `sha256:` and 64 hex digits. */
export function formatSha256(digest: Uint8Array): string {
  return `sha256:${toHex(digest)}`
}

/** Bytes as base64: four characters for every three bytes, padded at the end. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BLOCK_BYTES)))
  }
  return text
}

/** The bytes that a base64 text stands for; null if the text is not base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
