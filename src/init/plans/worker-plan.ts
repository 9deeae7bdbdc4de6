/**
 * A worker -> the plan: its content is bundled with it, in a file that a command
 * makes; the lines that answer requests are its owner's to add.
 */
import { workerLines } from './mounts.ts'
import { executeCommand } from '../package-manager.ts'
import { askCommand, contentNotes, DEFAULT_CONTENT, EMPTY_PLAN, graphSteps } from './plan.ts'
import { installSteps, overlayNote, PACKAGE, shellWord } from './plan.ts'
import type { Plan, Surroundings } from './plan.ts'
import { findServerEntry } from './server-entry.ts'

/** The plan for a worker. */
export async function planWorker(surroundings: Surroundings): Promise<Plan> {
  const { site } = surroundings
  const entry = await findServerEntry(surroundings)
  const isMounted = entry?.text.includes(PACKAGE) === true
  const root = entry === null ? '' : '../'.repeat(entry.path.split('/').length - 1)
  const edit = { task: `In ${entry?.path ?? 'the worker'} add`, lines: workerLines(root === '' ? './' : root) }
  const build = askCommand(site, `index build ${shellWord(site.contentFolder ?? DEFAULT_CONTENT)}`)
  const dev = executeCommand(site.packageManager, 'wrangler dev')
  return {
    ...EMPTY_PLAN,
    present: isMounted ? [`${entry.path} mounts the service`] : [],
    handEdits: isMounted ? [] : [edit],
    steps: [
      ...installSteps(site),
      ...(await graphSteps(surroundings)),
      { command: build, remark: 'with each deployment' },
      { command: dev, remark: 'search is at /api/ask' },
    ],
    notes: [...contentNotes(site, 'the command'), overlayNote(site)],
  }
}
