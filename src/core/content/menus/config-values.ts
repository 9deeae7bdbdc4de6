/**
 * The text of a generator's configuration -> its plain values. It is never run: of JavaScript and TypeScript, texts,
 * numbers, lists and objects are read, and the constants and functions that hold nothing else, of the file or of those
 * that it imports: `import { shared as a } from './shared'`, `const a = require('./a')`, `export * from './a'`. What is
 * computed has no value, in a list null. This is no parser: a text that it doesn't understand gives less, or nothing.
 */
import { parseToml } from '../frontmatter/toml.ts'
import { type FrontMap, type FrontValue, MAX_VALUE_DEPTH, unescapeScript } from '../frontmatter/value.ts'
import { parseYaml } from '../frontmatter/yaml.ts'

const NO_IMPORTS: ConfigModule['imports'] = new Map()

/** The values of a configuration in the format of its file name; undefined for none. Never fails. */
export function parseConfig(name: string, text: string, imports = NO_IMPORTS): FrontValue | undefined {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (/\.ya?ml$|(?:^|\/)\.pages$/.test(name)) return parseYaml(plain, 1).data
  if (name.endsWith('.py')) return readAssignments(plain)
  return name.endsWith('.toml') ? parseToml(plain, 1).data : readLiteral(plain, imports)
}

/** UTF-16 units of a configuration with what it imports; a longer one has no value. */
export const MAX_CONFIG_LENGTH = 262_144
/** Values of one configuration, each time that it names them. */
const MAX_VALUES = 50_000
/** Names that are looked up in its text, and UTF-16 units of all these searches. */
const MAX_LOOKUPS = 200
const MAX_LOOKUP_LENGTH = 10_000_000
/** Pieces of what has no value that are skipped, for each character of the text. */
const MAX_SKIPPED = 16

const TEMPLATE = /`(?:[^`\\$]|\\[^]|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`/
const QUOTED = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/
const STRING = new RegExp(`${QUOTED.source}|${TEMPLATE.source}`, 'y')
/** A template that is computed. */
const COMPUTED = /^`[^]*\$\{/
const ARROW = /(?:async\s+)?(?:\([^()]{0,400}\)|[\w$]{1,100})\s{0,99}(?::[^=;(]{0,100})?=>\s*/y
/** UTF-16 units of a function before its first `return`. */
const MAX_BODY_LENGTH = 8_000
const RETURN = new RegExp(`[^]{0,${MAX_BODY_LENGTH}}?\\breturn\\b`, 'y')
const NUMBER = /-?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?![\w$.])/y
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const TYPE_ARGUMENTS = /<[^()]{0,200}>(?=\()/y
/** Functions that return their argument, with more in it. */
const CONFIG_CALL = /^(?:define\w*|with[A-Z]\w*|\w*Theme|extendConfig|loader|plugin\w*|starlight)$/
/** After the last argument of a call, as Prettier writes it. */
const TRAILING_COMMA = /,\s{0,200}(?=\))/y
const PATH_CALL = /(?:require\.resolve|path\.(?:resolve|join))(?=\()/y
/** What may follow a value: a type, the next statement, or the end of a script. */
const END = /\s*(?:as|satisfies)\b|\s*<\/script>|[ \t]*(?:\/\/[^\n]*)?\n\s*[\w$@/]/y
const EXPORT = /^[ \t]*(?:export\s+default|module\.exports\s*=|export\s*=|window\.\$docsify\s*=)/m
/** White space and comments. */
const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))*/y
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/** A place in a module. */
interface Reader extends ConfigModule {
  at: number
  /** Shared by all modules of a configuration. */
  readonly budget: { values: number; lookups: number; searched: number; skips: number }
}

const NAMED_EXPORT = /^export\s+const\s+([\w$]{1,100})/gm
/** `export default defineConfig()`: beside those that it exports by name, all settings are as usual. */
const EMPTY_EXPORT = /^[ \t]*export\s+default\s+[\w$]{1,100}\(\s*\)/m

