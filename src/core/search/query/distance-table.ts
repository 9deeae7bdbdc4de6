/**
 * The restricted Damerau-Levenshtein distances between a key and the beginnings of a word that is extended letter by
 * letter and cut back: one row for each beginning, one column for each beginning of the key. Beginnings whose lengths
 * differ by more than the edits are not near, so only a band along the diagonal is computed; the rest counts as far.
 */
import { i32At, u8At } from '../../text/column.ts'
import { EMPTY_HASH, type Hash, extendHash, joinHashes, powersOf } from '../strings/bloom-filter.ts'

/** Receives the hash of a word, a byte of its ending or -1 for none, and the offset in the key of all other bytes. */
type VisitEnding = (word: Hash, byte: number, offset: number) => void

/** The distances between a key and a word, in bytes. */
export interface DistanceTable {
  /** Bytes of the word. */
  readonly length: () => number
  /** Appends a byte to the word. */
  readonly add: (byte: number) => void
  /** Cuts the word to its first `length` bytes, if it is longer. */
  readonly cut: (length: number) => void
  /** Edits between the key and the word. */
  readonly distance: () => number
  /** The fewest edits between the key and any word that begins with this one. */
  readonly leastDistance: () => number
  /** Number of the first of `bytes`, at most `limit`, that equal those of the word. */
  readonly sharedLength: (bytes: Uint8Array, limit: number) => number
  /** Visits all endings of the key that, appended to the word, bring it within the distance. */
  readonly eachEnding: (visit: VisitEnding) => void
}

/** The row of one beginning of a word. */
interface Row {
  /** Distance to each beginning of the key. */
  readonly distances: Uint8Array
  /** The least of them. */
  least: number
  /** The last byte of the beginning. */
  byte: number
  hash: Hash
}

/** The table of an empty word; distances are up to `edits`, all higher ones are equal. */
export function createDistanceTable(key: Uint8Array, edits: number): DistanceTable {
  const width = key.length + 1
  const far = edits + 1
  const powers = powersOf(key.length)
  const endingHashes = hashEndings(key, powers)
  const createRow = (): Row => ({ distances: new Uint8Array(width).fill(far), least: 0, byte: 0, hash: EMPTY_HASH })
  const first = createRow()
  for (let j = 0; j < width; j += 1) first.distances[j] = Math.min(j, far)
  const rows = [first]
  /** The rows of the word, of the word without its last byte, and without its last two. */
  let row = first
  let before = first
  let beforeThat = first
  let length = 0

  function moveTo(newLength: number): void {
    length = newLength
    row = rows[length] ?? first
    // An offset below 0 would be looked up as a name, which is slow.
    before = rows[Math.max(0, length - 1)] ?? first
    beforeThat = rows[Math.max(0, length - 2)] ?? first
  }

  function add(byte: number): void {
    if (rows.length === length + 1) rows.push(createRow())
    moveTo(length + 1)
    row.byte = byte
    row.hash = extendHash(before.hash, byte)
    const { distances } = row
    const { distances: previous, byte: previousByte } = before
    const { distances: secondLast } = beforeThat
    const start = Math.max(1, length - edits)
    const end = Math.min(width, length + 1 + edits)
    distances[0] = Math.min(length, far)
    let least = u8At(distances, 0)
    for (let j = start; j < end; j += 1) {
      let distance = u8At(previous, j - 1) + (byte === key[j - 1] ? 0 : 1)
      distance = Math.min(distance, u8At(previous, j) + 1, u8At(distances, j - 1) + 1, far)
      const isExchange = length > 1 && j > 1 && byte === key[j - 2] && previousByte === key[j - 1]
      if (isExchange) distance = Math.min(distance, u8At(secondLast, j - 2) + 1)
      distances[j] = distance
      if (distance < least) least = distance
    }
    row.least = least
  }

  function sharedLength(bytes: Uint8Array, limit: number): number {
    const most = Math.min(limit, length)
    let shared = 0
    while (shared < most && bytes[shared] === rows[shared + 1]?.byte) shared += 1
    return shared
  }

  /** The hash of the word, followed by the key from `j` on. */
  function joined(hash: Hash, j: number): Hash {
    return joinHashes(hash, i32At(powers, key.length - j), i32At(endingHashes, j))
  }

  function eachEnding(visit: VisitEnding): void {
    const end = Math.min(width, length + 1 + edits)
    for (let j = Math.max(0, length - edits); j < end; j += 1) {
      const distance = u8At(row.distances, j)
      if (distance <= edits) visit(joined(row.hash, j), -1, j)
      // The last letter may be the second of two that are exchanged.
      if (length === 0 || j + 1 >= key.length) continue
      if (row.byte !== key[j + 1] || u8At(before.distances, j) >= edits) continue
      const byte = u8At(key, j)
      visit(joined(extendHash(row.hash, byte), j + 2), byte, j + 2)
    }
  }

  return {
    length: () => length,
    add,
    cut: (most) => {
      if (most < length) moveTo(most)
    },
    distance: () => u8At(row.distances, key.length),
    leastDistance: () => row.least,
    sharedLength,
    eachEnding,
  }
}

/** Hashes of the key from each byte on. */
function hashEndings(key: Uint8Array, powers: Int32Array): Int32Array {
  const hashes = new Int32Array(key.length + 1).fill(EMPTY_HASH)
  for (let j = key.length - 1; j >= 0; j -= 1) {
    const hash = extendHash(EMPTY_HASH, u8At(key, j))
    hashes[j] = joinHashes(hash, i32At(powers, key.length - j - 1), i32At(hashes, j + 1))
  }
  return hashes
}
