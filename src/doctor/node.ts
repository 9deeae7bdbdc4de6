/** The version of Node -> a finding: supported or too old. */
import { VERSION } from '../base/version.ts'
import { type Check, checksOf } from './check.ts'

/** Oldest supported version, as in `engines` of package.json. */
const OLDEST = [20, 19] as const

const { ok, fail } = checksOf('node')

/** Checks a version such as `20.19.1`; `platform` is for people who paste a report. */
export function checkNode(version: string, platform: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  const description = `ask ${VERSION} on Node ${version} (${platform})`
  if (!isOld) return ok(description)
  const message = `${description}: ask needs Node ${OLDEST.join('.')} or newer`
  return fail(message, 'Install a current Node: https://nodejs.org')
}