/** The value that the configuration exports, or that it is, or those that it exports by name; undefined for none. */
export function readLiteral(text: string, imports = NO_IMPORTS): FrontValue | undefined {
  const length = lengthOf({ text, imports })
  if (length > MAX_CONFIG_LENGTH) return undefined
  const limits = { values: MAX_VALUES, lookups: MAX_LOOKUPS, searched: MAX_LOOKUP_LENGTH, skips: MAX_SKIPPED * length }
  const read = (name: string) => readExport({ text, imports }, name, limits, 0)
  if (EXPORT.test(text) && !EMPTY_EXPORT.test(text)) return read('default')
  const named = [...text.matchAll(NAMED_EXPORT)].slice(0, MAX_IMPORTS).flatMap(([, name = '']) => {
    const exported = read(name)
    return exported === undefined ? [] : [[name, exported] as const]
  })
  return named.length === 0 ? read('default') : new Map(named)
}

/** UTF-16 units of a module and all that it imports. */
function lengthOf(module: ConfigModule): number {
  const modules = new Set([module])
  for (const { imports } of modules) for (const { module: imported } of imports.values()) modules.add(imported)
  return [...modules].reduce((sum, { text }) => sum + text.length, 0)
}

function readExport(module: ConfigModule, name: string, budget: Reader['budget'], depth: number): FrontValue | undefined {
  const reader = { ...module, at: 0, budget }
  if (name !== 'default') return readNamed(reader, name, depth)
  const exported = EXPORT.exec(module.text)
  if (exported !== null) reader.at = exported.index + exported[0].length
  return readValue(reader, depth)
}

/** Assignments of one file in Python, and UTF-16 units of one of them. */
const MAX_ASSIGNMENTS = 200
const MAX_ASSIGNMENT_LENGTH = 20_000
/** `a = [`, `a: list[str] = [`, `a += [`, `a.append(`, `a.extend(`. */
const ASSIGNMENT = /^([A-Za-z_]\w{0,99})(?:(?:[ \t]*:[^=\n]{0,200})?[ \t]*(\+?)=(?!=)|\.(append|extend)\()[ \t]*/gm
/** One without an end ends with its line. */
const PYTHON_TEXT = /[rub]{0,2}(?:"((?:\\[^]|[^"\\\n])*)(?:"|\\?$)|'((?:\\[^]|[^'\\\n])*)(?:'|\\?$))/gim
/** A text of several lines; texts side by side, which are one; a comment. */
const PYTHON_TEXTS = new RegExp(
  `"{3}[^]*?"{3}|'{3}[^]*?'{3}|${PYTHON_TEXT.source}(?:\\s*${PYTHON_TEXT.source})*|#[^\\n]*`, 'gim',
)
/** What lists are added with, and texts, in which there is no sum. */
const SUM = /(?<!\\)"(?:\\[^]|[^"\\])*"|\]\s*\+\s*(?:\[|([\w.]+(?:\([^()\n]*\))?))|(?<![\w.])([\w.]{1,100})[ \t]*\+[ \t]*\[/g

/**
 * The lists and texts that a file in Python assigns to names, with what it adds to its lists. They are written as in
 * JavaScript, but for texts, comments and sums of lists; a part of a sum that is computed is null.
 */
function readAssignments(source: string): FrontMap {
  const text = (source.length > MAX_CONFIG_LENGTH ? '' : source)
    .replace(PYTHON_TEXTS, plainPython)
    .replace(SUM, (all, after?: string, before?: string) => {
      if (all.startsWith('"')) return all
      return before !== undefined ? `[${before}, ` : after !== undefined ? `, ${after}]` : ', '
    })
  const values = new Map<string, FrontValue>()
  const assignments = [...text.matchAll(ASSIGNMENT)].slice(0, MAX_ASSIGNMENTS)
  for (const { 0: start, 1: name = '', 2: plus, 3: call, index } of assignments) {
    const from = index + start.length
    const value = readLiteral(text.slice(from, from + MAX_ASSIGNMENT_LENGTH))
    const old = plus === '' ? undefined : values.get(name)
    const added = Array.isArray(value) && call !== 'append' ? value : [value ?? null]
    if (Array.isArray(old)) values.set(name, [...old, ...added])
    else if (value !== undefined && call === undefined) values.set(name, value)
  }
  return values
}

