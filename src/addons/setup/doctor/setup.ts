/** Node, the running program, the settings of a project and the plan of `ask init` for it -> a finding each. */
import { VERSION } from '../../../core/base.ts'
import type { Plan } from '../init/plan.ts'
import type { RecognizedSite } from '../init/site.ts'
import { type Check, checksOf } from './check.ts'

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

/** Age of the files of this package. Times are in ms since 1970. */
export interface ProgramFiles {
  /** Time at which the program was compiled; null if it is not compiled. */
  readonly compiledMs: number | null
  /** The source that changed last; null in an installed package, which has no sources. */
  readonly newestSource: { readonly path: string; readonly changedMs: number } | null
}

/**
 * Checks the program. A checkout may be compiled or not; an installed package always is. `bin/ask.js` runs the compiled
 * program if there is one, even if the sources have changed since.
 */
export function checkProgram({ compiledMs, newestSource }: ProgramFiles): Check {
  const { ok, warn } = checksOf('program')
  if (newestSource === null) return ok('The program is the installed package')
  if (compiledMs === null) return ok('The program runs from its sources')
  if (newestSource.changedMs <= compiledMs) return ok('The compiled program is as new as its sources')
  return warn(
    `The running program in dist/ is older than its sources: ${newestSource.path} has changed since`,
    'Run `npm run build`, or delete dist/ to run the sources',
  )
}

/** Shows the settings with the name of their file; null without any. */
export function checkSettings(read: { readonly file: string; readonly settings: object } | null): Check {
  const { ok, skip } = checksOf('settings')
  if (read === null) return skip('None: neither ask.json nor "ask" in package.json')
  const settings = Object.entries(read.settings).filter(([name]) => name !== '$schema')
  const shown = settings.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return ok(`${read.file}: ${shown.join(', ') || 'none'}`)
}

/** A site and what `ask init` would do in it. */
export interface SetupPlan {
  readonly site: Pick<RecognizedSite, 'folder' | 'title'>
  readonly plan: Pick<Plan, 'changes' | 'manualSteps' | 'present'>
}

/** Describes the setup of a site; null for a folder without a generator or framework. */
export function checkSetup(setup: SetupPlan | null): Check {
  const { ok, warn, skip } = checksOf('setup')
  if (setup === null) return skip('No generator and no framework was recognized here')
  const { site: { folder, title }, plan: { changes, manualSteps, present } } = setup
  const init = `\`ask init${folder === '.' ? '' : ` ${folder}`}\``
  const remedy = `Run ${init}, which shows the lines first; not needed where another server has the search`
  if (changes.length > 0) {
    const paths = changes.map(({ path }) => path).join(' and ')
    return warn(`${title}: search is not part of the site: ${init} would change ${paths}`, remedy)
  }
  if (manualSteps.length > 0) {
    return warn(`${title}: search is not part of the site: lines are missing that only you can add`, remedy)
  }
  if (present.length > 0) return ok(`${title}: search is part of the site`)
  const hint = `${init} shows the command that belongs at the end of its build`
  return skip(`${title}: not known whether search is part of the site: no script in package.json builds it`, hint)
}
