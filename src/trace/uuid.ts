/**
 * Time and random bytes -> a UUID that sorts by time: version 7 of RFC 9562,
 * section 5.7. 48 bits of time, then version, variant and 74 random bits.
 */
import { toHex } from '../base/bytes.ts'

/** Random bytes of a UUID. */
export const UUID_RANDOM_BYTES = 10

/** The text of a UUID; `nowMs` counts from 1970, `random` holds `UUID_RANDOM_BYTES` bytes. */
export function formatUuid(nowMs: number, random: Uint8Array): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  const tail = toHex(random.map((byte, i) => (i === 0 ? (byte & 0x0f) | 0x70 : i === 2 ? (byte & 0x3f) | 0x80 : byte)))
  return [time.slice(0, 8), time.slice(8), tail.slice(0, 4), tail.slice(4, 8), tail.slice(8)].join('-')
}
