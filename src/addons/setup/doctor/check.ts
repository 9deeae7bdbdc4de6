/**
 * A finding of `ask doctor`: a sentence, a status, and a remedy. Checks are functions from collected data, or from the
 * replies of a server, to findings.
 */

/** Names of all checks in order; a report has each at least once. */
export const CHECK_NAMES = [
  'node', 'settings', 'setup', 'content', 'urls', 'graph', 'store', 'key', 'model', 'endpoint', 'stream',
] as const

type CheckName = (typeof CHECK_NAMES)[number]

/** The status of a finding: `fail` must be fixed, `warn` should be looked at, `skip` was not checked. */
export type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** A finding. Its texts are one line without a full stop; parts may come from pages and servers. */
export interface Check {
  readonly name: CheckName
  readonly status: Status
  readonly message: string
  readonly remedy?: string
}

/** The functions that make findings of one name, by status, from a message and perhaps a remedy. */
export function checksOf(name: CheckName): Readonly<Record<Status, (message: string, remedy?: string) => Check>> {
  const make = (status: Status) => (message: string, remedy?: string) => {
    return { name, status, message, ...(remedy === undefined ? {} : { remedy }) }
  }
  return { ok: make('ok'), warn: make('warn'), fail: make('fail'), skip: make('skip') }
}
