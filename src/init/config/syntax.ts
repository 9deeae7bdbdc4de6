/**
 * Tokens of a configuration -> its imports, the object it exports, the entries of a list or an object. Uncertain
 * syntax is not found. All numbers are indexes of tokens.
 */
import { closerOf, type Script, tokenAt } from './tokens.ts'

/** Steps from the exported expression to its literal. */
const MAX_STEPS = 4
/** Functions that return their argument: `defineConfig`, `defineNuxtConfig`, `defineConfigWithTheme`. */
const DEFINE_CALL = /^define\w*Config(?:WithTheme)?$/
/** Tokens of the type arguments of a call. */
const MAX_TYPE_TOKENS = 16

/** An entry between two brackets, separated by commas. */
export interface Entry {
  readonly first: number
  readonly last: number
  /** Comma after it, null for none. */
  readonly comma: number | null
}

/** A property of an object. */
export interface Property extends Entry {
  /** Null for unknown keys: a spread, a computed key. */
  readonly key: string | null
  /** First token of its value, null for a method. */
  readonly value: number | null
}

/** An import declaration. */
export interface Import {
  readonly specifier: string
  /** Local name of its default import, null for none. */
  readonly local: string | null
  readonly first: number
  readonly last: number
}

/** The entries between an opening bracket and the one that closes it. */
export function entriesOf(script: Script, open: number): Entry[] {
  const { tokens, closers } = script
  const entries: Entry[] = []
  const close = closerOf(script, open)
  for (let i = open + 1; i < close; i += 1) {
    const first = i
    while (i < close && tokens[i]?.text !== ',') i = (closers.get(i) ?? i) + 1
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

/** Value of a string literal without escapes, null for any other token. */
export function stringOf({ kind, text }: { readonly kind: string; readonly text: string }): string | null {
  const isPlain = kind === 'string' || (kind === 'template' && !text.includes('${'))
  return isPlain && !text.includes('\\') ? text.slice(1, -1) : null
}

/** The import declarations of a module. */
export function importsOf(script: Script): Import[] {
  const { tokens, closers } = script
  const imports: Import[] = []
  for (const first of topLevel(script)) {
    const [word, next, after] = [tokenAt(script, first), tokens[first + 1], tokens[first + 2]]
    if (word.text !== 'import' || word.kind !== 'word' || next === undefined || /^[(.]$/.test(next.text)) continue
    let last = first + 1
    while (last < tokens.length && tokens[last]?.kind !== 'string') last = (closers.get(last) ?? last) + 1
    const source = tokens[last]
    const specifier = source === undefined ? null : stringOf(source)
    if (specifier === null) continue
    const local = next.kind === 'word' && (after?.text === 'from' || after?.text === ',') ? next.text : null
    if (/^(?:with|assert)$/.test(tokens[last + 1]?.text ?? '')) last = closers.get(last + 2) ?? last
    if (tokens[last + 1]?.text === ';') last += 1
    imports.push({ specifier, local, first, last })
  }
  return imports
}

/**
 * Opening brace of the exported object: a literal, a constant or the argument of a function whose name fits; null if
 * uncertain.
 */
export function exportedObject(script: Script, calls = DEFINE_CALL): number | null {
  const { tokens } = script
  const starts = topLevel(script).flatMap((i) => {
    const [a, b, c, d] = tokens.slice(i, i + 4).map(({ text }) => text)
    if (a === 'export' && b === 'default') return [i + 2]
    return a === 'module' && b === '.' && c === 'exports' && d === '=' ? [i + 4] : []
  })
  const [start, ...others] = starts
  return start === undefined || others.length > 0 ? null : literalAt(script, start, '{', calls)
}

/** Opening bracket of the literal of an expression, found in the same ways; null if uncertain. */
export function literalAt(script: Script, from: number, bracket: '{' | '[', calls = DEFINE_CALL): number | null {
  const { tokens } = script
  let at = from
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const token = tokens[at]
    if (token?.text === bracket) return isComplete(script, closerOf(script, at) + 1) ? at : null
    if (token?.kind !== 'word') return null
    const open = calls.test(token.text) ? argumentsOf(script, at) : null
    if (open !== null) {
      if (entriesOf(script, open).length !== 1 || !isComplete(script, closerOf(script, open) + 1)) return null
      at = open + 1
      continue
    }
    const constant = isComplete(script, at + 1) ? constantValue(script, token.text) : null
    if (constant === null) return null
    at = constant
  }
  return null
}

/** True if an expression is a condition between two literal lists: `condition ? [a] : []`. */
export function isConditionOfLists(
  { tokens, closers }: Script,
  { first, last }: Pick<Entry, 'first' | 'last'>,
): boolean {
  const units: string[] = []
  for (let i = first; i <= last; i = (closers.get(i) ?? i) + 1) units.push(tokens[i]?.text ?? '')
  const isNested = units.filter((text) => text === '?').length > 1
  return !isNested && units.slice(-4).join('') === '?[:[' && units.length > 4
}

/**
 * The bracket that opens the arguments of a call, after the name of the function and type arguments; null for no call.
 */
function argumentsOf({ tokens }: Script, name: number): number | null {
  const [next, ...others] = tokens.slice(name + 1, name + 1 + MAX_TYPE_TOKENS).map(({ text }) => text)
  if (next === '(') return name + 1
  const typesEnd = next === '<' ? others.findIndex((text, i) => text === '>' && others[i + 1] === '(') : -1
  return typesEnd === -1 ? null : name + 3 + typesEnd
}

/** True if an expression ends before a token: no call, member access or operator continues it. */
function isComplete(script: Script, next: number): boolean {
  const { text, tokens } = script
  const [last, token] = [tokenAt(script, next - 1), tokens[next]]
  if (token === undefined || /^(?:[;,)\]}]|satisfies|as)$/.test(token.text)) return true
  return token.kind === 'word' && /[\n\r]/.test(text.slice(last.end, token.start))
}

/** First token of a top-level constant's value, null when code may change its members and for any other name. */
function constantValue(script: Script, name: string): number | null {
  const { tokens } = script
  const indexes = topLevel(script)
  const textOf = (index: number) => tokenAt(script, index).text
  const declarations = indexes.filter((i) => textOf(i) === 'const' && tokens[i + 1]?.text === name)
  const [declaration, ...others] = declarations
  const hasMemberAccess = tokens.some(({ text }, i) => {
    return text === name && /^(?:\?\.|\.|\[)$/.test(tokens[i + 1]?.text ?? '')
  })
  if (declaration === undefined || others.length > 0 || hasMemberAccess) return null
  const afterName = indexes.slice(indexes.indexOf(declaration) + 2)
  const end = afterName.find((i) => /^(?:=|;|,|const|let|export)$/.test(textOf(i)))
  return end !== undefined && textOf(end) === '=' ? end + 1 : null
}

/** Indexes of the tokens outside of all brackets, opening brackets included. */
function topLevel({ tokens, closers }: Script): number[] {
  const indexes: number[] = []
  for (let i = 0; i < tokens.length; i += 1) {
    indexes.push(i)
    i = closers.get(i) ?? i
  }
  return indexes
}
