/** The source of a regular expression -> its parts, for the matcher that counts and for the texts that may make it slow. */

/** A part of an expression. */
export type Part =
  | { readonly type: 'set'; readonly fits: (char: string) => boolean }
  | { readonly type: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly type: 'repeat'; readonly part: Part; readonly min: number; readonly max: number; readonly isLazy: boolean }
  | { readonly type: 'group'; readonly part: Part; readonly name: string }
  | { readonly type: 'look'; readonly part: Part; readonly isAhead: boolean; readonly isNegated: boolean }
  | { readonly type: 'edge'; readonly of: '^' | '$' | 'b' | 'B' }
  | { readonly type: 'reference'; readonly name: string }

export interface Syntax {
  readonly root: Part
  /** Every set of characters of the expression. */
  readonly sets: readonly ((char: string) => boolean)[]
  /** Characters that the source names. */
  readonly chars: ReadonlySet<string>
}

/** Tokens: sets, escapes, opening brackets, quantifiers, single characters. */
const TOKEN = new RegExp([
  String.raw`\[(?:\\[^]|[^\\\]])*\]`,
  String.raw`\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|c[A-Za-z]|k<\w+>|[1-9]\d*|[^])`,
  String.raw`\((?:\?(?:<?[=!]|:|<\w+>))?`,
  String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`,
  '[^]',
].join('|'), 'gu')

/** Parses the source of a valid expression without the `v` flag, whose sets may hold others. */
export function parseExpression(source: string, flags: string): Syntax {
  const tokens = source.match(TOKEN) ?? []
  const setFlags = flags.replace(/[^isu]/g, '')
  const sets = new Map<string, (char: string) => boolean>()
  let at = 0
  let groups = 0

  function readChoice(): Part {
    const parts = [readSequence()]
    for (; tokens[at] === '|'; parts.push(readSequence())) at += 1
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'choice', parts }
  }

  function readSequence(): Part {
    const parts: Part[] = []
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(readQuantified(readAtom()))
    return { type: 'sequence', parts }
  }

  function readAtom(): Part {
    const token = tokens[at] ?? ''
    at += 1
    if (token.startsWith('(')) return readGroup(token)
    if (token === '^' || token === '$') return { type: 'edge', of: token }
    if (token === '\\b' || token === '\\B') return { type: 'edge', of: token === '\\b' ? 'b' : 'B' }
    const [, number, name = number] = /^\\(?:([1-9]\d*)|k<(\w+)>)$/.exec(token) ?? []
    return name === undefined ? { type: 'set', fits: setOf(token) } : { type: 'reference', name }
  }

  function readGroup(token: string): Part {
    const isCapture = token === '(' || /^\(\?<\w/.test(token)
    if (isCapture) groups += 1
    const name = /\w+/.exec(token)?.[0] ?? String(groups)
    const part = readChoice()
    at += 1
    if (isCapture) return { type: 'group', part, name }
    return token === '(?:' ? part : { type: 'look', part, isAhead: !token.includes('<'), isNegated: token.endsWith('!') }
  }

  function readQuantified(part: Part): Part {
    const token = tokens[at] ?? ''
    const [, mark, least, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(token) ?? []
    if (mark === undefined && least === undefined) return part
    at += 1
    const min = least === undefined ? Number(mark === '+') : Number(least)
    const max = mark === '?' ? 1 : mark !== undefined || (comma === ',' && most === '') ? Infinity : Number(most || least)
    return { type: 'repeat', part, min, max, isLazy: token.length > 1 && token.endsWith('?') }
  }

  function setOf(token: string): (char: string) => boolean {
    const known = sets.get(token)
    if (known !== undefined) return known
    const pattern = new RegExp(`^${/^[{}\]]$/.test(token) ? `\\${token}` : token}$`, setFlags)
    const cache = new Map<string, boolean>()
    const fits = (char: string) => {
      const cached = cache.get(char) ?? pattern.test(char)
      cache.set(char, cached)
      return cached
    }
    sets.set(token, fits)
    return fits
  }

  const root = readChoice()
  return { root, sets: [...sets.values()], chars: new Set([...sets.keys()].flatMap(charsOf)) }
}

/** Characters that a token names. */
function charsOf(token: string): string[] {
  const plain = token.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}|[pP]\{[^}]*\})/g, (_, a?: string, b?: string, c?: string) => {
    return String.fromCodePoint(parseInt(a ?? b ?? c ?? '61', 16))
  })
  return [...plain.replace(/\\n/g, '\n').replace(/\\t/g, '\t')].filter((char) => char.length === 1)
}
