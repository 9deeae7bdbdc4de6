/** The site, the changes and the next steps of `ask init` -> lines on stdout. */
import { type ManualStep, type Plan, shellArgument } from '../../../addons/setup/init/plan.ts'
import type { RecognizedSite } from '../../../addons/setup/init/site.ts'
import { type FileChange, printChange } from '../../terminal/file-change.ts'
import type { Io } from '../../terminal/io.ts'
import { createPrinter } from '../../terminal/printer.ts'
import { sanitizeLine, sanitizeText } from '../../terminal/sanitize.ts'
import { wrap } from '../../terminal/wrap.ts'

/** Characters of a command whose comment is aligned with the others. */
const MAX_ALIGNED = 72
/** A note for every site. */
const ANSWERS = 'Search works without a key. For answers set the variable LLM_API_KEY where the service runs.'

/** A report in parts, printed in the order of its functions. */
export interface InitReport {
  readonly site: (site: RecognizedSite, plan: Plan) => void
  /** Prints the diff of a file. */
  readonly change: (change: FileChange) => void
  readonly written: (path: string) => void
  readonly nextSteps: (site: RecognizedSite, plan: Plan) => void
}

/** Creates a report on stdout, wrapped to the width of a terminal. */
export function createInitReport({ stdout, env }: Io): InitReport {
  const { columns, table, line } = createPrinter(stdout, env)
  const isDone = ({ changes, manualSteps }: Plan) => changes.length === 0 && manualSteps.length === 0

  function prose(text: string): void {
    for (const wrapped of wrap(sanitizeText(text), columns)) line(wrapped)
  }

  function site(
    { title, evidence, contentFolder, moreContent, outputFolder, base, kind }: RecognizedSite,
    { present }: Plan,
  ): void {
    table([
      ['Site', `${title} (${evidence})`],
      ...(contentFolder === null ? [] : [['Content', [contentFolder, ...moreContent].join(', ')] as const]),
      ...(outputFolder === null || kind === 'astro' ? [] : [['Pages', outputFolder] as const]),
      ...(base === '/' ? [] : [['Base', base] as const]),
      ...present.map((part) => ['Present', part] as const),
    ])
  }

  function change(change: FileChange): void {
    line('')
    printChange(change, { stdout })
  }

  function handEdit({ instruction, lines }: ManualStep): void {
    line('')
    prose(`${instruction}:`)
    line('')
    for (const code of lines) line(code === '' ? '' : `  ${sanitizeText(code)}`)
  }

  function nextSteps({ folder }: RecognizedSite, plan: Plan): void {
    for (const edit of plan.manualSteps) handEdit(edit)
    line('')
    line(isDone(plan) ? 'No file needs a change. Next' : 'Next')
    const steps = folder === '.' ? plan.steps : [{ command: `cd ${shellArgument(folder)}`, comment: '' }, ...plan.steps]
    const width = Math.max(
      ...steps.map(({ command, comment }) => (comment === '' || command.length > MAX_ALIGNED ? 0 : command.length)),
    )
    for (const { command, comment } of steps) {
      const shown = sanitizeLine(command)
      line(comment === '' ? `  ${shown}` : `  ${shown.padEnd(width)}  # ${sanitizeLine(comment)}`)
    }
    line('')
    for (const note of [...plan.notes, ANSWERS]) prose(note)
  }

  return { site, change, written: (path) => line(`Wrote ${sanitizeLine(path)}`), nextSteps }
}
