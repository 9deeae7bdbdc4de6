/** A reader's last searches, kept in the browser's storage where there is one. */

/** Number of searches that are kept. */
const MAX_RECENT = 5

/** The part of `localStorage` that is used. */
export interface RecentStorage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

/** The last searches at one endpoint. */
export interface RecentSearches {
  /** Latest first. */
  readonly list: () => readonly string[]
  readonly add: (query: string) => void
  readonly clear: () => void
}

/** Searches in a storage, which is got at each use: browsers throw where storing is forbidden or full, which counts as empty. */
export function createRecentSearches(storage: () => RecentStorage, key: string): RecentSearches {
  function list(): readonly string[] {
    try {
      // JSON of another shape has no `filter` and counts as empty, like unreadable JSON.
      const stored: readonly unknown[] = JSON.parse(`${storage().getItem(key)}`)
      return stored.filter((query) => typeof query === 'string').slice(0, MAX_RECENT)
    } catch {
      return []
    }
  }

  function add(query: string): void {
    const text = query.trim()
    if (text === '') return
    store([text, ...list().filter((other) => other !== text)].slice(0, MAX_RECENT))
  }

  function store(queries: readonly string[]): void {
    try {
      storage().setItem(key, JSON.stringify(queries))
    } catch {
      // A reader who forbids storing searches as well as any other.
    }
  }

  return { list, add, clear: () => store([]) }
}
