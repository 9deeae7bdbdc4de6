/**
 * An answer -> what it states and the sections that it cites do not have: an invented default, the value of another
 * row, a flag, a path. Nothing is understood: names, code, numbers with their units, flags, paths and versions of a
 * sentence must stand in a section that it cites, or in the question. Where a table of a cited section has a name in its
 * first cell, or an item of a list begins with it, a value beside that name must stand in the same row or item; what is
 * called the default must stand where they tell defaults, if they do. Code must stand in any section that was shown.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { otherUnit, type Quantity, quantitiesIn, supports } from './quantity.ts'
import { type AnswerText, CITED, citedIn, ITEM, ROW, sentencesOf, SPAN, type Unit } from './units.ts'

/** Statements without support that are looked for in one answer. */
const MAX_FOUND = 20
/** UTF-16 units of a code span that is checked, and names and values between a value and its name. */
const MAX_SPAN = 200
const MAX_DISTANCE = 12

/** What an answer rests on. */
export interface StatementSources {
  readonly question: string
  /** The shown text of a section, with its title line; empty for an unknown number. */
  readonly textOf: (source: number) => string
  /** All shown texts. */
  readonly texts: () => readonly string[]
}

/** An item of a list that begins with its name: as a row of a table it has the values of that name. */
const LISTED = /^[ \t]*[-*+][ \t]+(?:\*\*)?`([^`]+)`/
/** The text before a value that is called the default, and after one. */
const DEFAULT_BEFORE = /\bdefault(?:s|ed)? (?:value )?(?:(?:of|for) [^.]{0,60} )?(?:to|is|are|was)[ :]*$/i
const DEFAULT_AFTER = /^ (?:by|is the) default\b/i
/** A cell that is one name in code, such as an option, and no value. */
const CODE_CELL = /^`([A-Za-z_][\w-]*(?:[._][\w-]+)+)`$/

const FLAG = /(?<![\w-])--[A-Za-z][\w.-]*\w/g
const VERSION = /(?<![\w.-])v?\d+\.\d+\.\d+(?:\.\d+)*(?![\w-]|\.\d)|(?<![\w.-])v\d+(?:\.\d+)*(?![\w-]|\.\d)/g
/** A path has a mark that two words with a slash between them don't have. */
const PATH = /(?<![\w/.@-])(?=[^\s]{0,100}[._\d]|\/|[\w-]+\/[\w-]+\/)[@.\w-]*(?:\/[@\w.[\]-]+)+\/?/g
/** `getPort`, `max_port`: a name of a program, not of a product. */
const IDENTIFIER = /(?<![\w.])(?:[a-z]+[A-Z]\w*|\w+_\w+)(?![\w])/g
/** Values that every configuration has. */
const COMMON = /^(?:true|false|null|undefined|none|yes|no|on|off|string|number|boolean|object|array)$/i
const COMMON_WORD = /\b(?:true|false|null|undefined|none)\b/
/** Hosts of examples and of this machine. */
const EXAMPLE =
  /(?:^|[./@])(?:localhost|127\.0\.0\.1|0\.0\.0\.0|(?:[\w-]+\.)*example(?:\.\w+)?|(?:your|my)[\w.-]*)(?![^:/])|[<>{}$]/i
/** In code: host and path of an address; a path from the root. */
const ADDRESS = /https?:\/\/([^\s/"'`<>]+)((?:\/[^\s"'`<>?#]*)?)/g
const ABSOLUTE_PATH = /(?<![\w/:.-])\/[a-z][\w.-]*(?:\/[\w.-]+)+/gi
/** A variable that a command sets, and an option in a program: of a reader's own names few have a capital inside. */
const VARIABLE = /(?:^|[\s;])([A-Z][A-Z0-9]*_[A-Z0-9_]+)=/g
const OPTION = /(?<![\w.?$])[a-z]+[A-Z]\w*(?=\s*:\s)/g
const PROGRAM = /^(?:[mc]?[jt]sx?|javascript|typescript|astro|vue|svelte|json5?|jsonc)$/i
/** Languages of code whose lines `key: value` are options. */
const CONFIGURATION = /^(?:ya?ml|toml|ini|properties|conf|env|dotenv|nginx)$/i

/** The distinct statements without support, as they are written, in the order of the answer. */
export function unsupportedStatements({ units, spans }: AnswerText, sources: StatementSources): readonly string[] {
  const found = new Set<string>()
  const read = createReader(sources)
  for (const unit of units) {
    const missing = unit.type === 'code' ? missingInCode(unit, read) : missingInProse(unit, spans, read)
    for (const statement of missing) if (found.size < MAX_FOUND) found.add(statement)
  }
  return [...found]
}

/** The text of some sections. */
interface SourceText {
  readonly folded: string
  /** Read on demand: few statements are numbers. */
  readonly quantities: () => readonly Quantity[]
}

/** A row of a table, or an item of a list that begins with a name. */
interface TableRow extends SourceText {
  /** The text of its table. */
  readonly table: SourceText
  /** Folded text of its first cell, and of other cells that are one name in code. */
  readonly name: string
  readonly otherNames: readonly string[]
}

/** The text of some sections with its tables. */
interface CitedText extends SourceText {
  readonly rows: readonly TableRow[]
  /** The text outside of tables. */
  readonly outside: SourceText
  /** The lines that tell defaults. */
  readonly defaults: SourceText
}

/** Reads texts, each once. */
interface Reader {
  readonly question: SourceText
  readonly cited: (numbers: readonly number[]) => CitedText
  readonly all: () => CitedText
}

function createReader({ question, textOf, texts }: StatementSources): Reader {
  const known = new Map<string, CitedText>()
  const readOnce = (key: string, make: () => string) => {
    const read = known.get(key) ?? readCited(make())
    known.set(key, read)
    return read
  }
  return {
    question: readSource(question),
    cited: (numbers) => readOnce(numbers.join(), () => numbers.map(textOf).join('\n\n')),
    all: () => readOnce('all', () => texts().join('\n\n')),
  }
}

function readCited(text: string): CitedText {
  const lines = text.split('\n')
  const rows: TableRow[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const start = at
    while (isRow(lines[at] ?? '')) at += 1
    const table = lines.slice(start, at)
    if (table.length > 0) rows.push(...rowsOf(table))
  }
  const outside = readSource(lines.filter((line) => !isRow(line)).join('\n'))
  return { ...readSource(text), rows, outside, defaults: readSource(defaultsIn(lines).join('\n')) }
}

/**
 * The lines with the word, the block that one of them leads to, and the rows of a table below one. Of a line the
 * sentences with the word are enough if they have a value.
 */
function defaultsIn(lines: readonly string[]): readonly string[] {
  let isOpen = false
  return lines.flatMap((line) => {
    const isNamed = /default/i.test(line)
    const isTold = isNamed || isOpen
    isOpen = isTold && (ROW.test(line) || /^\s*(?:`{3}.*)?$/.test(line) || (isNamed && line.trimEnd().endsWith(':')))
    const named = ROW.test(line) ? [] : line.split(/(?<=[.!?])\s+/).filter((sentence) => /default/i.test(sentence))
    return !isTold ? [] : named.some((sentence) => /[`\d]/.test(sentence)) ? named : [line]
  })
}

function isRow(line: string): boolean {
  return ROW.test(line) || LISTED.test(line)
}

function rowsOf(lines: readonly string[]): readonly TableRow[] {
  const table = readSource(lines.map(withoutPipes).join('\n'))
  return lines.filter((line) => !/^[\s|:-]+$/.test(line)).map((line) => {
    const [first = '', ...others] = line.trim().split(/(?<!\\)\|/).slice(1).map((cell) => cell.trim())
    const listed = LISTED.exec(line)?.[1]
    if (listed !== undefined) return { ...readSource(line), table, name: fold(listed), otherNames: [] }
    const otherNames = others.flatMap((cell) => CODE_CELL.exec(cell)?.[1]?.toLowerCase() ?? [])
    return { ...readSource(withoutPipes(line)), table, name: fold(first).replace(/`/g, ''), otherNames }
  })
}

function withoutPipes(line: string): string {
  return line.replace(/(?<!\\)\|/g, ' ')
}

function readSource(text: string): SourceText {
  let quantities: readonly Quantity[] | null = null
  return { folded: fold(text), quantities: () => (quantities ??= quantitiesIn(plain(text))) }
}

/** Text without the escapes of Markdown, in lower case, with single spaces. */
function fold(text: string): string {
  return foldSpace(plain(text)).toLowerCase()
}

function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** Something that a sentence states. */
type Claim = { readonly text: string; readonly at: number } & (
  | { readonly type: 'code' | 'name' }
  | { readonly type: 'quantity'; readonly quantity: Quantity }
)

function missingInProse(unit: Unit, spans: readonly string[], read: Reader): readonly string[] {
  const ofUnit = unit.cited.length > 0 ? unit.cited : unit.lead
  const missing: string[] = []
  for (const sentence of sentencesOf(unit)) {
    const own = citedIn(sentence)
    const cited = own.length > 0 ? own : ofUnit
    const claims = claimsIn(sentence, spans)
    const source = cited.length === 0 ? read.all() : read.cited(cited)
    for (const claim of claims) {
      // Without a citation only what looks like code is checked.
      if (cited.length === 0 && claim.type === 'quantity') continue
      const isMissing = !isExcused(claim, read.question) && !holds(claim.type === 'name' ? read.all() : source, claim)
      if (isMissing) missing.push(claim.text)
    }
    if (cited.length === 0) continue
    missing.push(...valuesOfOtherRows(withRowNames(claims, sentence, source), source))
    missing.push(...otherDefaults(sentence, claims, source), ...otherUnit(sentence, source.folded))
  }
  return missing
}

/** The claims with the names of rows in plain words that a sentence has: `Content Loaders`. */
function withRowNames(claims: readonly Claim[], sentence: string, { rows }: CitedText): readonly Claim[] {
  const text = sentence.toLowerCase()
  const names = new Set(rows.map(({ name }) => name).filter((name) => name.includes(' ') && hasWord(text, name)))
  const added = Array.from(names, (name): Claim => ({ text: name, at: text.indexOf(name), type: 'name' }))
  return [...claims, ...added].sort((a, b) => a.at - b.at)
}

/** What a sentence calls a default, if its sections have the value only beside where they tell defaults. */
function otherDefaults(sentence: string, claims: readonly Claim[], { folded, defaults }: CitedText): readonly string[] {
  if (defaults.folded === '') return []
  return claims.flatMap((claim) => {
    const isSpan = sentence.charAt(claim.at) === '\ue002'
    const end = isSpan ? sentence.indexOf('\ue003', claim.at) + 1 : claim.at + claim.text.length
    const isDefault = DEFAULT_BEFORE.test(sentence.slice(0, claim.at)) || DEFAULT_AFTER.test(sentence.slice(end))
    // `Enabled by default` and others may mean `true`.
    const isTold = !COMMON.test(claim.text) || COMMON_WORD.test(defaults.folded)
    const isElsewhere = isDefault && isTold && hasWord(folded, claim.text.toLowerCase()) && !holds(defaults, claim)
    return isElsewhere ? [claim.text] : []
  })
}

function claimsIn(sentence: string, spans: readonly string[]): readonly Claim[] {
  const claims: Claim[] = []
  for (const { index, 1: number } of sentence.matchAll(SPAN)) {
    const code = spans[Number(number)] ?? ''
    if (code.length <= MAX_SPAN && /[\p{L}\p{N}]/u.test(code)) claims.push({ text: code, at: index, type: 'code' })
  }
  const blank = (found: string) => ' '.repeat(found.length)
  let rest = sentence.replace(SPAN, blank).replace(CITED, blank)
  for (const pattern of [FLAG, PATH, VERSION]) {
    for (const { 0: found, index } of rest.matchAll(pattern)) {
      if (found.length <= MAX_SPAN) claims.push({ text: found.replace(/\.+$/, ''), at: index, type: 'code' })
    }
    rest = rest.replace(pattern, blank)
  }
  const numbers = quantitiesIn(rest.replace(ITEM, blank)).filter(({ text }) => !/^an?\b/i.test(text))
  for (const quantity of numbers) {
    const { text, at } = quantity
    claims.push({ text, at, type: 'quantity', quantity })
    rest = rest.slice(0, at) + blank(text) + rest.slice(at + text.length)
  }
  for (const { 0: found, index } of rest.matchAll(IDENTIFIER)) claims.push({ text: found, at: index, type: 'name' })
  return claims.sort((a, b) => a.at - b.at)
}

/** True for what the question says itself; never for an address. */
function isExcused(claim: Claim, question: SourceText): boolean {
  const { text } = claim
  if (text.includes('://')) return false
  if (claim.type !== 'quantity') return COMMON.test(text) || hasWord(question.folded, text.toLowerCase())
  const { dimension, value } = claim.quantity
  // Small numbers count steps and things.
  if (dimension === null && value < 10 && Number.isInteger(value)) return true
  return question.quantities().some((asked) => supports(asked, claim.quantity))
}

function holds(source: SourceText, claim: Claim): boolean {
  if (claim.type === 'quantity') return source.quantities().some((shown) => supports(shown, claim.quantity))
  const folded = foldSpace(claim.text).toLowerCase()
  // `v22.18` and `22.18` are one version.
  const bare = folded.replace(/^v(?=\d+\.\d)/, '')
  // Code as it is written, and without what Markdown takes for escapes.
  const forms = /^\d+\.\d/.test(bare) ? [bare, `v${bare}`] : [folded, plain(folded)]
  if (forms.some((form) => hasWord(source.folded, form))) return true
  const [, host = '', port = '', path = ''] = /^\w+:\/\/([^\s/:]+)(:\d+)?(.*)$/.exec(folded) ?? []
  // Of this machine and of hosts of examples, port and path count.
  if (host !== '') {
    const parts = [port, path.replace(/\/+$/, '')].filter((part) => part !== '')
    return EXAMPLE.test(host) && parts.every((part) => holdsWord(source, part))
  }
  // A setting may stand in a table: its words count one by one.
  const words = folded.match(/(?<![\w@$./#-])[\w@$./#-]*[\p{L}\p{N}][\w@$./#-]*/gu) ?? []
  return words.length > 1 && words.every((word, at) => {
    if (word.length < 2 || COMMON.test(word) || EXAMPLE.test(word)) return true
    // Words of a command follow each other: `npm run` and `npm start` are no `run start`.
    const before = words[at - 1] ?? ''
    const isCommand = /^[a-z]+$/.test(word) && /^[a-z]+$/.test(before) && folded.includes(`${before} ${word}`)
    return isCommand ? hasWord(source.folded, `${before} ${word}`) : holdsWord(source, word)
  })
}

function holdsWord(source: SourceText, word: string): boolean {
  const bare = word.replace(/^[.#/]+|[./#:-]+$/g, '')
  return bare === '' || hasWord(source.folded, bare)
}

/** True if a text has the words as a whole: `--port` is not in `--port-range`. */
function hasWord(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const after = text.slice(at + words.length, at + words.length + 2)
    const isWhole = !/\w$/.test(words) || !/^(?:\w|-\w)/.test(after)
    if (isWhole && (!/^\w/.test(words) || !/\w$/.test(text.slice(Math.max(0, at - 1), at)))) return true
  }
  return false
}

/** Values beside a name that its table has in another row only. */
function valuesOfOtherRows(claims: readonly Claim[], { rows, outside }: CitedText): readonly string[] {
  const rowsNamed = new Map<Claim, readonly TableRow[]>()
  for (const claim of claims) {
    const isName = claim.type !== 'quantity'
    rowsNamed.set(claim, isName ? rows.filter(({ name }) => name === claim.text.toLowerCase()) : [])
  }
  const tables = new Set([...rowsNamed.values()].flat().map(({ table }) => table))
  for (const claim of claims) {
    // An option is the name of its row, unless the sentence has the first cell of a row of its table.
    if (claim.type === 'quantity' || rowsNamed.get(claim)?.length !== 0) continue
    const others = rows.filter(({ table }) => !tables.has(table))
    rowsNamed.set(claim, others.filter(({ otherNames }) => otherNames.includes(claim.text.toLowerCase())))
  }
  const isName = claims.map((claim) => rowsNamed.get(claim)?.length !== 0)
  const first = isName.indexOf(true)
  if (first === -1) return []
  const step = isName.indexOf(false) < first ? 1 : -1
  return claims.flatMap((value, at) => {
    if (isName[at]) return []
    const named = nearestRows(claims, at, step, rowsNamed)
    const isOther = named.some(({ table }) => holds(table, value)) && !named.some((row) => holds(row, value))
    return isOther && !holds(outside, value) ? [value.text] : []
  })
}

/** The rows of the names nearest to a claim, in one direction; names without a value between them are together. */
function nearestRows(
  claims: readonly Claim[],
  from: number,
  step: 1 | -1,
  rowsNamed: ReadonlyMap<Claim, readonly TableRow[]>,
): readonly TableRow[] {
  const rows: TableRow[] = []
  for (let at = from + step; at >= 0 && at < claims.length && Math.abs(at - from) <= MAX_DISTANCE; at += step) {
    const claim = claims[at]
    const named = (claim && rowsNamed.get(claim)) ?? []
    if (named.length === 0 && rows.length > 0) break
    rows.push(...named)
  }
  return rows
}

/** Names that a line imports from a package. */
function importedNames(line: string): readonly string[] {
  const [, names = '', from = ''] = /\bimport\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*["']([^"']+)["']/.exec(line) ?? []
  return from === '' || from.startsWith('.') ? [] : names.split(',').map((name) => name.trim().split(/\s/, 1)[0] ?? '')
}

/** Flags, addresses and paths of a line of code, and options of a configuration, that no shown section has. */
function missingInCode({ text, language }: Unit, read: Reader): readonly string[] {
  const all = read.all()
  if (hasWord(all.folded, fold(text))) return []
  const found = [
    ...Array.from(text.matchAll(FLAG), ([flag]) => flag),
    ...Array.from(text.matchAll(ADDRESS), ([, host = '', path = '']) => [host, path]).flat(),
    ...Array.from(text.matchAll(ABSOLUTE_PATH), ([path]) => path),
    ...Array.from(text.matchAll(VARIABLE), ([, name = '']) => name),
    ...(PROGRAM.test(language) ? [...importedNames(text), ...Array.from(text.matchAll(OPTION), ([name]) => name)] : []),
    ...(CONFIGURATION.test(language) ? [/^[ \t-]*([A-Za-z][\w.-]{2,})[ \t]*[:=][ \t]*\S/.exec(text)?.[1] ?? ''] : []),
  ]
  return found.filter((each) => {
    if (each.length > MAX_SPAN) return false
    const name = each.replace(/\/+$/, '')
    const isKnown = [all.folded, read.question.folded].some((known) => hasWord(known, name.toLowerCase()))
    return name !== '' && !EXAMPLE.test(name) && !isKnown
  })
}
