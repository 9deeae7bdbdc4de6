/** A value in the browser's storage under one key, as JSON. */

/** The part of `Storage` that is used. */
export interface RecordStorage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

/** One stored value. */
export interface StoredRecord {
  /** The value, undefined without one and where storing is forbidden. */
  readonly read: () => unknown
  /** Stores a value where that is possible. */
  readonly write: (value: unknown) => void
}

/** The value of a key. The storage is got at each use: browsers throw where storing is forbidden, or full. */
export function createStoredRecord(storage: () => RecordStorage, key: string): StoredRecord {
  return {
    read: () => {
      try {
        return JSON.parse(`${storage().getItem(key)}`)
      } catch {
        return undefined
      }
    },
    write: (value) => {
      try {
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // The overlay works without a storage as well.
      }
    },
  }
}
