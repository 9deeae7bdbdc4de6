/**
 * How far a long piece of work is: one line that redraws itself on a terminal,
 * a plain line now and then elsewhere, nothing when nobody wants to know.
 */
import type { Output } from './io.ts'

/** Time between two drawings of the bar, and between two plain lines. */
const REDRAW_MS = 100
const LINE_MS = 10_000
/** Cells of the bar. */
const BAR_LENGTH = 24

export interface ProgressBar {
  /** Takes how much is done. */
  readonly update: (done: number, total: number) => void
  /** Leaves the line as it is, or clears it, so that other output can follow. */
  readonly end: () => void
}

/** `now` is a clock in milliseconds; the rate counts from the first update on. */
export function createProgressBar(output: Output, { now, isQuiet }: { readonly now: () => number; readonly isQuiet: boolean }): ProgressBar {
  let first: { readonly atMs: number; readonly done: number } | null = null
  let shownAtMs = -Infinity
  let isOpen = false

  function update(done: number, total: number): void {
    if (isQuiet) return
    const atMs = now()
    first ??= { atMs, done }
    const isWhole = done >= total
    if (!isWhole && atMs - shownAtMs < (output.isTerminal ? REDRAW_MS : LINE_MS)) return
    shownAtMs = atMs
    const line = `${figures(done, total)}${pace(done - first.done, total - done, atMs - first.atMs)}`
    output.write(output.isTerminal ? `\r\u001b[2K  ${bar(done, total)}  ${line}` : `  ${line}\n`)
    isOpen = output.isTerminal
  }

  return {
    update,
    end() {
      if (isOpen) output.write('\n')
      isOpen = false
    },
  }
}

function figures(done: number, total: number): string {
  return `${done} of ${total} sections (${Math.floor((100 * done) / Math.max(1, total))} %)`
}

/** Sections a second and the time that is left; nothing before there is a rate. */
function pace(made: number, left: number, ms: number): string {
  if (made <= 0 || ms <= 0) return ''
  const perSecond = (1000 * made) / ms
  const rate = `, ${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`
  return left <= 0 ? rate : `${rate}, ${formatDuration(left / perSecond)} left`
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

function bar(done: number, total: number): string {
  const full = Math.round((BAR_LENGTH * Math.min(done, total)) / Math.max(1, total))
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}]`
}
