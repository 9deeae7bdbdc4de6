/**
 * Bytes of a file -> text. UTF-8, or UTF-16 where a byte order mark says so;
 * the mark is dropped. Bytes that are no text become U+FFFD, as do NULs.
 */

/** Decodes a whole file; any bytes give text. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '\ufffd')
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
