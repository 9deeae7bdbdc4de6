/** Values in the browser's storage, as JSON: one under a key, and a reader's last searches. */
import { textsOf } from '../client/messages.ts'

const MAX_RECENT = 5
/** UTF-16 units of a value as JSON: a tenth of what browsers give a site for all that it stores. */
const MAX_STORED_LENGTH = 500_000

/** The part of `Storage` that is used. */
export interface RecordStorage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

export interface StoredRecord {
  /** The value, undefined without one and where storing is forbidden. */
  readonly read: () => unknown
  /** Stores a value where that is possible; one that is too long or finds no room leaves none. */
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
        const json = JSON.stringify(value)
        // An old value must not be taken for the new one.
        storage().removeItem(key)
        if (json.length <= MAX_STORED_LENGTH) storage().setItem(key, json)
      } catch {
        // The overlay works without a storage as well.
      }
    },
  }
}

export type RecentSearches = ReturnType<typeof createRecentSearches>

/** The searches that a record holds, latest first; a value of another shape counts as empty. */
export function createRecentSearches({ read, write }: StoredRecord) {
  const list = (): readonly string[] => textsOf({ recent: read() }, 'recent').slice(0, MAX_RECENT)

  function add(query: string): void {
    const text = query.trim()
    if (text) write([text, ...list().filter((other) => other !== text)])
  }

  return { list, add, clear: () => write([]) }
}
