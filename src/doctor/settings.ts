/** The settings of a project that commands read. */
import { type Check, checksOf } from './check.ts'

/** Settings with the name of their file. */
export interface ReadSettings {
  readonly file: string
  readonly settings: object
}

/** Shows the settings; `read` is null without any. */
export function checkSettings(read: ReadSettings | null): Check {
  const { ok, skip } = checksOf('settings')
  if (read === null) return skip('None: neither ask.json nor "ask" in package.json')
  const settings = Object.entries(read.settings).filter(([name]) => name !== '$schema')
  const shown = settings.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return ok(`${read.file}: ${shown.join(', ') || 'none'}`)
}
