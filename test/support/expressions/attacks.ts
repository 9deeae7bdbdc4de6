/**
 * The parts of an expression -> texts that may make it slow: the shortest text that leads to a repeated part, something
 * that this part accepts many times, and an end at which it fails.
 */
import type { Part, Syntax } from './syntax.ts'

/** A text that grows with the number of its pieces. */
export interface Attack {
  readonly prefix: string
  readonly piece: string
  readonly suffix: string
}

/** Characters that are tried where the expression names none like them. */
const COMMON = ['a', ' ', '\n', '0', '-', '_', '.', 'A', '\t', '"', '\0', '\u00e9']
/** Pieces of one repeated part, and characters at which a text may end. */
const MAX_PIECES = 24
const MAX_ENDS = 5
/** For what an expression allows at its end, such as a line break. */
const LONGER_ENDS = ['\n\0', '\0 \0']
/** Parts after a repeated one that its piece may go on with. */
const MAX_FOLLOWING = 4

/** The texts for an expression, each once, and first one of each kind. */
export function attacksOn({ root, sets, chars }: Syntax): readonly Attack[] {
  const alphabet = representatives(sets, [...chars, ...COMMON])
  const found = new Map<string, Omit<Attack, 'suffix'> & { readonly other: string | undefined }>()
  const ends = [...new Set(['\0', '', '\n', ' ', 'a', ...alphabet])].slice(0, MAX_ENDS).concat(LONGER_ENDS)

  // What fits at the start of the text alone must not hide the rest of the expression.
  const starts = hasStart(root) && root.type === 'choice' ? ['', '\0'] : ['']

  function add(prefix: string, piece: string, other?: string): void {
    if (piece === '') return
    for (const start of starts) {
      const key = JSON.stringify([start + prefix, piece])
      const attack = found.get(key) ?? { prefix: start + prefix, piece, other: undefined }
      found.set(key, { ...attack, other: attack.other ?? other })
    }
  }

  /** Adds the texts for the repeated parts in a part that `prefix` leads to and `following` comes after. */
  function visit(part: Part, prefix: string, following: readonly Part[]): void {
    switch (part.type) {
      case 'sequence': {
        let before = prefix
        part.parts.forEach((each, i) => {
          visit(each, before, [...part.parts.slice(i + 1), ...following])
          before += shortest(each, alphabet)
        })
        break
      }
      case 'choice':
        for (const each of part.parts) visit(each, prefix, following)
        break
      case 'group': case 'look':
        visit(part.part, prefix, following)
        break
      case 'repeat': {
        if (part.max > 1) {
          const bodies = textsOf(part.part, alphabet).slice(0, MAX_PIECES)
          const other = otherThan(part.part, alphabet)
          for (const body of bodies) add(prefix, body, other)
          const [body = ''] = bodies
          // A search begins again at each of these.
          for (const each of bodies) add('', prefix + each)
          let joined = body
          for (const each of following.slice(0, MAX_FOLLOWING)) {
            joined += shortest(each, alphabet)
            add(prefix, joined)
            add('', prefix + joined)
          }
          // A whole word up to the next repeated part, after a blank, as `\b` may need one.
          const next = following.findIndex(({ type }) => type === 'repeat')
          if (next > 0) add(prefix, ` ${following.slice(0, next).map((each) => shortest(each, alphabet)).join('')}`)
        }
        visit(part.part, prefix, [part.part, ...following])
      }
    }
  }

  visit(root, '', [])
  const attacks = [...found.values()]
  const withOther = attacks.flatMap(({ other, ...attack }) => (other === undefined ? [] : [{ ...attack, suffix: other }]))
  return [...withOther, ...ends.flatMap((suffix) => attacks.map(({ prefix, piece }) => ({ prefix, piece, suffix })))]
}

/** True for an expression with a mark for the start of the text. */
function hasStart(part: Part): boolean {
  switch (part.type) {
    case 'edge': return part.of === '^'
    case 'sequence': case 'choice': return part.parts.some(hasStart)
    case 'repeat': case 'group': case 'look': return hasStart(part.part)
    default: return false
  }
}

/** Of the characters that no set of the expression tells apart, the first. */
function representatives(sets: Syntax['sets'], chars: readonly string[]): string[] {
  const byFit = new Map<string, string>()
  for (const char of chars) {
    const fit = sets.map((fits) => (fits(char) ? '1' : '0')).join('')
    if (!byFit.has(fit)) byFit.set(fit, char)
  }
  return [...byFit.values()]
}

/** A character that a set does not have. */
function otherThan(part: Part, alphabet: readonly string[]): string | undefined {
  return part.type === 'set' ? alphabet.find((char) => !part.fits(char)) : undefined
}

/** One of the shortest texts that a part accepts, without regard to what stands around it. */
function shortest(part: Part, alphabet: readonly string[]): string {
  switch (part.type) {
    case 'set': return alphabet.find(part.fits) ?? ''
    case 'sequence': return part.parts.map((each) => shortest(each, alphabet)).join('')
    case 'choice': return part.parts.map((each) => shortest(each, alphabet)).reduce((a, b) => (b.length < a.length ? b : a))
    case 'repeat': return shortest(part.part, alphabet).repeat(part.min)
    case 'group': return shortest(part.part, alphabet)
    case 'look': return !part.isAhead && !part.isNegated ? shortest(part.part, alphabet) : ''
    default: return ''
  }
}

/** Short texts that a part accepts: each with another character, or another choice, in one place. */
function textsOf(part: Part, alphabet: readonly string[]): string[] {
  switch (part.type) {
    case 'set': return alphabet.filter(part.fits)
    case 'choice': return unique(part.parts.flatMap((each) => textsOf(each, alphabet)))
    case 'group': return textsOf(part.part, alphabet)
    case 'repeat': return unique([shortest(part, alphabet), ...textsOf(part.part, alphabet).map((text) => text.repeat(Math.max(part.min, 1)))])
    case 'sequence': {
      const all = part.parts.map((each) => shortest(each, alphabet))
      const others = part.parts.flatMap((each, i) => {
        return textsOf(each, alphabet).map((text) => all.with(i, text).join(''))
      })
      return unique([all.join(''), ...others])
    }
    default: return ['']
  }
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
