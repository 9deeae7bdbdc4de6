/** A worker -> its plan: a command that makes a file of the content to bundle, and lines to add by hand. */
import { executeCommand } from '../package-manager.ts'
import { workerLines } from './mounts.ts'
import { askCommand, contentNotes, DEFAULT_CONTENT, EMPTY_PLAN, graphSteps, installSteps } from './plan.ts'
import { overlayNote, PACKAGE, type Plan, type PlanContext, shellArgument } from './plan.ts'
import { findServerEntry } from './server-entry.ts'

/** The plan for a worker. */
export async function planWorker(context: PlanContext): Promise<Plan> {
  const { site } = context
  const entry = await findServerEntry(context)
  const isMounted = entry?.text.includes(PACKAGE) === true
  const root = entry === null ? '' : '../'.repeat(entry.path.split('/').length - 1)
  const step = { instruction: `In ${entry?.path ?? 'the worker'} add`, lines: workerLines(root === '' ? './' : root) }
  const build = askCommand(site, `index build ${shellArgument(site.contentFolder ?? DEFAULT_CONTENT)}`)
  const dev = executeCommand(site.packageManager, 'wrangler dev')
  return {
    ...EMPTY_PLAN,
    present: isMounted ? [`${entry.path} mounts the service`] : [],
    manualSteps: isMounted ? [] : [step],
    steps: [
      ...(await installSteps(context)),
      ...(await graphSteps(context)),
      { command: build, comment: 'with each deployment' },
      { command: dev, comment: 'search is at /api/ask' },
    ],
    notes: [...contentNotes(site, 'the command'), overlayNote(site)],
  }
}