/** `'a' "b"` -> `"ab"`; nothing for a comment. */
function plainPython(texts: string): string {
  if (texts.startsWith('#')) return ''
  const parts = /^(?:"{3}|'{3})/.test(texts) ? [] : [...texts.matchAll(PYTHON_TEXT)]
  const quoted = (text: string) => text.replace(/\\[^]|"/g, (mark) => (mark === '"' ? '\\"' : mark))
  return `"${parts.map(([, double, single = '']) => double ?? quoted(single)).join('')}"`
}

/** Reads an expression up to the comma or bracket after it. */
function readValue(reader: Reader, depth: number): FrontValue | undefined {
  reader.budget.values -= 1
  skipBlank(reader)
  const value = depth > MAX_VALUE_DEPTH || reader.budget.values < 0 ? undefined : readStart(reader, depth)
  const from = reader.at
  skipRest(reader)
  END.lastIndex = from
  return reader.text.slice(from, reader.at).trim() === '' || END.test(reader.text) ? value : undefined
}

function readStart(reader: Reader, depth: number): FrontValue | undefined {
  const char = reader.text[reader.at]
  if (char === '{') return readObject(reader, depth)
  if (char === '[') return readList(reader, depth)
  const string = takeString(reader)
  if (string !== '') return COMPUTED.test(string) ? undefined : unescapeScript(string.slice(1, -1))
  if (take(reader, ARROW) !== '') return readArrow(reader, depth)
  const number = take(reader, NUMBER)
  if (number !== '') return Number(number.replaceAll('_', ''))
  if (take(reader, PATH_CALL) !== '') return readPath(reader, depth)
  const name = take(reader, NAME)
  if (name === 'true' || name === 'false') return name === 'true'
  if (name === 'null') return null
  take(reader, TYPE_ARGUMENTS)
  if (reader.text[reader.at] !== '(') return readNamed(reader, name, depth)
  // Docusaurus' own template has its options in brackets, behind a comment with their type.
  const isConfig = name === '' || CONFIG_CALL.test(name)
  reader.at += 1
  if (name === 'require') return readRequired(reader, depth)
  const argument = isConfig ? readValue(reader, depth + 1) : undefined
  take(reader, TRAILING_COMMA)
  const isOnly = reader.text[reader.at] !== ','
  skipTo(reader, ')')
  return isConfig && isOnly && argument !== undefined ? argument : readNamed(reader, name, depth)
}

/** The path that `path.resolve(__dirname, '../docs')` or `require.resolve('./a.js')` gives, from its own file. */
function readPath(reader: Reader, depth: number): string | undefined {
  const names: (FrontValue | undefined)[] = []
  for (const _ of entriesOf(reader)) names.push(readValue(reader, depth + 1))
  const below = names.length > 1 && names[0] === undefined ? names.slice(1) : names
  return below.every((name) => typeof name === 'string') && below.length > 0 ? below.join('/') : undefined
}

function readRequired(reader: Reader, depth: number): FrontValue | undefined {
  const imported = reader.imports.get(takeString(reader).slice(1, -1))
  skipTo(reader, ')')
  return imported === undefined ? undefined : readExport(imported.module, imported.name, reader.budget, depth + 1)
}

/** What an arrow function gives: the value behind its arrow, or behind its first `return`. */
function readArrow(reader: Reader, depth: number): FrontValue | undefined {
  const opener = reader.text[reader.at]
  if (opener !== '(' && opener !== '{') return readValue(reader, depth + 1)
  const body = reader.at
  reader.at += 1
  const before = opener === '{' && reader.budget.skips > 0 ? take(reader, RETURN) : ''
  if (opener === '{') reader.budget.skips -= before.length > 0 ? before.length : MAX_BODY_LENGTH
  const value = opener === '(' || before !== '' ? readValue(reader, depth + 1) : undefined
  reader.at = body
  skipTo(reader, CLOSERS[opener] ?? '', 1)
  return value
}

/** The value of a constant, also of another module, or what a function returns. */
function readNamed({ budget, ...own }: Reader, name: string, depth: number): FrontValue | undefined {
  if (name === '') return undefined
  const modules = new Set<ConfigModule>([own])
  for (const module of modules) {
    const value = readDefined({ ...module, budget, at: 0 }, name, depth)
    if (value !== undefined) return value
    for (const exported of module.imports.values()) if (exported.name === '*') modules.add(exported.module)
  }
  return undefined
}

function readDefined(reader: Reader, name: string, depth: number): FrontValue | undefined {
  const { text, imports, budget } = reader
  budget.lookups -= 1
  if (budget.lookups < 0 || depth > MAX_VALUE_DEPTH) return undefined
  const imported = imports.get(name)
  if (imported !== undefined) return readExport(imported.module, imported.name, budget, depth + 1)
  budget.searched -= text.length
  if (budget.searched < 0) return undefined
  const word = name.replaceAll('$', '\\$')
  const constant = `(?:const|let|var)\\s+${word}\\b[^=;]{0,100}=(?:\\s*\\(\\)[^=;]{0,100}=>\\s*\\(?)?`
  const definition = new RegExp(`\\b(?:${constant}|function\\s+${word}\\s*\\([^()]{0,200}\\)[^]{0,400}?\\breturn\\b)`)
  const found = definition.exec(text)
  if (found === null) return undefined
  reader.at = found.index + found[0].length
  return readValue(reader, depth + 1)
}

function readObject(reader: Reader, depth: number): FrontMap {
  const map = new Map<string, FrontValue>()
  for (const _ of entriesOf(reader)) {
    if (reader.text.startsWith('...', reader.at)) {
      reader.at += 3
      const spread = readValue(reader, depth + 1)
      if (spread instanceof Map) for (const [key, value] of spread) map.set(key, value)
      continue
    }
    const string = takeString(reader)
    const key = string === '' ? take(reader, NAME) || take(reader, NUMBER) : unescapeScript(string.slice(1, -1))
    const keyEnd = reader.at
    skipBlank(reader)
    const mark = reader.text[reader.at]
    if (mark === ':') reader.at += 1
    // A shorthand; anything else is a method or computed.
    else if (mark === ',' || mark === '}') reader.at = keyEnd - key.length
    else continue
    const value = readValue(reader, depth + 1)
    if (value !== undefined) map.set(key, value)
  }
  return map
}

function readList(reader: Reader, depth: number): readonly FrontValue[] {
  const list: FrontValue[] = []
  for (const _ of entriesOf(reader)) {
    const isSpread = reader.text.startsWith('...', reader.at)
    if (isSpread) reader.at += 3
    const value = readValue(reader, depth + 1)
    if (isSpread && Array.isArray(value)) for (const item of value) list.push(item)
    else list.push((isSpread ? null : value) ?? null)
  }
  return list
}

/** Moves to each entry between the bracket at hand and the one that closes it, and behind that. */
function* entriesOf(reader: Reader): Generator<void> {
  const { text } = reader
  const closer = CLOSERS[text.charAt(reader.at)] ?? ''
  reader.at += 1
  for (skipBlank(reader); reader.at < text.length && text[reader.at] !== closer; skipBlank(reader)) {
    if (text[reader.at] !== ',') yield
    skipRest(reader)
    if (text[reader.at] === ',') reader.at += 1
    else if (text[reader.at] !== closer) break
  }
  reader.at += 1
}

/** Skips to the next comma, semicolon or closing bracket outside of all brackets. */
function skipRest(reader: Reader): void {
  const { text } = reader
  for (skipBlank(reader); reader.at < text.length && !/[,;)\]}]/.test(text.charAt(reader.at)); skipBlank(reader)) {
    if (reader.budget.skips < 0) reader.at = text.length
    else if (CLOSERS[text.charAt(reader.at)] !== undefined) skipTo(reader, CLOSERS[text.charAt(reader.at)] ?? '', 1)
    else if (takeString(reader) === '' && take(reader, NAME) === '') reader.at += 1
    reader.budget.skips -= 1
  }
}

