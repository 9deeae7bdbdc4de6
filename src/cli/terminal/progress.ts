/** The progress of long work: one line that redraws itself on a terminal, a plain line now and then elsewhere. */
import type { Io, Output } from './io.ts'
import { sanitizeLine } from './sanitize.ts'

/** Time between two redraws of the line, and between two plain lines. */
const REDRAW_MS = 100
const LINE_MS = 10_000
/** Time after which silent work is named. */
const SILENCE_MS = 1_000

/** The result of work, which a terminal is told the name of if it takes more than a second. */
export async function nameIfSlow<T>(work: Promise<T>, name: string, { stderr }: Pick<Io, 'stderr'>): Promise<T> {
  const say = () => stderr.write(`${sanitizeLine(name)} …\n`)
  const timer = stderr.isTerminal ? setTimeout(say, SILENCE_MS) : undefined
  return work.finally(() => clearTimeout(timer))
}

/** Creates a progress bar, whose rate counts from the first update. A quiet one prints nothing. */
export function createProgressBar(output: Output, { now, isQuiet }: Pick<Io, 'now'> & { readonly isQuiet: boolean }) {
  let first: { readonly atMs: number; readonly done: number } | null = null
  let shownAtMs = -Infinity
  let isOpen = false

  function update(done: number, total: number): void {
    if (isQuiet) return
    const atMs = now()
    first ??= { atMs, done }
    const isComplete = done >= total
    if (!isComplete && atMs - shownAtMs < (output.isTerminal ? REDRAW_MS : LINE_MS)) return
    shownAtMs = atMs
    const percent = Math.floor((100 * done) / Math.max(1, total))
    const rate = formatRate(done - first.done, total - done, atMs - first.atMs)
    const line = `${done} of ${total} sections (${percent} %)${rate}`
    output.write(output.isTerminal ? `\r\u001b[2K  ${line}` : `  ${line}\n`)
    isOpen = output.isTerminal
  }

  function end(): void {
    if (isOpen) output.write('\n')
    isOpen = false
  }

  return { update, end }
}

/** Formats sections a second and the remaining time; empty until there is a rate. */
function formatRate(done: number, remaining: number, ms: number): string {
  if (done <= 0 || ms <= 0) return ''
  const perSecond = (1000 * done) / ms
  const rate = `, ${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`
  return remaining <= 0 ? rate : `${rate}, ${formatDuration(remaining / perSecond)} left`
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
