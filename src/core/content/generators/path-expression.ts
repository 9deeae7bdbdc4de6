/**
 * A regular expression of a configuration -> a test of texts. It runs in time proportional to the steps of the
 * expression and the length of the text: each step is taken at most once at each position (as the bit-state matcher of
 * RE2, swtch.com/~rsc/regexp/regexp3.html), so that no configuration can stop the program. Read is what Go, Python and
 * JavaScript have in common and a regular language has: no references, no look-around, no `\b`.
 */

/** UTF-16 units of an expression, and the steps that it may make: a longer one is not read. */
const MAX_LENGTH = 4_000
const MAX_STEPS = 2_000
/** UTF-16 units of a text; a longer one fits. */
const MAX_TEXT_LENGTH = 1_024

const FLAGS = /^\(\?([a-z]+)\)/i
const TOKEN = /\\(?:x[\da-f]{2}|u[\da-f]{4}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\((?:\?(?:P?<\w+>|:))?|\{\d+(?:,\d*)?\}|[^]/gi
/** A token for one character. */
const CHARACTER = /^(?:\\(?:[dDwWsSntrfv]|x..|u....|[^a-zA-Z\d])|\[(?![^]*\[:)[^]*\]|[^\\[\](){}*+?^$|])$/
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})$/
const START = 'start'
const END = 'end'
const PLACES: ReadonlyMap<string, string> = new Map([['^', START], ['\\A', START], ['$', END], ['\\z', END], ['\\Z', END]])

/** A step: it reads one character, holds at the start or end, or is a fork of ways. */
interface Step {
  readonly index: number
  /** The character or a test of it; null for a fork. */
  readonly fits: RegExp | string | null
  readonly next: Step[]
  /** Steps that go on here. */
  uses: number
}

/** A part of an expression, by the step after it. */
type Part = (next: Step) => Step

/** A test of texts that have a place where the expression fits; null for one that can't be read. */
export function createExpressionTest(expression: string): ((text: string) => boolean) | null {
  const [written = '', flags = ''] = FLAGS.exec(expression) ?? []
  const tokens = expression.slice(written.length).match(TOKEN) ?? []
  const ignoresCase = flags.toLowerCase().includes('i')
  const steps: Step[] = []
  let at = 0
  let isRead = expression.length <= MAX_LENGTH && /^[ims]*$/.test(flags)

  function add(fits: Step['fits'], next: readonly Step[]): Step {
    const step = { index: steps.length, fits, next: [...next], uses: 0 }
    for (const one of next) one.uses += 1
    steps.push(step)
    isRead &&= steps.length <= MAX_STEPS
    return step
  }

  function readChoice(): Part {
    const parts = [readSequence()]
    for (; tokens[at] === '|'; parts.push(readSequence())) at += 1
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : (next) => add(null, parts.map((part) => part(next)))
  }

  function readSequence(): Part {
    const parts: Part[] = []
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(readQuantified(readAtom()))
    return (next) => parts.reduceRight((after, part) => part(after), next)
  }

  function readAtom(): Part {
    const token = tokens[at] ?? ''
    at += 1
    if (token.startsWith('(')) {
      const inner = readChoice()
      isRead &&= tokens[at] === ')'
      at += 1
      return inner
    }
    const fits = PLACES.get(token) ?? (CHARACTER.test(token) ? characterTest(token, ignoresCase) : null)
    isRead &&= fits !== null
    return (next) => add(fits, [next])
  }

  function readQuantified(part: Part): Part {
    const [, mark, from = '0', comma, to = ''] = QUANTIFIER.exec(tokens[at] ?? '') ?? []
    if (mark === undefined && comma === undefined) return part
    // One that takes few, `*?`, fits the same texts.
    at += tokens[at + 1] === '?' ? 2 : 1
    const min = mark === undefined ? Number(from) : mark === '+' ? 1 : 0
    const isEndless = mark === '*' || mark === '+' || (comma === ',' && to === '')
    const max = mark === '?' ? 1 : to === '' ? min : Number(to)
    return function repeated(next) {
      let after = next
      if (isEndless) {
        after = add(null, [next])
        const inner = part(after)
        inner.uses += 1
        after.next.push(inner)
      }
      for (let count = min; count < max && isRead; count += 1) after = add(null, [part(after), next])
      for (let count = 0; count < min && isRead; count += 1) after = part(after)
      return after
    }
  }

  const whole = isRead ? readChoice() : null
  const end = add(null, [])
  const first = whole?.(end)
  if (first === undefined || !isRead || at < tokens.length) return null
  first.uses += 1
  return (text) => text.length > MAX_TEXT_LENGTH || fitsSomewhere(text, steps, { first, end })
}

/** The character that a token means, or a test of it; null for a set that no program reads. */
function characterTest(token: string, ignoresCase: boolean): RegExp | string | null {
  if (!ignoresCase && /^\\?[^.[]$/.test(token) && !/^\\[a-z]/i.test(token)) return token.slice(-1)
  try {
    return new RegExp(`^${token}$`, ignoresCase ? 'is' : 's')
  } catch {
    return null
  }
}

/** The first and the last step of an expression. */
interface Ends {
  readonly first: Step
  readonly end: Step
}

function fitsSomewhere(text: string, steps: readonly Step[], { first, end }: Ends): boolean {
  const width = text.length + 1
  /** Pairs of a step and a position, as one number. */
  const seen = new Set<number>()
  const open: number[] = []
  const lastStart = first.fits === START ? 0 : text.length
  for (let from = 0; from <= lastStart; from += 1) {
    open.push(first.index * width + from)
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const at = pair % width
      const step = steps[(pair - at) / width] ?? end
      if (step === end) return true
      const { fits, next, uses } = step
      if (seen.has(pair) || (fits !== null && !holds(fits, text, at))) continue
      // A step to which one way leads is not taken twice.
      if (uses > 1) seen.add(pair)
      const after = at + Number(fits !== null && fits !== START && fits !== END)
      for (const { index } of next) open.push(index * width + after)
    }
  }
  return false
}

function holds(fits: RegExp | string, text: string, at: number): boolean {
  if (fits === START) return at === 0
  if (fits === END) return at === text.length
  return typeof fits === 'string' ? fits === text.charAt(at) : fits.test(text.charAt(at))
}
