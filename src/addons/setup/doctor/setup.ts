/** Node, the settings of a project, the plan of `ask init` for it, and a search of its own -> a finding each. */
import { VERSION } from '../../../core/base.ts'
import type { SiteSearch } from '../../static/site-search.ts'
import type { Plan, RecognizedSite } from '../init/plan.ts'
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

/** Shows the settings with the name of their file; null without any. */
export function checkSettings(read: { readonly file: string; readonly settings: object } | null): Check {
  const { ok, skip } = checksOf('settings')
  if (read === null) return skip('None: neither ask.json nor "ask" in package.json')
  const settings = Object.entries(read.settings).filter(([name]) => name !== '$schema')
  const shown = settings.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return ok(`${read.file}: ${shown.join(', ') || 'none'}`)
}

/** The finding about a search that the site has of its own. */
export function checkOwnSearch({ name, remedy }: SiteSearch, check: 'setup' | 'content'): Check {
  const message = `${name} stays beside the dialog, and may open with the same key`
  return checksOf(check).warn(message, `To turn it off, ${remedy}`)
}

/** A site and what `ask init` would do in it. */
export interface SetupPlan {
  readonly site: Pick<RecognizedSite, 'folder' | 'title' | 'ownSearch'>
  readonly plan: Pick<Plan, 'changes' | 'manualSteps' | 'present'>
}

/** Describes the setup of a site, and the search that it has; null for a folder without a generator or framework. */
export function checkSetup(setup: SetupPlan | null): Check[] {
  if (setup === null) return [checksOf('setup').skip('Nothing here builds pages: `ask serve` shows them')]
  const { ownSearch } = setup.site
  return [checkPlan(setup), ...(ownSearch === null ? [] : [checkOwnSearch(ownSearch, 'setup')])]
}

function checkPlan({ site: { folder, title }, plan: { changes, manualSteps, present } }: SetupPlan): Check {
  const { ok, warn, skip } = checksOf('setup')
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
