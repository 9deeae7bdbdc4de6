/**
 * Findings -> output: at once a line each, with advice below it, or one JSON
 * object at the end; either way without the secrets of the environment.
 */
import type { Check, Status } from '../../../addons/setup/doctor/check.ts'
import { count } from '../../../core/base/count.ts'
import { createRedactor } from '../../../core/base/redact.ts'
import { readSecrets } from '../../../core/environment.ts'
import type { Io } from '../../terminal/io.ts'
import { createPrinter, hasColor } from '../../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../../terminal/sanitize.ts'
import { wrap } from '../../terminal/wrap.ts'

/** Colors of a terminal (SGR). */
const COLORS: Readonly<Record<Status, number>> = { ok: 32, warn: 33, fail: 31, skip: 2 }
/** Columns before a message and before its remedy. */
const INDENT = 16
const REMEDY_INDENT = INDENT + 2

/** A report of findings. */
export interface DoctorReport {
  readonly add: (check: Check) => void
  /** Prints the end and returns the exit code: 1 if a check failed. */
  readonly end: () => number
}

/** Creates a report on stdout. */
export function createDoctorReport(isJson: boolean, { stdout, env }: Io): DoctorReport {
  const redact = createRedactor(readSecrets(env))
  const { columns, line } = createPrinter(stdout, env)
  const isColored = hasColor(stdout, env)
  const checks: Check[] = []

  function print({ name, status, message, remedy }: Check): void {
    const label = status.padEnd(6)
    const styled = isColored ? `\u001b[${COLORS[status]}m${label}\u001b[0m` : label
    const [first = '', ...others] = wrap(sanitizeLine(message), columns - INDENT)
    line(styled + name.padEnd(INDENT - label.length) + first)
    for (const other of others) line(' '.repeat(INDENT) + other)
    if (remedy === undefined) return
    for (const part of wrap(sanitizeLine(remedy), columns - REMEDY_INDENT)) line(' '.repeat(REMEDY_INDENT) + part)
  }

  return {
    add({ message, remedy, ...check }) {
      const advice = remedy === undefined ? {} : { remedy: redact(remedy) }
      const clean = { ...check, message: redact(message), ...advice }
      checks.push(clean)
      if (!isJson) print(clean)
    },
    end() {
      const countOf = (status: Status) => checks.filter((check) => check.status === status).length
      const [failed, warned] = [countOf('fail'), countOf('warn')]
      const isFine = failed + warned === 0
      if (isJson) stdout.write(formatJson({ checks }))
      else line(`\n${isFine ? 'No problems found' : `${count(failed, 'failure')}, ${count(warned, 'warning')}`}`)
      return failed > 0 ? 1 : 0
    },
  }
}
