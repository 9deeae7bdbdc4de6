/**
 * Runs of `*`, `_` and `~` -> the starts and ends of emphasis, and characters
 * that are text (CommonMark 6.2 with its algorithm for nested delimiters;
 * strikethrough of GFM). The time is linear: for each kind of closer the
 * position is kept at and below which there is no opener.
 */

/** A run of one character in the list of inlines. */
export interface DelimiterRun {
  readonly type: 'delimiter'
  readonly char: string
  /** Number of characters that are still text: after the ends, before the starts. */
  count: number
  /** Number of elements that end here. */
  ends: number
  /** Elements that start here, the innermost first. */
  readonly starts: ('emphasis' | 'strong' | 'deleted')[]
  readonly length: number
  readonly canOpen: boolean
  readonly canClose: boolean
  /** The runs beside it that may still pair, and its place among them: ascending. */
  previous: DelimiterRun | null
  next: DelimiterRun | null
  order: number
}

/** The delimiter runs of one text that may still pair. */
export type Emphasis = ReturnType<typeof createEmphasis>

const WHITE_SPACE = /\s/
const DELIMITER = /[*_~]/
const PUNCTUATION = /[\p{P}\p{S}]/u

/** The run from `start` to `end`. */
export function delimiterRun(text: string, start: number, end: number): DelimiterRun {
  const char = text.charAt(start)
  const length = end - start
  const [previous, next] = [text.charAt(start - 1), text.charAt(end)]
  const [before, after] = [classOf(previous), classOf(next)]
  // Delimiters next to delimiters, as in `a**~~b~~**c`, count whatever is around them, as in micromark.
  const [isAfterRun, isBeforeRun] = char === '~' ? [false, false] : [DELIMITER.test(previous), DELIMITER.test(next)]
  const opens = after === 'word' || (after === 'punctuation' && before !== 'word') || isBeforeRun
  const closes = before === 'word' || (before === 'punctuation' && after !== 'word') || isAfterRun
  // Underscores inside a word, as in `foo_bar`, are part of it.
  const isWordPart = char === '_'
  return {
    type: 'delimiter', char, count: length, ends: 0, starts: [], length,
    canOpen: opens && (!isWordPart || before !== 'word' || !closes),
    canClose: closes && (!isWordPart || after !== 'word' || !opens),
    previous: null, next: null, order: 0,
  }
}

/** An empty list of runs. */
export function createEmphasis() {
  let last: DelimiterRun | null = null

  /** Adds a run after all others. */
  function push(run: DelimiterRun): void {
    run.order = 1 + (last?.order ?? 0)
    run.previous = last
    if (last !== null) last.next = run
    last = run
  }

  function remove({ previous, next }: DelimiterRun): void {
    if (previous !== null) previous.next = next
    if (next === null) last = previous
    else next.previous = previous
  }

  /** Pairs all runs after `bottom`, and removes them. */
  function resolve(bottom: DelimiterRun | null): void {
    if (last === bottom) return
    /** By kind of closer: the order of the run at and below which it has no opener. */
    const limits = new Map<string, number>()
    let closer = firstAbove(bottom)
    while (closer !== null) {
      const next: DelimiterRun | null = closer.next
      const { char, canOpen, length, count } = closer
      const kind = char === '~' ? `~${count}` : `${char}${canOpen ? 1 : 0}${length % 3}`
      const opener = closer.canClose ? findOpener(closer, limits.get(kind) ?? bottom?.order ?? 0) : null
      if (opener !== null) {
        pair(opener, closer)
        if (closer.count > 0) continue
        remove(closer)
      } else if (closer.canClose) {
        limits.set(kind, closer.previous?.order ?? 0)
        if (!closer.canOpen) remove(closer)
      }
      closer = next
    }
    last = bottom
    if (last !== null) last.next = null
  }

  function firstAbove(bottom: DelimiterRun | null): DelimiterRun | null {
    let entry = last
    while (entry !== null && entry.previous !== bottom) entry = entry.previous
    return entry
  }

  /** Removes the characters that the two have in common; the runs between them are text. */
  function pair(opener: DelimiterRun, closer: DelimiterRun): void {
    const isStrike = closer.char === '~'
    const used = isStrike ? closer.count : opener.count >= 2 && closer.count >= 2 ? 2 : 1
    opener.count -= used
    closer.count -= used
    opener.starts.push(isStrike ? 'deleted' : used === 2 ? 'strong' : 'emphasis')
    closer.ends += 1
    opener.next = closer
    closer.previous = opener
    if (opener.count === 0) remove(opener)
  }

  /** `last`: the last run, an argument for `resolve`. */
  return { push, last: () => last, resolve }
}

/** The nearest opener for the closer, of an order above `limit`. */
function findOpener(closer: DelimiterRun, limit: number): DelimiterRun | null {
  for (let entry = closer.previous; entry !== null && entry.order > limit; entry = entry.previous) {
    if (entry.char === closer.char && entry.canOpen && fits(entry, closer)) return entry
  }
  return null
}

function fits(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (closer.char === '~') return opener.count === closer.count
  // The "rule of three": a run that could be both doesn't pair if the lengths add up to a multiple of three.
  const isAmbiguous = opener.canClose || closer.canOpen
  if (!isAmbiguous || (opener.length + closer.length) % 3 !== 0) return true
  return opener.length % 3 === 0 && closer.length % 3 === 0
}

/** Class of one UTF-16 unit. Emoji are words, so that bold ones need no space around them. */
function classOf(char: string): 'space' | 'punctuation' | 'word' {
  if (char === '' || WHITE_SPACE.test(char)) return 'space'
  return PUNCTUATION.test(char) ? 'punctuation' : 'word'
}
