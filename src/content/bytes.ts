/**
 * Bytes of a file -> text. UTF-8, or UTF-16 with a byte order mark; the mark is
 * dropped. Bytes that are no text become U+FFFD, as do NULs.
 */

/** Bytes at the start of a file that are checked for NULs. */
const PROBE_BYTES = 8_192
/** NULs among them that a text may have: a few may be a mistake. */
const MAX_NULS = 8

/** True for the bytes of programs, pictures and other files without text; UTF-16 is text by its mark. */
export function isBinary(bytes: Uint8Array): boolean {
  if (encodingOf(bytes) !== 'utf-8') return false
  let nuls = 0
  for (const byte of bytes.subarray(0, PROBE_BYTES)) if (byte === 0) nuls += 1
  return nuls > MAX_NULS
}

/** Decodes a whole file; any bytes give text. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '\ufffd')
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
