/**
 * Runs of `*`, `_` and `~` in a line of Markdown -> which of them are emphasis
 * and fall, and which are text (CommonMark 6.2 with its process for nested
 * delimiters; strikethrough of GFM). Runs are looked at once from each side:
 * for each kind it is known below which one no opener can be.
 */

/** A run of one character as it stands in the list of inlines; `count` is how many of it are still text. */
export interface DelimiterRun {
  readonly type: 'delimiter'
  readonly char: string
  count: number
  readonly length: number
  readonly canOpen: boolean
  readonly canClose: boolean
}

export interface Emphasis {
  /** Puts a run behind all others. */
  readonly push: (run: DelimiterRun) => void
  /** A place in the list of runs, to be given to `resolve`. */
  readonly mark: () => Entry | null
  /** Pairs all runs behind `bottom`, and forgets them. */
  readonly resolve: (bottom: Entry | null) => void
}

export interface Entry {
  readonly run: DelimiterRun
  /** Grows along the list. */
  readonly order: number
  previous: Entry | null
  next: Entry | null
}

const WHITE_SPACE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u

/** The run of `length` times the character at `at`. */
export function delimiterRun(text: string, at: number, length: number): DelimiterRun {
  const char = text[at]!
  const [previous, next] = [text[at - 1] ?? '', text[at + length] ?? '']
  const [before, after] = [classOf(previous), classOf(next)]
  // Marks inside of marks, as in `a**~~b~~**c`, count whatever is around them: as micromark has it.
  const isStrike = char === '~'
  const opens = after === 'word' || (after === 'punctuation' && before !== 'word') || (!isStrike && isMark(next))
  const closes = before === 'word' || (before === 'punctuation' && after !== 'word') || (!isStrike && isMark(previous))
  // Underscores inside a word, as in `foo_bar`, are part of it.
  const isWordPart = char === '_'
  return {
    type: 'delimiter',
    char,
    count: length,
    length,
    canOpen: opens && (!isWordPart || before !== 'word' || !closes),
    canClose: closes && (!isWordPart || after !== 'word' || !opens),
  }
}

export function createEmphasis(): Emphasis {
  let last: Entry | null = null
  let order = 0

  function push(run: DelimiterRun): void {
    order += 1
    const entry: Entry = { run, order, previous: last, next: null }
    if (last !== null) last.next = entry
    last = entry
  }

  function remove({ previous, next }: Entry): void {
    if (previous !== null) previous.next = next
    if (next === null) last = previous
    else next.previous = previous
  }

  function resolve(bottom: Entry | null): void {
    if (last === bottom) return
    /** By kind of closer: no opener for it is at or below this place. */
    const limits = new Map<string, number>()
    let closer = firstAbove(bottom)
    while (closer !== null) {
      const next: Entry | null = closer.next
      const kind = kindOf(closer.run)
      const opener = closer.run.canClose ? findOpener(closer, limits.get(kind) ?? bottom?.order ?? 0) : null
      if (opener !== null) {
        pair(opener, closer)
        if (closer.run.count > 0) continue
        remove(closer)
      } else if (closer.run.canClose) {
        limits.set(kind, closer.previous?.order ?? 0)
        if (!closer.run.canOpen) remove(closer)
      }
      closer = next
    }
    last = bottom
    if (last !== null) last.next = null
  }

  function firstAbove(bottom: Entry | null): Entry | null {
    let entry = last
    while (entry !== null && entry.previous !== bottom) entry = entry.previous
    return entry
  }

  /** Takes off what the two have in common; runs between them are text. */
  function pair(opener: Entry, closer: Entry): void {
    const isStrike = closer.run.char === '~'
    const used = isStrike ? closer.run.count : opener.run.count >= 2 && closer.run.count >= 2 ? 2 : 1
    opener.run.count -= used
    closer.run.count -= used
    opener.next = closer
    closer.previous = opener
    if (opener.run.count === 0) remove(opener)
  }

  return { push, mark: () => last, resolve }
}

/** The nearest opener above the place `limit` that goes with the closer. */
function findOpener(closer: Entry, limit: number): Entry | null {
  for (let entry = closer.previous; entry !== null && entry.order > limit; entry = entry.previous) {
    if (entry.run.char === closer.run.char && entry.run.canOpen && fits(entry.run, closer.run)) return entry
  }
  return null
}

function fits(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (closer.char === '~') return opener.count === closer.count
  // The "rule of three": a run that could be both doesn't pair where the lengths add up to a multiple of three.
  const isAmbiguous = opener.canClose || closer.canOpen
  return !isAmbiguous || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0)
}

function kindOf({ char, canOpen, length, count }: DelimiterRun): string {
  return char === '~' ? `~${count}` : `${char}${canOpen ? 1 : 0}${length % 3}`
}

function isMark(char: string): boolean {
  return char === '*' || char === '_' || char === '~'
}

/** Of one UTF-16 unit: emoji are words here, so that bold ones need no space around them. */
function classOf(char: string): 'space' | 'punctuation' | 'word' {
  if (char === '' || WHITE_SPACE.test(char)) return 'space'
  return PUNCTUATION.test(char) ? 'punctuation' : 'word'
}
