/**
 * What `ask doctor` says of one thing: a sentence, how bad it is, and what to
 * do about it. Checks are functions from what was read to these.
 */

/** Everything that is checked, in order; a report names each at least once. */
export const CHECK_NAMES = [
  'node', 'program', 'content', 'urls', 'graph', 'key', 'model', 'endpoint', 'stream',
] as const

export type CheckName = (typeof CHECK_NAMES)[number]

/** `fail` has to be repaired, `warn` should be looked at, `skip` was not checked. */
export type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** One finding. Texts are one line without a full stop at the end; pages and servers may have written parts of them. */
export interface Check {
  readonly name: CheckName
  readonly status: Status
  readonly message: string
  /** What to do. */
  readonly remedy?: string
}

/** Makes a finding of a message and, where there is something to do, a remedy. */
export type MakeCheck = (message: string, remedy?: string) => Check

/** Makers of the findings of one name, by their status. */
export function checksOf(name: CheckName): Readonly<Record<Status, MakeCheck>> {
  const make = (status: Status): MakeCheck => (message, remedy) => {
    return { name, status, message, ...(remedy === undefined ? {} : { remedy }) }
  }
  return { ok: make('ok'), warn: make('warn'), fail: make('fail'), skip: make('skip') }
}
