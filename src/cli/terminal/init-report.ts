/** What `ask init` found, shows, wrote and leaves to do -> lines on stdout. */
import { type Change, type HandEdit, type Plan, shellWord } from '../../init/plans/plan.ts'
import type { RecognizedSite } from '../../init/plans/site.ts'
import { unifiedDiff } from '../../init/config/unified-diff.ts'
import type { Io } from './io.ts'
import { createPrinter } from './printer.ts'
import { safeLine, safeText } from './sanitize.ts'
import { wrap } from './word-wrap.ts'

/** Said of every site. */
const ANSWERS = 'Answers need one variable where the service runs, LLM_API_KEY; search needs none.'

/** Writes the parts in the order of its functions. */
export interface InitReport {
  readonly site: (site: RecognizedSite, plan: Plan) => void
  /** The diff of a file; `target` is where it leads when it is a link. */
  readonly change: (change: Change, target: string | null) => void
  readonly written: (path: string) => void
  readonly rest: (site: RecognizedSite, plan: Plan) => void
}

/** A report on stdout, wrapped to the width of a terminal. */
export function createInitReport({ stdout, env }: Io): InitReport {
  const { columns, table, line } = createPrinter(stdout, env)
  const isDone = ({ changes, handEdits }: Plan) => changes.length === 0 && handEdits.length === 0

  function site({ title, evidence, contentFolder, outputFolder, base, kind }: RecognizedSite, { present }: Plan): void {
    table([
      ['Site', `${title} (${evidence})`],
      ...(contentFolder === null ? [] : [['Content', contentFolder] as const]),
      ...(outputFolder === null || kind === 'astro' ? [] : [['Pages', outputFolder] as const]),
      ...(base === '/' ? [] : [['Base', base] as const]),
      ...present.map((what) => ['Present', what] as const),
    ])
  }

  function change({ path, before, after }: Change, target: string | null): void {
    line('')
    if (target !== null) line(`${safeLine(path)} leads through a link to ${safeLine(target)}, which is what is written`)
    stdout.write(safeText(unifiedDiff(path, before, after)))
  }

  function handEdit({ task, lines }: HandEdit): void {
    line('')
    for (const one of wrap(`${safeText(task)}:`, columns)) line(one)
    line('')
    for (const one of lines) line(one === '' ? '' : `  ${safeText(one)}`)
  }

  function rest({ folder }: RecognizedSite, plan: Plan): void {
    for (const edit of plan.handEdits) handEdit(edit)
    line('')
    line(isDone(plan) ? 'Nothing is left to write. Next' : 'Next')
    const steps = folder === '.' ? plan.steps : [{ command: `cd ${shellWord(folder)}`, remark: '' }, ...plan.steps]
    const width = Math.max(...steps.map(({ command, remark }) => (remark === '' ? 0 : command.length)))
    for (const { command, remark } of steps) {
      line(`  ${remark === '' ? safeLine(command) : `${safeLine(command).padEnd(width)}  # ${safeLine(remark)}`}`)
    }
    line('')
    for (const note of [...plan.notes, ANSWERS]) for (const one of wrap(safeText(note), columns)) line(one)
  }

  return { site, change, written: (path) => line(`Wrote ${safeLine(path)}`), rest }
}
