/** Bytes in pieces, so that a large body is sent as fast as its client reads. */

/** Bytes of a piece; only the last one is shorter. */
export const PIECE_BYTES = 64 * 1024

/** Views of the bytes, piece by piece, without copies. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
