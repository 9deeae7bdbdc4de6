/**
 * Findings -> what is printed: a line each, with what to do below it, as soon
 * as it is known; or one JSON object at the end. Without the secrets of the
 * environment either way.
 */
import type { Check, Status } from '../../doctor/check.ts'
import { count } from '../../base/count.ts'
import { readSecrets } from '../../environment.ts'
import { createRedactor } from '../../base/redact.ts'
import type { Io } from './io.ts'
import { createPrinter, hasColour } from './printer.ts'
import { safeJson, safeLine } from './sanitize.ts'
import { wrap } from './word-wrap.ts'

/** Colours of a terminal (SGR). */
const COLOURS: Readonly<Record<Status, number>> = { ok: 32, warn: 33, fail: 31, skip: 2 }
/** Columns before a sentence, and before what to do. */
const INDENT = 16
const REMEDY_INDENT = INDENT + 2

/** Takes findings. */
export interface Report {
  readonly add: (found: Check) => void
  /** The exit code: 1 when something failed. */
  readonly end: () => number
}

/** A report on stdout. */
export function createReport(isJson: boolean, { stdout, env }: Io): Report {
  const redact = createRedactor(readSecrets(env))
  const { columns, line } = createPrinter(stdout, env)
  const isColoured = hasColour(stdout, env)
  const checks: Check[] = []

  function print({ name, status, message, remedy }: Check): void {
    const word = status.padEnd(6)
    const shown = isColoured ? `\u001b[${COLOURS[status]}m${word}\u001b[0m` : word
    const [first = '', ...rest] = wrap(safeLine(message), columns - INDENT)
    line(shown + name.padEnd(INDENT - word.length) + first)
    for (const more of rest) line(' '.repeat(INDENT) + more)
    if (remedy === undefined) return
    for (const part of wrap(safeLine(remedy), columns - REMEDY_INDENT)) line(' '.repeat(REMEDY_INDENT) + part)
  }

  return {
    add({ message, remedy, ...found }) {
      const advice = remedy === undefined ? {} : { remedy: redact(remedy) }
      const clean = { ...found, message: redact(message), ...advice }
      checks.push(clean)
      if (!isJson) print(clean)
    },
    end() {
      const of = (status: Status) => checks.filter((found) => found.status === status).length
      const [failed, warned] = [of('fail'), of('warn')]
      const isFine = failed + warned === 0
      if (isJson) stdout.write(safeJson({ checks }))
      else line(`\n${isFine ? 'Nothing to do' : `${count(failed, 'failure')}, ${count(warned, 'warning')}`}`)
      return failed > 0 ? 1 : 0
    },
  }
}
