/**
 * The thread of a session: what a reader asked, and where they left the dialog. It survives the way to another page of
 * the site. What is stored counts as foreign when it is read: it is decoded and bounded as replies are, links included.
 */
import { fieldOf, recordsOf } from '../client/reply.ts'
import type { StoredRecord } from './storage.ts'
import { decodeTurn, type Turn } from './turn.ts'

/** Turns that are kept; earlier ones are left out. */
export const MAX_THREAD_TURNS = 20

/** What is kept of a session. */
export interface Thread {
  readonly turns: readonly Turn[]
  /** True if the answers are shown, not the list. */
  readonly isShown: boolean
  /** True if the dialog is at the side of the page. */
  readonly isPanel: boolean
  /** True if it stays open there on the next page. */
  readonly isDocked: boolean
}

/** The stored thread; null without one. */
export function readThread({ read }: StoredRecord): Thread | null {
  const value = read()
  const is = (name: string) => fieldOf(value, name) === true
  return value === undefined || value === null ? null : {
    turns: recordsOf(value, 'turns').slice(-MAX_THREAD_TURNS).map(decodeTurn),
    isShown: is('isShown'),
    isPanel: is('isPanel'),
    isDocked: is('isDocked'),
  }
}
