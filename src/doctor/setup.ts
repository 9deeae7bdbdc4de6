/** The plan of `ask init` for a site -> a finding about parts of its search that are not set up. */
import { type Check, checksOf } from './check.ts'

/** A site and what `ask init` would do in it. */
export interface SetupPlan {
  /** Path of the site as the command line names it. */
  readonly folder: string
  /** Name of its generator or framework. */
  readonly title: string
  /** Files to write. */
  readonly changes: readonly string[]
  /** True if there are lines for the owner to add. */
  readonly hasManualSteps: boolean
  /** True if parts of the search were found. */
  readonly isPresent: boolean
}

const { ok, warn, skip } = checksOf('setup')

/** Describes the setup of a site; null for a folder without a generator or framework. */
export function checkSetup(plan: SetupPlan | null): Check {
  if (plan === null) return skip('No generator and no framework was recognized here')
  const { folder, title, changes, hasManualSteps, isPresent } = plan
  const init = `\`ask init${folder === '.' ? '' : ` ${folder}`}\``
  const remedy = `Run ${init}, which shows the lines first; not needed where another server has the search`
  if (changes.length > 0) {
    return warn(`${title}: search is not part of the site: ${init} would change ${changes.join(' and ')}`, remedy)
  }
  if (hasManualSteps) {
    return warn(`${title}: search is not part of the site: lines are missing that only you can add`, remedy)
  }
  if (isPresent) return ok(`${title}: search is part of the site`)
  const hint = `${init} shows the command that belongs at the end of its build`
  return skip(`${title}: not known whether search is part of the site: no script in package.json builds it`, hint)
}
