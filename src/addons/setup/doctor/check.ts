/**
 * A finding of `ask doctor`: a sentence, a status, and a remedy. Checks are functions from collected data, or from the
 * replies of a server, to findings. Those of Node and of the settings of a project are here.
 */
import { VERSION } from '../../../core/base.ts'

/** Names of all checks in order; a report has each at least once. */
export const CHECK_NAMES = [
  'node', 'settings', 'content', 'urls', 'graph', 'store', 'key', 'model', 'endpoint', 'stream',
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

/** Oldest supported version of Node, as in `engines` of package.json. */
const OLDEST = [20, 19] as const

/** Checks a version of Node such as `20.19.1`; `platform` is for people who paste a report. */
export function checkNode(version: string, platform: string): Check {
  const { ok, fail } = checksOf('node')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  const description = `ask ${VERSION} on Node ${version} (${platform})`
  if (!isOld) return ok(description)
  const message = `${description}: ask needs Node ${OLDEST.join('.')} or newer`
  return fail(message, 'Install a current Node: https://nodejs.org')
}

/** Shows the settings with the name of their file; null without any. */
export function checkSettings(read: { readonly file: string; readonly settings: object } | null): Check {
  const { ok, skip } = checksOf('settings')
  if (read === null) return skip('None: neither ask.json nor "ask" in package.json')
  const settings = Object.entries(read.settings).filter(([name]) => name !== '$schema')
  const shown = settings.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return ok(`${read.file}: ${shown.join(', ') || 'none'}`)
}