/** Skips what is left of a bracket, and the one that closes it. */
function skipTo(reader: Reader, closer: string, opened = 0): void {
  const { text } = reader
  const closers = [closer]
  reader.at += opened
  while (closers.length > 0) {
    skipBlank(reader)
    if (reader.at >= text.length) return
    const char = text.charAt(reader.at)
    const inner = CLOSERS[char]
    if (takeString(reader) !== '') continue
    if (inner !== undefined) closers.push(inner)
    else if (char === closers.at(-1)) closers.pop()
    reader.at += 1
    reader.budget.skips -= 1
    if (reader.budget.skips < 0) reader.at = text.length
  }
}

function skipBlank(reader: Reader): void {
  take(reader, BLANK)
}

/** A string with its quotes, empty for none; one without an end counts as what was skipped. */
function takeString(reader: Reader): string {
  const string = take(reader, STRING)
  if (string === '' && /["'`]/.test(reader.text.charAt(reader.at))) reader.budget.skips -= reader.text.length - reader.at
  return string
}

/** What a sticky pattern matches here; empty for nothing. */
function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at
  const match = pattern.exec(reader.text)?.[0] ?? ''
  reader.at += match.length
  return match
}

/** A file, and what its names stand for. */
export interface ConfigModule {
  readonly text: string
  /** By the name in its text; a `require` without a name, and a module that is exported as a whole, by its address. */
  readonly imports: ReadonlyMap<string, ImportedValue>
}

/** What another module exports by a name, `default` for its own value, `*` for all names. */
export interface ImportedValue {
  readonly module: ConfigModule
  readonly name: string
}

interface WrittenImport {
  readonly local: string
  readonly name: string
  /** Relative: `../shared`. */
  readonly address: string
}

/** Imports of one file that are read, and values that it exports by name. */
const MAX_IMPORTS = 100

const ADDRESS = /["'](\.{1,2}\/[^"'\n]{1,200})["']/
const IMPORT = new RegExp(`^[ \\t]*(?:im|ex)port\\s([\\w$,{}\\s*]{1,600}?)\\bfrom\\s{0,20}${ADDRESS.source}`, 'gm')
const REQUIRE = new RegExp(
  `(?:\\b(?:const|let|var)\\s+([\\w$]{1,100}|\\{[^{}]{1,600}\\})\\s{0,20}=\\s{0,20})?\\brequire\\(\\s{0,20}${ADDRESS.source}`, 'g',
)
const DEFAULT = /^(?:type\s+)?([\w$]+)\s*(?:,|$)/
const NAMES = /\{([^{}]*)\}/
/** `a`, `a as b`, and `a: b` behind `const`. */
const NAMED = /^(?:type\s+)?([\w$]+)(?:(?:\s+as\s+|\s*:\s*)([\w$]*))?$/

/** The imports of a module from files of its project, and what it exports from them. */
export function readImports(text: string): readonly WrittenImport[] {
  const written = [...text.matchAll(IMPORT), ...text.matchAll(REQUIRE)].slice(0, MAX_IMPORTS)
  return written.flatMap(([, clause = '', address = '']): WrittenImport[] => {
    const names = clause.trim()
    const [, local] = DEFAULT.exec(names) ?? []
    const [, list = ''] = NAMES.exec(names) ?? []
    const named = list.split(',').flatMap((one) => {
      const [, name = '', alias = ''] = NAMED.exec(one.trim()) ?? []
      return name === '' ? [] : [{ local: alias || name, name, address }]
    })
    return names === '' || names === '*' ? [{ local: address, name: names || 'default', address }]
      : local === undefined ? named : [{ local, name: 'default', address }, ...named]
  })
}

/** The addresses that an import may have: its own, and those with what it leaves out. */
export function importPaths(path: string): readonly string[] {
  const plain = path.replace(/\.[cm]?js$/, '')
  const endings = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json']
  return [path, ...endings.map((ending) => `${plain}.${ending}`), ...endings.map((ending) => `${path}/index.${ending}`)]
}
