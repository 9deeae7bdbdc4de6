/**
 * Bytes <-> base64 (RFC 4648) with functions that every host has, since not all
 * have `Uint8Array.fromBase64`.
 */

/** Bytes encoded by one call: a multiple of three, and at most the number of arguments that a call may have. */
const BLOCK_BYTES = 12_288

/** The base64 of bytes: four characters for each three bytes, the last of them padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BLOCK_BYTES)))
  }
  return text
}

/** The bytes of base64, null for any other text. */
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
