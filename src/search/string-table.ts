/**
 * Many strings -> one block of bytes. Each UTF-16 unit is written by itself as
 * UTF-8 would write it (CESU-8), so that any string survives, lone surrogates
 * too, and the order of the bytes is the order in which JavaScript sorts strings.
 */

/** Strings by number, from 0. */
export interface StringTable {
  readonly bytes: Uint8Array
  /** One more than there are strings: string i is `bytes[offsets[i]]` to before `bytes[offsets[i + 1]]`. */
  readonly offsets: Uint32Array
}

/** Writes strings in the order given. */
export function createStringTable(strings: readonly string[]): StringTable {
  const offsets = new Uint32Array(strings.length + 1)
  strings.forEach((string, i) => {
    offsets[i + 1] = offsets[i]! + encodedLength(string)
  })
  const bytes = new Uint8Array(offsets[strings.length]!)
  strings.forEach((string, i) => encodeInto(bytes, offsets[i]!, string))
  return { bytes, offsets }
}

/** How many strings there are. */
export function sizeOf({ offsets }: StringTable): number {
  return offsets.length - 1
}

/** The string of a number; the empty string for one that isn't there. */
export function stringAt({ bytes, offsets }: StringTable, number: number): string {
  const end = offsets[number + 1] ?? 0
  let string = ''
  let at = offsets[number] ?? end
  while (at < end) {
    const lead = bytes[at]!
    if (lead < 0x80) {
      string += String.fromCharCode(lead)
      at += 1
    } else if (lead < 0xe0) {
      string += String.fromCharCode(((lead & 0x1f) << 6) | (bytes[at + 1]! & 0x3f))
      at += 2
    } else {
      string += String.fromCharCode(((lead & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f))
      at += 3
    }
  }
  return string
}

/** All strings of a table, in its order. */
export function stringsOf(table: StringTable): string[] {
  return Array.from({ length: sizeOf(table) }, (_, number) => stringAt(table, number))
}

/** The bytes a string has in a table. */
export function encodeString(string: string): Uint8Array {
  const bytes = new Uint8Array(encodedLength(string))
  encodeInto(bytes, 0, string)
  return bytes
}

function encodedLength(string: string): number {
  let length = string.length
  for (let i = 0; i < string.length; i += 1) {
    const unit = string.charCodeAt(i)
    if (unit > 0x7f) length += unit > 0x7ff ? 2 : 1
  }
  return length
}

function encodeInto(bytes: Uint8Array, offset: number, string: string): void {
  let at = offset
  for (let i = 0; i < string.length; i += 1) {
    const unit = string.charCodeAt(i)
    if (unit < 0x80) {
      bytes[at++] = unit
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6)
      bytes[at++] = 0x80 | (unit & 0x3f)
    } else {
      bytes[at++] = 0xe0 | (unit >> 12)
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f)
      bytes[at++] = 0x80 | (unit & 0x3f)
    }
  }
}
