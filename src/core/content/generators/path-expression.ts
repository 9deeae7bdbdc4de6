/**
 * A regular expression of a configuration -> a test of texts that no expression can make slow: each part takes all
 * positions that the parts before it reach to those that it reaches, so that none is tried twice. Read is what Go, Python
 * and JavaScript have in common and a regular language has: no references, no look-around, no `\b`.
 */

/** UTF-16 units of an expression, and groups in groups; one with more is not read. */
const MAX_LENGTH = 4_000
const MAX_OPEN = 100
/** UTF-16 units of a text, and positions at which characters are compared; a text that needs more fits. */
const MAX_TEXT_LENGTH = 1_024
const MAX_WORK = 1_000_000
const POSITIONS = Array.from({ length: MAX_TEXT_LENGTH + 1 }, (_, position) => position)

const FLAGS = /^\(\?([a-z]+)\)/i
const TOKEN = /\\(?:x[\da-f]{2}|u[\da-f]{4}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\((?:\?(?:P?<\w+>|:))?|\{\d+(?:,\d*)?\}|[^]/gi
/** A token for one character. */
const CHARACTER = /^(?:\\(?:[dDwWsSntrfv]|x..|u....|[^a-zA-Z\d])|\[(?![^]*\[:)[^]*\]|[^\\[\](){}*+?^$|])$/
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})$/
const START = /^(?:\^|\\A)$/
const END = /^(?:\$|\\[zZ])$/

/** A part of an expression: the positions that it reaches from others. */
type Part = (from: readonly number[], text: string) => readonly number[]

/** A test of texts that have a place where the expression fits; null for one that can't be read. */
export function createExpressionTest(expression: string): ((text: string) => boolean) | null {
  const [written = '', flags = ''] = FLAGS.exec(expression) ?? []
  const tokens = expression.slice(written.length).match(TOKEN) ?? []
  let at = 0
  let open = 0
  let workLeft = 0
  let isRead = expression.length <= MAX_LENGTH && /^[ims]*$/.test(flags)

  function readChoice(): Part {
    const parts = [readSequence()]
    for (; tokens[at] === '|'; parts.push(readSequence())) at += 1
    const [only] = parts
    if (parts.length === 1 && only !== undefined) return only
    return (from, text) => [...new Set(parts.flatMap((part) => part(from, text)))]
  }

  function readSequence(): Part {
    const parts: Part[] = []
    while (isRead && at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(readQuantified(readAtom()))
    return (from, text) => parts.reduce((reached, part) => (reached.length === 0 ? reached : part(reached, text)), from)
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
    if (START.test(token)) return (from) => from.filter((position) => position === 0)
    if (END.test(token)) return (from, { length }) => from.filter((position) => position === length)
    const fits = CHARACTER.test(token) ? characterTest(token, flags.includes('i')) : null
    isRead &&= fits !== null
    return function reachNext(from, text) {
      workLeft -= from.length
      return from.filter((position) => fits?.(text.charAt(position))).map((position) => position + 1)
    }
  }

  function readQuantified(part: Part): Part {
    const [, mark, from = '0', comma, to = ''] = QUANTIFIER.exec(tokens[at] ?? '') ?? []
    if (mark === undefined && comma === undefined) return part
    // One that takes few, `*?`, fits the same texts.
    at += tokens[at + 1] === '?' ? 2 : 1
    const min = mark === '+' ? 1 : Number(from)
    const isEndless = mark === '*' || mark === '+' || (comma === ',' && to === '')
    const max = isEndless ? Infinity : mark === '?' ? 1 : to === '' ? min : Number(to)
    return function repeat(start, text) {
      const reached = new Set(min === 0 ? start : [])
      let next = start
      for (let count = 1; count <= max && next.length > 0 && workLeft > 0; count += 1) {
        workLeft -= 1
        next = part(next, text).filter((position) => !reached.has(position))
        if (count >= min) for (const position of next) reached.add(position)
      }
      return [...reached]
    }
  }

  const whole = readChoice()
  if (!isRead || at < tokens.length) return null
  return function fitsSomewhere(text) {
    workLeft = MAX_WORK
    const isFound = text.length > MAX_TEXT_LENGTH || whole(POSITIONS.slice(0, text.length + 1), text).length > 0
    return isFound || workLeft <= 0
  }
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
