/** A reader's last searches, kept in the browser's storage where there is one. */
import { textsOf } from '../client/reply.ts'
import type { StoredRecord } from './record.ts'

/** Number of searches that are kept. */
const MAX_RECENT = 5

/** The last searches at one endpoint. */
export interface RecentSearches {
  /** Latest first. */
  readonly list: () => readonly string[]
  readonly add: (query: string) => void
  readonly clear: () => void
}

/** The searches that a record holds; a value of another shape counts as empty. */
export function createRecentSearches({ read, write }: StoredRecord): RecentSearches {
  const list = (): readonly string[] => textsOf({ recent: read() }, 'recent').slice(0, MAX_RECENT)

  function add(query: string): void {
    const text = query.trim()
    if (text) write([text, ...list().filter((other) => other !== text)].slice(0, MAX_RECENT))
  }

  return { list, add, clear: () => write([]) }
}
