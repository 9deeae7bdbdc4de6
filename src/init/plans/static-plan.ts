/**
 * A site whose pages are files -> the plan: a script that serves them with
 * search in front, or without a package.json the command alone.
 */
import { addScript } from '../config/package-json-edit.ts'
import { runCommand } from '../package-manager.ts'
import { askCommand, EMPTY_PLAN, installSteps, type Plan, shellWord, type Step, type Surroundings } from './plan.ts'

const SCRIPT = 'ask'
const PRODUCTION =
  'In production put it behind your web server. Or have that pass /api/ask on to it, and add the overlay to your pages.'

/** The plan for a site that is built to files, or is nothing but files. */
export async function planStatic({ site, readText, isFolder }: Surroundings): Promise<Plan> {
  const folder = site.outputFolder ?? site.contentFolder ?? '.'
  const words = ['serve', shellWord(folder), ...(site.base === '/' ? [] : [`--base ${shellWord(site.base)}`])].join(' ')
  const script = `ask ${words}`
  const manifest = site.manifest === null ? null : await readText('package.json')
  const known = site.manifest?.scripts.get(SCRIPT)
  const isOwn = manifest !== null && (known === undefined || known === script)
  const command = isOwn ? runCommand(site.packageManager, SCRIPT) : askCommand(site, words)
  const serve: Step = { command, remark: `the site with search, at http://127.0.0.1:8787${site.base}` }
  const whose = isOwn ? 'the script' : `a script ${SCRIPT} of its own, which stays`
  const edited = (before: string) => ({ path: 'package.json', before, after: addScript(before, SCRIPT, script) })
  return {
    ...EMPTY_PLAN,
    changes: manifest !== null && known === undefined ? [edited(manifest)] : [],
    present: known === undefined ? [] : [`package.json has ${whose}: ${known}`],
    steps: [...(manifest === null ? [] : installSteps(site)), ...(await buildSteps({ site, isFolder }, folder)), serve],
    notes: site.kind === 'static' ? [PRODUCTION] : [],
  }
}

/** What builds the pages, where there are none. */
async function buildSteps({ site, isFolder }: Omit<Surroundings, 'readText'>, folder: string): Promise<Step[]> {
  const { buildCommand } = site
  return buildCommand === null || (await isFolder(folder)) ? [] : [{ command: buildCommand, remark: `makes ${folder}` }]
}
