/**
 * A regular expression of a configuration -> a test of texts that no expression can make slow: each part takes all
 * positions that the parts before it reach to those that it reaches, so that none is tried twice. Read is what Go, Python
 * and JavaScript have in common and a regular language has: no references, no look-around, no `\b`.
 */

/** UTF-16 units of an expression; a longer one is not read. */
const MAX_LENGTH = 4_000
/** UTF-16 units of a text; a longer one fits. */
const MAX_TEXT_LENGTH = 1_024
/** Repetitions in repetitions, each of which multiplies the time by the length of the text, and the count of one. */
const MAX_NESTING = 2
const MAX_COUNT = 100
/** Groups in groups. */
const MAX_OPEN = 100
const POSITIONS = Array.from({ length: MAX_TEXT_LENGTH + 1 }, (_, position) => position)

const FLAGS = /^\(\?([a-z]+)\)/i
const TOKEN = /\\(?:x[\da-f]{2}|u[\da-f]{4}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\((?:\?(?:P?<\w+>|:))?|\{\d+(?:,\d*)?\}|[^]/gi
/** A token for one character. */
const CHARACTER = /^(?:\\(?:[dDwWsSntrfv]|x..|u....|[^a-zA-Z\d])|\[(?![^]*\[:)[^]*\]|[^\\[\](){}*+?^$|])$/
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})$/
const START = /^(?:\^|\\A)$/
const END = /^(?:\$|\\[zZ])$/

/** A part of an expression: the positions that it reaches from others; a repetition in it makes it one deeper. */
interface Part {
  readonly depth: number
  readonly reach: (from: readonly number[], text: string) => readonly number[]
}

/** A test of texts that have a place where the expression fits; null for one that can't be read. */
export function createExpressionTest(expression: string): ((text: string) => boolean) | null {
  const [written = '', flags = ''] = FLAGS.exec(expression) ?? []
  const tokens = expression.slice(written.length).match(TOKEN) ?? []
  let at = 0
  let open = 0
  let isRead = expression.length <= MAX_LENGTH && /^[ims]*$/.test(flags)

  function readChoice(): Part {
    const parts = [readSequence()]
    for (; tokens[at] === '|'; parts.push(readSequence())) at += 1
    if (parts.length === 1 && parts[0] !== undefined) return parts[0]
    const reach: Part['reach'] = (from, text) => [...new Set(parts.flatMap((part) => part.reach(from, text)))]
    return { depth: depthOf(parts), reach }
  }

  function readSequence(): Part {
    const parts: Part[] = []
    while (isRead && at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(readQuantified(readAtom()))
    const reach: Part['reach'] = (from, text) => {
      return parts.reduce((reached, part) => (reached.length === 0 ? reached : part.reach(reached, text)), from)
    }
    return { depth: depthOf(parts), reach }
  }

  function readAtom(): Part {
    const token = tokens[at] ?? ''
    at += 1
    if (token.startsWith('(')) {
      open += 1
      isRead &&= open <= MAX_OPEN
      const inner = readChoice()
      isRead &&= tokens[at] === ')'
      at += 1
      open -= 1
      return inner
    }
    if (START.test(token)) return { depth: 0, reach: (from) => from.filter((position) => position === 0) }
    if (END.test(token)) return { depth: 0, reach: (from, { length }) => from.filter((position) => position === length) }
    const fits = CHARACTER.test(token) ? characterTest(token, flags.includes('i')) : null
    isRead &&= fits !== null
    return { depth: 0, reach: (from, text) => from.filter((at) => fits?.(text.charAt(at))).map((at) => at + 1) }
  }

  function readQuantified(part: Part): Part {
    const [, mark, from = '0', comma, to = ''] = QUANTIFIER.exec(tokens[at] ?? '') ?? []
    if (mark === undefined && comma === undefined) return part
    // One that takes few, `*?`, fits the same texts.
    at += tokens[at + 1] === '?' ? 2 : 1
    const min = mark === '+' ? 1 : Number(from)
    const isEndless = mark === '*' || mark === '+' || (comma === ',' && to === '')
    const max = isEndless ? MAX_TEXT_LENGTH : mark === '?' ? 1 : to === '' ? min : Number(to)
    const depth = part.depth + Number(max > 1)
    isRead &&= depth <= MAX_NESTING && min <= MAX_COUNT
    return { depth, reach: (positions, text) => repeat(part, { min, max }, positions, text) }
  }

  const { reach } = readChoice()
  if (!isRead || at < tokens.length) return null
  return (text) => text.length > MAX_TEXT_LENGTH || reach(POSITIONS.slice(0, text.length + 1), text).length > 0
}

/** The test of the character that a token means; null for a set that no program reads. */
function characterTest(token: string, ignoresCase: boolean): ((char: string) => boolean) | null {
  if (!ignoresCase && /^(?:[^.[\\]|\\[^a-z])$/i.test(token)) return (char) => char === token.slice(-1)
  try {
    const pattern = new RegExp(`^${token}$`, ignoresCase ? 'is' : 's')
    return (char) => pattern.test(char)
  } catch {
    return null
  }
}

function depthOf(parts: readonly Part[]): number {
  return parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0)
}

/** The positions after `min` to `max` repetitions; those of one that was reached before are known. */
function repeat(
  { reach }: Part,
  { min, max }: { readonly min: number; readonly max: number },
  from: readonly number[],
  text: string,
): readonly number[] {
  let next = from
  for (let count = 0; count < min; count += 1) next = reach(next, text)
  const reached = new Set(next)
  for (let count = min; count < max && next.length > 0; count += 1) {
    next = reach(next, text).filter((position) => !reached.has(position))
    for (const position of next) reached.add(position)
  }
  return [...reached]
}
