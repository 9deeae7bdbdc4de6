/**
 * Time and random bytes -> a UUID that sorts by time: version 7 of RFC 9562,
 * section 5.7. 48 bits of time, then version, variant and 74 random bits.
 */

/** Random bytes that a UUID takes. */
export const UUID_RANDOM_BYTES = 10

/** `nowMs` counts from 1970; `random` holds `UUID_RANDOM_BYTES` bytes. */
export function formatUuid(nowMs: number, random: Uint8Array): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  const rest = Array.from(random, (byte, i) => {
    const marked = i === 0 ? (byte & 0x0f) | 0x70 : i === 2 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return [time.slice(0, 8), time.slice(8), rest.slice(0, 4), rest.slice(4, 8), rest.slice(8)].join('-')
}
