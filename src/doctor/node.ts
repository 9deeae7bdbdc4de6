/** The Node that runs this -> whether it can run all of it. */
import { VERSION } from '../base/version.ts'
import { type Check, checksOf } from './check.ts'

/** Oldest version, as `engines` of package.json has it. */
const OLDEST = [20, 19] as const

const { ok, fail } = checksOf('node')

/** `version` as in `20.19.1`; `platform` is for people, who paste reports. */
export function checkNode(version: string, platform: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  const found = `ask ${VERSION} on Node ${version} (${platform})`
  if (!isOld) return ok(found)
  return fail(`${found}: it needs Node ${OLDEST.join('.')} or newer`, 'Install a current Node: https://nodejs.org')
}
