/**
 * Tokens of a configuration -> the few things looked for in it: what it
 * imports, the object it exports, the entries of a list or an object. What is
 * written in a way that isn't known for certain is not found.
 */
import type { Script } from './tokens.ts'

/** Names that lead from what is exported to where it is written. */
const MAX_STEPS = 4
/** `defineConfig`, `defineNuxtConfig`: give back what they are given. */
const DEFINE_CALL = /^define\w*Config$/

/** What is separated by commas between two brackets; all numbers are places among the tokens. */
export interface Entry {
  readonly first: number
  readonly last: number
  /** Comma behind it, null where there is none. */
  readonly comma: number | null
}

/** An entry of an object. */
export interface Property extends Entry {
  /** Null for what brings keys that can't be seen: a spread, a computed key. */
  readonly key: string | null
  /** First token of its value, null for a method. */
  readonly value: number | null
}

/** An import declaration. */
export interface Import {
  readonly specifier: string
  /** Name of its default import here. */
  readonly local: string | null
  readonly first: number
  readonly last: number
}

/** The entries between an opening bracket and the one that closes it. */
export function entriesOf({ tokens, closers }: Script, open: number): Entry[] {
  const entries: Entry[] = []
  const close = closers.get(open)!
  for (let i = open + 1; i < close; i += 1) {
    const first = i
    while (i < close && tokens[i]!.text !== ',') i = (closers.get(i) ?? i) + 1
    entries.push({ first, last: i - 1, comma: i < close ? i : null })
  }
  return entries
}

/** The properties of an object that opens at a token. */
export function propertiesOf(script: Script, open: number): Property[] {
  return entriesOf(script, open).map((entry) => ({ ...entry, ...propertyAt(script, entry) }))
}

function propertyAt({ tokens }: Script, { first, last }: Entry): Pick<Property, 'key' | 'value'> {
  const [name, next] = [tokens[first], tokens[first + 1]]
  const key = name?.kind === 'word' ? name.text : name === undefined ? null : stringOf(name)
  if (first === last && name?.kind === 'word') return { key, value: first }
  if (next?.text === ':') return { key, value: first + 2 }
  return { key: next?.text === '(' ? key : null, value: null }
}

/** What a string says that holds no escape, null for anything else. */
export function stringOf({ kind, text }: { readonly kind: string; readonly text: string }): string | null {
  const isPlain = kind === 'string' || (kind === 'template' && !text.includes('${'))
  return isPlain && !text.includes('\\') ? text.slice(1, -1) : null
}

/** The import declarations of a module. */
export function importsOf(script: Script): Import[] {
  const { tokens, closers } = script
  const found: Import[] = []
  for (const first of topLevel(script)) {
    const [word, next, after] = [tokens[first]!, tokens[first + 1], tokens[first + 2]]
    if (word.text !== 'import' || word.kind !== 'word' || next === undefined || /^[(.]$/.test(next.text)) continue
    let last = first + 1
    while (last < tokens.length && tokens[last]!.kind !== 'string') last = (closers.get(last) ?? last) + 1
    const specifier = tokens[last] === undefined ? null : stringOf(tokens[last]!)
    if (specifier === null) continue
    const local = next.kind === 'word' && (after?.text === 'from' || after?.text === ',') ? next.text : null
    if (/^(?:with|assert)$/.test(tokens[last + 1]?.text ?? '')) last = closers.get(last + 2) ?? last
    if (tokens[last + 1]?.text === ';') last += 1
    found.push({ specifier, local, first, last })
  }
  return found
}

/** Where the exported object opens: bare, given to `defineConfig`, or by a name; null where that isn't certain. */
export function exportedObject(script: Script): number | null {
  const { tokens } = script
  const starts = topLevel(script).flatMap((i) => {
    const [a, b, c, d] = tokens.slice(i, i + 4).map(({ text }) => text)
    if (a === 'export' && b === 'default') return [i + 2]
    return a === 'module' && b === '.' && c === 'exports' && d === '=' ? [i + 4] : []
  })
  return starts.length === 1 ? literalAt(script, starts[0]!, '{') : null
}

/** Where the literal opens that an expression is or leads to, in the same ways; null where that isn't certain. */
export function literalAt(script: Script, from: number, bracket: '{' | '['): number | null {
  const { tokens, closers } = script
  let at = from
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (token?.text === bracket) return isWhole(script, closers.get(at)! + 1) ? at : null
    if (token?.kind !== 'word') return null
    if (DEFINE_CALL.test(token.text) && next?.text === '(') {
      const given = entriesOf(script, at + 1)
      if (given.length !== 1 || !isWhole(script, closers.get(at + 1)! + 1)) return null
      at = at + 2
      continue
    }
    const constant = isWhole(script, at + 1) ? constantValue(script, token.text) : null
    if (constant === null) return null
    at = constant
  }
  return null
}

/** Whether an expression that ended before a token is over there: nothing is called, chosen or joined with it. */
function isWhole({ text, tokens }: Script, next: number): boolean {
  const [last, token] = [tokens[next - 1]!, tokens[next]]
  if (token === undefined || /^(?:[;,)\]}]|satisfies|as)$/.test(token.text)) return true
  return token.kind === 'word' && /[\n\r]/.test(text.slice(last.end, token.start))
}

/** Where the value begins of the one top-level `const` of a name, null where a part of it may be changed as well. */
function constantValue(script: Script, name: string): number | null {
  const { tokens } = script
  const places = topLevel(script)
  const declared = places.filter((i) => tokens[i]!.text === 'const' && tokens[i + 1]?.text === name)
  const isOpened = tokens.some(({ text }, i) => text === name && /^(?:\?\.|\.|\[)$/.test(tokens[i + 1]?.text ?? ''))
  if (declared.length !== 1 || isOpened) return null
  const rest = places.slice(places.indexOf(declared[0]!) + 2)
  const end = rest.findIndex((i) => /^(?:=|;|,|const|let|export)$/.test(tokens[i]!.text))
  return end !== -1 && tokens[rest[end]!]!.text === '=' ? rest[end]! + 1 : null
}

/** Places of the tokens outside of all brackets, opening brackets included. */
function topLevel({ tokens, closers }: Script): number[] {
  const places: number[] = []
  for (let i = 0; i < tokens.length; i += 1) {
    places.push(i)
    i = closers.get(i) ?? i
  }
  return places
}
