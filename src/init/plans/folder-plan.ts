/**
 * A plain folder of pages -> its plan: a script that serves them with search, or without a package.json the command
 * alone.
 */
import { addScript } from '../config/package-json-edit.ts'
import { runCommand } from '../package-manager.ts'
import { askCommand, EMPTY_PLAN, installSteps, type Plan, type PlanContext, shellArgument, type Step } from './plan.ts'

const SCRIPT = 'ask'
const PRODUCTION = 'For a host without a server `ask static` writes the search as files.'

/** The plan for a folder of Markdown or HTML. */
export async function planFolder(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const folder = site.outputFolder ?? site.contentFolder ?? '.'
  const base = site.base === '/' ? '' : ` --base ${shellArgument(site.base)}`
  const args = `serve ${shellArgument(folder)}${base}`
  const script = `ask ${args}`
  const manifest = site.manifest === null ? null : await readText('package.json')
  const existing = site.manifest?.scripts.get(SCRIPT)
  const isOurs = manifest !== null && (existing === undefined || existing === script)
  const command = isOurs ? runCommand(site.packageManager, SCRIPT) : askCommand(site, args)
  const serve: Step = { command, comment: `the site with search, at http://127.0.0.1:8787${site.base}` }
  const which = isOurs ? 'the script' : `another script ${SCRIPT}, which stays`
  const edited = (before: string) => ({ path: 'package.json', before, after: addScript(before, SCRIPT, script) })
  return {
    ...EMPTY_PLAN,
    changes: manifest !== null && existing === undefined ? [edited(manifest)] : [],
    present: existing === undefined ? [] : [`package.json has ${which}: ${existing}`],
    steps: [...(manifest === null ? [] : await installSteps(context)), serve],
    notes: site.outputFolder === null ? [] : [PRODUCTION],
  }
}
