/**
 * Keys -> ordinals, for millions of keys in little memory: an open-addressing hash table over typed arrays that keeps
 * 53
 * bits of each key's hash instead of the key. Two of ten million keys have the same hash with a chance below 1 %.
 */

const FIRST_CAPACITY = 1_024

/** The ordinals of keys, in the order in which the keys came. */
export interface Ordinals {
  /** The ordinal of a key's hash, which is added if it is new. */
  readonly add: (hash: number) => number
  readonly count: () => number
}

/** A table without keys. */
export function createOrdinals(): Ordinals {
  let hashes = new Float64Array(FIRST_CAPACITY)
  /** Ordinal + 1 by slot, 0 for an empty slot; twice as many slots as keys at least. */
  let slots = new Uint32Array(2 * FIRST_CAPACITY)
  let size = 0

  function slotOf(hash: number): number {
    let slot = hash % slots.length
    for (;;) {
      const ordinal = slots[slot] ?? 0
      if (ordinal === 0 || hashes[ordinal - 1] === hash) return slot
      slot = slot + 1 === slots.length ? 0 : slot + 1
    }
  }

  function grow(): void {
    const larger = new Float64Array(2 * hashes.length)
    larger.set(hashes)
    hashes = larger
    slots = new Uint32Array(2 * hashes.length)
    for (let ordinal = 0; ordinal < size; ordinal++) slots[slotOf(hashes[ordinal] ?? 0)] = ordinal + 1
  }

  return {
    add(hash) {
      const slot = slotOf(hash)
      const ordinal = slots[slot] ?? 0
      if (ordinal !== 0) return ordinal - 1
      if (size === hashes.length) {
        grow()
        return this.add(hash)
      }
      hashes[size] = hash
      size += 1
      slots[slot] = size
      return size - 1
    },
    count: () => size,
  }
}

/** Hash of a text, a whole number of 53 bits; `seed` is a whole number of its own for each kind of key. */
export function hashOf(text: string, seed: number): number {
  let [high, low] = [0x9e3779b9 ^ seed, 0x85ebca6b ^ Math.imul(seed, 0x27d4eb2f)]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x85ebca77)
    low = Math.imul(low ^ unit, 0xc2b2ae3d)
  }
  return finish(high, low)
}

/** Hash of a hash together with a whole number. */
export function mixedHash(hash: number, number: number): number {
  const high = Math.floor(hash / 0x1_0000_0000) ^ Math.imul(number, 0x9e3779b1)
  return finish(high, (hash >>> 0) ^ Math.imul(number + 1, 0x85ebca77))
}

/** The finishing steps of MurmurHash3, crosswise, so that each bit depends on all others. */
function finish(high: number, low: number): number {
  const top = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  const bottom = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(top ^ (top >>> 13), 0xc2b2ae35)
  return (top & 0x1f_ffff) * 0x1_0000_0000 + (bottom >>> 0)
}

/** A column of numbers that grows as it is filled. */
export interface Column {
  readonly get: (ordinal: number) => number
  readonly set: (ordinal: number, value: number) => void
}

/** A column of whole numbers of 32 bits, 0 if nothing was set. */
export function createColumn(): Column {
  let values = new Uint32Array(FIRST_CAPACITY)
  return {
    get: (ordinal) => values[ordinal] ?? 0,
    set(ordinal, value) {
      if (ordinal >= values.length) {
        const larger = new Uint32Array(Math.max(ordinal + 1, 2 * values.length))
        larger.set(values)
        values = larger
      }
      values[ordinal] = value
    },
  }
}
