/** Bytes: joined, collected within a limit, and in hex. */

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

/** All bytes of a stream; null as soon as they are more than `maxBytes`, which closes the stream's iterator. */
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

/** Two hex digits for each byte, in lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
