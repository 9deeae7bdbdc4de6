/**
 * Bytes <-> base64 (RFC 4648), by what every host has: not all in use have
 * `Uint8Array.fromBase64`.
 */

/** Bytes that become text at a time: a multiple of three, and no more arguments than a call may have. */
const BLOCK_BYTES = 12_288

/** Four characters for every three bytes begun. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BLOCK_BYTES)))
  }
  return text
}

/** The bytes that were encoded, null for a text that is no base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const binary = decodeToString(text)
  if (binary === null) return null
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** A character for each byte. */
function decodeToString(text: string): string | null {
  try {
    return atob(text)
  } catch {
    return null
  }
}
