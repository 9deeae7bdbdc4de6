/**
 * Two texts of one file -> what changed, as a unified diff that `patch` and
 * `git apply` take.
 */

/** Unchanged lines around a change. */
const CONTEXT = 3
/** Behind a last line without a line break. */
const NO_NEWLINE = '\n\\ No newline at end of file\n'
/** Pairs of lines compared between the first change and the last; past them that part counts as replaced whole. */
const MAX_PAIRS = 4_000_000

interface Line {
  readonly mark: ' ' | '-' | '+'
  /** With its line break, which the last of a text may be without. */
  readonly text: string
}

/** The diff, empty where nothing changed; `before` is null for a new file. */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  if (before === after) return ''
  const lines = compare(linesOf(before ?? ''), linesOf(after))
  const [from, to] = before === null ? ['/dev/null', `b/${path}`] : [`a/${path}`, `b/${path}`]
  return `--- ${from}\n+++ ${to}\n${hunksOf(lines).map((hunk) => formatHunk(lines, hunk)).join('')}`
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '')
}

/** Lines of both in order, by a longest common subsequence of what differs. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const lines: Line[] = before.slice(0, start).map((text) => ({ mark: ' ', text }))
  lines.push(...alignLines(old, fresh))
  lines.push(...before.slice(before.length - end).map((text) => ({ mark: ' ', text }) as const))
  return lines
}

function alignLines(old: readonly string[], fresh: readonly string[]): Line[] {
  const lines: Line[] = []
  const width = fresh.length + 1
  const common = old.length * fresh.length > MAX_PAIRS ? null : commonLengths(old, fresh)
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const at = i * width + j
    const isGone = i < old.length && (j === fresh.length || common === null || common[at + width]! >= common[at + 1]!)
    if (common !== null && i < old.length && j < fresh.length && old[i] === fresh[j]) {
      lines.push({ mark: ' ', text: old[i++]! })
      j += 1
    } else lines.push(isGone ? { mark: '-', text: old[i++]! } : { mark: '+', text: fresh[j++]! })
  }
  return lines
}

/** Length of the longest common subsequence of what follows each pair of lines. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const at = i * width + j
      const [down, right] = [lengths[at + width]!, lengths[at + 1]!]
      lengths[at] = old[i] === fresh[j] ? lengths[at + width + 1]! + 1 : Math.max(down, right)
    }
  }
  return lengths
}

/** Ranges of lines that hold changes that are near each other, with what is around them. */
function hunksOf(lines: readonly Line[]): [number, number][] {
  const hunks: [number, number][] = []
  for (const [i, { mark }] of lines.entries()) {
    if (mark === ' ') continue
    const last = hunks.at(-1)
    const end = Math.min(lines.length, i + 1 + CONTEXT)
    if (last !== undefined && i - CONTEXT <= last[1]) last[1] = end
    else hunks.push([Math.max(0, i - CONTEXT), end])
  }
  return hunks
}

function formatHunk(lines: readonly Line[], [start, end]: readonly [number, number]): string {
  const range = (without: Line['mark']) => {
    const first = lines.slice(0, start).filter(({ mark }) => mark !== without).length + 1
    const count = lines.slice(start, end).filter(({ mark }) => mark !== without).length
    // Of no lines, the number is that of the line before.
    return `${count === 0 ? first - 1 : first}${count === 1 ? '' : `,${count}`}`
  }
  const body = lines.slice(start, end).map(({ mark, text }) => mark + (text.endsWith('\n') ? text : text + NO_NEWLINE))
  return `@@ -${range('+')} +${range('-')} @@\n${body.join('')}`
}
