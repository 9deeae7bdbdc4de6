/**
 * Runs of `*`, `_`, `~`, `=` and `^` -> the starts and ends of emphasis, and characters that are text (CommonMark 6.2,
 * strikethrough of GFM, `==highlights==` of Obsidian and `^^insertions^^` of MkDocs, which leave no element). The time
 * is linear: for each kind of closer the first run is kept that may still be its opener.
 */

/** A run of one character in the list of inlines. */
export interface DelimiterRun {
  readonly type: 'delimiter'
  readonly char: string
  /** Number of characters that are still text: after the ends, before the starts. */
  count: number
  ends: number
  /** Elements that start here, the innermost first. */
  readonly starts: ('emphasis' | 'strong' | 'deleted')[]
  readonly length: number
  readonly canOpen: boolean
  readonly canClose: boolean
}

const WHITE_SPACE = /\s/
const DELIMITER = /[*_~]/
/** Characters whose runs pair as wholes. */
const WHOLE = /[~=^]/
const PUNCTUATION = /[\p{P}\p{S}]/u

/** The run from `start` to `end`. `isPlain`: for stars, punctuation is as good as letters. */
export function delimiterRun(text: string, start: number, end: number, isPlain: boolean): DelimiterRun {
  const char = text.charAt(start)
  const length = end - start
  const [previous, next] = [text.charAt(start - 1), text.charAt(end)]
  const [before, after] = [previous, next].map((one) => classOf(one, isPlain && char === '*'))
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
  }
}

/** Pairs runs, which are in the order of the text. */
export function pairRuns(runs: readonly DelimiterRun[]): void {
  /** Those that may open, and their indexes. */
  const openers: { readonly run: DelimiterRun; readonly index: number }[] = []
  /** By kind of closer: the index of the first run that may be its opener. */
  const limits = new Map<string, number>()
  for (const [index, run] of runs.entries()) {
    const { char, canOpen, length } = run
    while (run.canClose && run.count > 0) {
      const kind = WHOLE.test(char) ? `${char}${run.count}` : `${char}${canOpen ? 1 : 0}${length % 3}`
      const limit = limits.get(kind) ?? 0
      const last = openers.findLastIndex((opener) => opener.index < limit || pairs(opener.run, run))
      const opener = openers[last]
      if (opener === undefined || opener.index < limit) {
        limits.set(kind, index)
        break
      }
      pair(opener.run, run)
      // The runs between them are text.
      openers.length = opener.run.count === 0 ? last : last + 1
    }
    if (canOpen && run.count > 0) openers.push({ run, index })
  }
}

function pairs(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.char !== closer.char) return false
  if (WHOLE.test(closer.char)) return opener.count === closer.count
  // The "rule of three": a run that could be both doesn't pair if the lengths add up to a multiple of three.
  const isAmbiguous = opener.canClose || closer.canOpen
  if (!isAmbiguous || (opener.length + closer.length) % 3 !== 0) return true
  return opener.length % 3 === 0 && closer.length % 3 === 0
}

/** Takes the characters that two runs have in common as the bounds of an element. */
function pair(opener: DelimiterRun, closer: DelimiterRun): void {
  const used = WHOLE.test(closer.char) ? closer.count : opener.count >= 2 && closer.count >= 2 ? 2 : 1
  opener.count -= used
  closer.count -= used
  if (closer.char === '=' || closer.char === '^') return
  opener.starts.push(closer.char === '~' ? 'deleted' : used === 2 ? 'strong' : 'emphasis')
  closer.ends += 1
}

/** Class of one UTF-16 unit. Emoji are words, so that bold ones need no space around them. */
function classOf(char: string, isPlain: boolean): 'space' | 'punctuation' | 'word' {
  if (char === '' || WHITE_SPACE.test(char)) return 'space'
  return !isPlain && PUNCTUATION.test(char) ? 'punctuation' : 'word'
}
