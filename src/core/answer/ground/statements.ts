/**
 * An answer -> what it states and the sections that it cites do not have: an invented default, the value of another
 * row, a flag, a path. Nothing is understood: names, code, numbers with their units, flags, paths and versions of a
 * sentence must stand in a section that it cites, or in the question. Where a table of a cited section has a name in its
 * first cell, an item of a list begins with it, or code sets it, a value beside that name must be its own; what is called
 * the default must stand where they tell defaults, if they do. Code must stand in any section that was shown.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { hasQuantity, otherUnits, type Quantity, quantitiesIn } from './quantity.ts'
import {
  fold, MAX_NAMED_ROWS, plain, readSection, readSource, type Section, type SourceText, type TableRow,
} from './sections.ts'
import { type AnswerText, CITED, citedIn, ITEM, SPAN, type Unit } from './units.ts'

/** UTF-16 units of an answer that are checked, and statements without support that are looked for. */
const MAX_CHECKED = 64_000
const MAX_FOUND = 20
/** Words of a row's name. */
const MAX_NAME_WORDS = 8
/** UTF-16 units of a code span that is checked, and names and values between a value and its name. */
const MAX_SPAN = 200
const MAX_DISTANCE = 12
/** UTF-16 units beside a value that may call it the default. */
const MAX_BESIDE = 120

/** What an answer rests on. */
export interface StatementSources {
  readonly question: string
  /** The shown text of a section, with its title line; empty for an unknown number. */
  readonly textOf: (source: number) => string
  /** All shown texts. */
  readonly texts: () => readonly string[]
}

/** The text before a value that is called the default, and after one. */
const DEFAULT_BEFORE = /\bdefault(?:s|ed)? (?:[a-z]{1,20} )?(?:(?:of|for) [^.]{0,60} )?(?:to|is|are|was)[ :]*$/i
/** A setting in code: `httpOnly: true`. */
const PAIR = /^["']?([\w.-]+)["']?\s?[:=]\s?["']?([\w.-]+)["']?$/
const DEFAULT_AFTER = /^ (?:by|is the) default\b/i
/** A name, in code or as a word, and what ties the value after it to it. */
const TIES = 'is|are|was|be|has|to|of|as|set|defaults|by|default|the|value|a|an|='
const TIED = new RegExp(`(?:\\ue002(\\d+)\\ue003|([A-Za-z_][\\w.-]*))(?:(?:\\s(?:${TIES})){1,4}|:)\\s$`)
/** A code span that is a number. */
const NUMBER = /^\d[\d.,_]*$/
const FLAG = /(?<![\w-])--[A-Za-z][\w.-]*\w/g
const VERSION = /(?<![\w.-])v?\d+\.\d+\.\d+(?:\.\d+)*(?![\w-]|\.\d)|(?<![\w.-])v\d+(?:\.\d+)*(?![\w-]|\.\d)/g
/** A path has a mark that two words with a slash between them don't have. */
const PATH = /(?<![\w/.@-])(?=[^\s]{0,100}[._\d]|\/|[\w-]+\/[\w-]+\/)[@.\w-]*(?:\/[@\w.[\]-]+)+\/?/g
/** `getPort`, `max_port`: a name of a program, not of a product. */
const IDENTIFIER = /(?<![\w.])(?:[a-z]+[A-Z]\w*|\w+_\w+)(?![\w])/g
/** Values that every configuration has. */
const COMMON = /^(?:true|false|null|undefined|none|yes|no|on|off|string|number|boolean|object|array)$/i
const COMMON_WORDS = ['true', 'false', 'null', 'undefined', 'none']
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
/** A method of a part of something: `context.cache.purge(`. */
const METHOD = /(?<![\w$.)\]])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)\.([A-Za-z_$][\w$]*)\(/g
/** Methods that programs have by their language, and objects that they have by their host. */
const OWN_METHODS: ReadonlySet<string> = new Set(
  [Array, Date, Map, Number, Promise, RegExp, Set, String].flatMap((type) => [
    ...Object.getOwnPropertyNames(type), ...Object.getOwnPropertyNames(type.prototype),
  ]),
)
const HOST = /^(?:console|document|globalThis|import|module|process|self|this|window)\./
/** Languages of code whose lines `key: value` are options. */
const CONFIGURATION = /^(?:ya?ml|toml|ini|properties|conf|env|dotenv|nginx)$/i

/** The distinct statements without support, as they are written, in the order of the answer. */
export function unsupportedStatements(text: AnswerText, sources: StatementSources): readonly string[] {
  const found = new Set<string>()
  const read = createReader(text, sources)
  let left = MAX_CHECKED
  for (const unit of text.units) {
    for (const whole of left > 0 && found.size < MAX_FOUND ? unit.sentences : []) {
      const sentence = whole.slice(0, left)
      left -= sentence.length
      const missing = unit.type === 'code' ? missingInCode(sentence, unit, read) : missingInProse(sentence, unit, read)
      for (const statement of missing) if (found.size < MAX_FOUND) found.add(statement)
    }
  }
  return [...found]
}

/** What statements are held against. */
interface Reader {
  /** Code spans of the answer by the number of their mark. */
  readonly spans: readonly string[]
  readonly question: SourceText
  /** The answer's own code, whose values are the reader's to choose; a number alone is none. */
  readonly own: SourceText
  /** Reads each section once. */
  readonly cited: (numbers: readonly number[]) => readonly Section[]
  readonly all: () => readonly SourceText[]
}

function createReader({ units, spans }: AnswerText, { question, textOf, texts }: StatementSources): Reader {
  const code = [...units.filter(({ type }) => type === 'code').map(({ text }) => text), ...spans]
  const own = code.filter((each) => !NUMBER.test(each)).join('\n')
  const known = new Map<number, Section>()
  let all: readonly SourceText[] | null = null
  const readOnce = (number: number) => {
    const section = known.get(number) ?? readSection(textOf(number))
    known.set(number, section)
    return section
  }
  return {
    spans,
    question: readSource(question),
    own: readSource(own.slice(0, MAX_CHECKED)),
    cited: (numbers) => [...new Set(numbers)].map(readOnce),
    all: () => (all ??= texts().map(readSource)),
  }
}

/** Something that a sentence states. */
interface Claim {
  readonly text: string
  readonly at: number
  readonly type: 'code' | 'name' | 'quantity'
  /** Null for anything but a quantity. */
  readonly quantity: Quantity | null
}

function missingInProse(sentence: string, { cited, lead }: Unit, read: Reader): readonly string[] {
  const sections = read.cited([citedIn(sentence), cited, lead].find((numbers) => numbers.length > 0) ?? [])
  const isCited = sections.length > 0
  const claims = claimsIn(sentence, read.spans)
  const missing = claims.filter((claim) => {
    const { quantity, type } = claim
    // Without a citation only what looks like code is checked.
    if (isExcused(claim, read.question) || (quantity !== null && !isCited)) return false
    const isFree = quantity !== null && (isSmall(quantity) || hasQuantity(read.own.measures(), quantity))
    if (isFree && !isDefault(claim, sentence)) return false
    if (quantity !== null && isGlued(sentence, claim, sections)) return false
    return !holds(isCited && type !== 'name' ? sections : read.all(), claim)
  }).map(({ text }) => text)
  if (!isCited) return missing
  return [
    ...missing,
    ...valuesOfOtherRows([...claims, ...rowNamesIn(sentence, sections)].sort((a, b) => a.at - b.at), sections),
    ...otherDefaults(sentence, claims, sections),
    ...otherSettings(sentence, claims, { sections, spans: read.spans }),
    ...otherUnits(sentence, sections.map(({ measures }) => measures())),
  ]
}

/** The names of rows in plain words that a sentence has: `Content Loaders`. */
function rowNamesIn(sentence: string, sections: readonly Section[]): readonly Claim[] {
  const text = sentence.toLowerCase()
  const words = [...text.matchAll(/[\p{L}\p{N}][^\s\ue000-\ue003]*/gu)]
  return words.flatMap(({ index: start }, first) => {
    const ends = words.slice(first + 1, first + MAX_NAME_WORDS).map(({ 0: word, index }) => index + word.length)
    const names = ends.map((end) => text.slice(start, end).replace(/[^\p{L}\p{N})]+$/u, ''))
    const isName = (name: string) => sections.some(({ rows }) => rows.has(name))
    return names.filter(isName).map((name): Claim => ({ text: name, at: start, type: 'name', quantity: null }))
  })
}

/** Values that a sentence ties to a key of settings in code, where only other keys of the same code have them. */
function otherSettings(
  sentence: string,
  claims: readonly Claim[],
  { sections, spans }: { readonly sections: readonly Section[]; readonly spans: readonly string[] },
): readonly string[] {
  const outside = sections.map((section) => section.outsideSettings)
  return claims.filter((value) => {
    const [, span, word = ''] = TIED.exec(sentence.slice(Math.max(0, value.at - MAX_BESIDE), value.at)) ?? []
    const key = (span === undefined ? word : (spans[Number(span)] ?? '')).toLowerCase()
    return isElsewhere(value, sections.flatMap(({ settings }) => settings.get(key) ?? []), outside)
  }).map(({ text }) => text)
}

/** True for a value that their tables have in other rows than these, and only there. */
function isElsewhere(value: Claim, rows: readonly TableRow[], outside: readonly SourceText[]): boolean {
  if (rows.length === 0 || rows.length >= MAX_NAMED_ROWS || holds(rows.map(({ text }) => text), value)) return false
  return holds(rows.map(({ table }) => table), value) && !holds(outside, value)
}

/** What a sentence calls a default, if its sections have the value only beside where they tell defaults. */
function otherDefaults(sentence: string, claims: readonly Claim[], sections: readonly Section[]): readonly string[] {
  const defaults = sections.flatMap((section) => section.defaults ?? [])
  if (defaults.length === 0) return []
  return claims.flatMap((claim) => {
    if (!isDefault(claim, sentence)) return []
    const [, key = '', value = claim.text.toLowerCase()] = PAIR.exec(claim.text.toLowerCase()) ?? []
    if (key !== '' && hasAny(defaults, key)) {
      const forms = [value, `"${value}"`, `'${value}'`].flatMap((each) => [`${key}: ${each}`, `${key}=${each}`])
      return forms.some((form) => hasAny(defaults, form)) ? [] : [claim.text]
    }
    // A table has the value alone. `Enabled by default` and others may mean `true`; what no section has is noticed elsewhere.
    const isCommon = COMMON.test(value)
    const isTold = isCommon ? COMMON_WORDS.some((word) => hasAny(defaults, word)) : hasAny(sections, value)
    return isTold && !holds(defaults, { ...claim, text: value }) ? [claim.text] : []
  })
}

function isDefault(claim: Claim, sentence: string): boolean {
  const isSpan = sentence.charAt(claim.at) === '\ue002'
  const end = isSpan ? sentence.indexOf('\ue003', claim.at) + 1 : claim.at + claim.text.length
  const before = sentence.slice(Math.max(0, claim.at - MAX_BESIDE), claim.at)
  return DEFAULT_BEFORE.test(before) || DEFAULT_AFTER.test(sentence.slice(end, end + MAX_BESIDE))
}

function claimsIn(sentence: string, spans: readonly string[]): readonly Claim[] {
  const claims: Claim[] = []
  const add = (text: string, at: number, type: Claim['type'], quantity: Quantity | null = null) => {
    claims.push({ text, at, type, quantity })
  }
  for (const { 0: mark, index, 1: number } of sentence.matchAll(SPAN)) {
    const code = spans[Number(number)] ?? ''
    if (code.length <= MAX_SPAN && /[\p{L}\p{N}]/u.test(code)) add(code, index, 'code')
    // `300` seconds
    const [unit] = (NUMBER.test(code) ? /^ \p{L}+/u.exec(sentence.slice(index + mark.length)) : null) ?? []
    for (const quantity of unit === undefined ? [] : quantitiesIn(code + unit)) {
      if (quantity.dimension !== null) add(quantity.text, index, 'quantity', quantity)
    }
  }
  const blank = (found: string) => ' '.repeat(found.length)
  let rest = sentence.replace(SPAN, blank).replace(CITED, blank)
  for (const pattern of [FLAG, PATH, VERSION]) {
    for (const { 0: found, index } of rest.matchAll(pattern)) {
      if (found.length <= MAX_SPAN) add(found.replace(/\.+$/, ''), index, 'code')
    }
    rest = rest.replace(pattern, blank)
  }
  for (const quantity of quantitiesIn(rest.replace(ITEM, blank))) {
    if (!/^an?\b/i.test(quantity.text)) add(quantity.text, quantity.at, 'quantity', quantity)
  }
  // Of the units only `kB` looks like a name.
  for (const { 0: found, index } of rest.matchAll(IDENTIFIER)) if (found !== 'kB') add(found, index, 'name')
  return claims.sort((a, b) => a.at - b.at)
}

/** True for what the question says itself; never for an address. */
function isExcused({ text, quantity }: Claim, question: SourceText): boolean {
  if (quantity !== null) return hasQuantity(question.measures(), quantity)
  return !text.includes('://') && (COMMON.test(text) || question.has(text.toLowerCase()))
}

/** True for 111 of `Chrome 111` where a section has `chrome111`. */
function isGlued(sentence: string, { at, text }: Claim, sections: readonly Section[]): boolean {
  const [word] = /\p{L}+(?= $)/u.exec(sentence.slice(Math.max(0, at - MAX_BESIDE), at)) ?? []
  return word !== undefined && hasAny(sections, word.toLowerCase() + text)
}

/** True for a small number, which counts steps and things. */
function isSmall({ dimension, value }: Quantity): boolean {
  return dimension === null && value < 10 && Number.isInteger(value)
}

/** True if one of the sources has what is claimed. */
function holds(sources: readonly SourceText[], { text, quantity }: Claim): boolean {
  if (quantity !== null) return sources.some(({ measures }) => hasQuantity(measures(), quantity))
  const folded = foldSpace(text).toLowerCase()
  // `v22.18` and `22.18` are one version.
  const bare = folded.replace(/^v(?=\d+\.\d)/, '')
  // Code as it is written, and without what Markdown takes for escapes.
  const forms = /^\d+\.\d/.test(bare) ? [bare, `v${bare}`] : [folded, plain(folded)]
  if (forms.some((form) => hasAny(sources, form))) return true
  // `build.target` of nested keys, and `<style>` with attributes.
  const keys = /^[\w-]+(?:\.[\w-]+)+$/.test(folded) ? folded.split('.') : []
  if (keys.length > 0 && keys.every((key) => hasAny(sources, `${key}:`))) return true
  const tag = /^<[a-z][\w-]*(?=\s?\/?>$)/.exec(folded)?.[0]
  if (tag !== undefined && hasAny(sources, `${tag} `)) return true
  const [, host = '', port = '', path = ''] = /^\w+:\/\/([^\s/:]+)(:\d+)?(.*)$/.exec(folded) ?? []
  // Of this machine and of hosts of examples, port and path count.
  if (host !== '') {
    const parts = [port, path.replace(/\/+$/, '')].filter((part) => part !== '')
    return EXAMPLE.test(host) && parts.every((part) => holdsWord(sources, part))
  }
  // A setting may stand in a table: its words count one by one.
  const words = folded.match(/(?<![\w@$./#-])[\w@$./#-]*[\p{L}\p{N}][\w@$./#-]*/gu) ?? []
  return words.length > 1 && words.every((word, at) => {
    if (word.length < 2 || COMMON.test(word) || EXAMPLE.test(word)) return true
    // The number that a command gives to a flag is the reader's to choose.
    if (/^\d+$/.test(word) && hasFlag(text)) return true
    // Words of a command follow each other: `npm run` and `npm start` are no `run start`.
    const before = words[at - 1] ?? ''
    const isCommand = /^[a-z]+$/.test(word) && /^[a-z]+$/.test(before) && folded.includes(`${before} ${word}`)
    return isCommand ? hasAny(sources, `${before} ${word}`) : holdsWord(sources, word)
  })
}

function hasFlag(code: string): boolean {
  return /(?:^|\s)--?[a-z]/i.test(code)
}

function holdsWord(sources: readonly SourceText[], word: string): boolean {
  const bare = word.replace(/^[.#/]+|[./#:-]+$/g, '')
  return bare === '' || hasAny(sources, bare)
}

function hasAny(sources: readonly SourceText[], words: string): boolean {
  return sources.some(({ has }) => has(words))
}

/** Values beside a name that its table has in another row only. */
function valuesOfOtherRows(claims: readonly Claim[], sections: readonly Section[]): readonly string[] {
  const rowsOf = (claim: Claim, list: 'rows' | 'rowsBeside') => {
    if (claim.type === 'quantity') return []
    return sections.flatMap((section) => section[list].get(claim.text.toLowerCase()) ?? [])
  }
  const rowsNamed = claims.map((claim) => rowsOf(claim, 'rows'))
  const tables = new Set(rowsNamed.flat().map(({ table }) => table))
  // An option is the name of its row, unless the sentence has the first cell of a row of its table.
  const rowsBeside = (claim: Claim) => rowsOf(claim, 'rowsBeside').filter(({ table }) => !tables.has(table))
  const named = claims.map((claim, at) => (rowsNamed[at]?.length ? rowsNamed[at] : rowsBeside(claim)))
  const isName = named.map(({ length }) => length > 0)
  const first = isName.indexOf(true)
  if (first === -1) return []
  const step = isName.indexOf(false) < first ? 1 : -1
  const outside = sections.map((section) => section.outsideTables)
  const isOther = (value: Claim, at: number) => !isName[at] && isElsewhere(value, nearestRows(named, at, step), outside)
  return claims.filter(isOther).map(({ text }) => text)
}

/** The rows of the names nearest to a claim, in one direction; names without a value between them are together. */
function nearestRows(named: readonly (readonly TableRow[])[], from: number, step: 1 | -1): readonly TableRow[] {
  const rows: TableRow[] = []
  for (let at = from + step; at >= 0 && at < named.length && Math.abs(at - from) <= MAX_DISTANCE; at += step) {
    const each = named[at] ?? []
    if (each.length === 0 && rows.length > 0) break
    rows.push(...each)
  }
  return rows
}

/** Names that a line imports, options, and methods of what a section tells of. */
function namesInProgram(line: string, all: readonly SourceText[]): readonly string[] {
  const methods = Array.from(line.matchAll(METHOD), ([, object = '', method = '']) => ({ object, method }))
  const invented = methods.filter(({ object, method }) => {
    const isTold = hasAny(all, object.toLowerCase()) && !HOST.test(`${object}.`)
    const forms = [`.${method}`, `${method}(`, `\`${method}\``].map((form) => form.toLowerCase())
    return isTold && !OWN_METHODS.has(method) && !forms.some((form) => hasAny(all, form))
  })
  return [
    ...importedNames(line),
    ...Array.from(line.matchAll(OPTION), ([name]) => name),
    ...invented.map(({ object, method }) => `${object}.${method}`),
  ]
}

/** Names that a line imports from a package. */
function importedNames(line: string): readonly string[] {
  const [, names = '', from = ''] = /\bimport\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*["']([^"']+)["']/.exec(line) ?? []
  return from === '' || from.startsWith('.') ? [] : names.split(',').map((name) => name.trim().split(/\s/, 1)[0] ?? '')
}

/** Flags, addresses and paths of a line of code, and options of a configuration, that no shown section has. */
function missingInCode(text: string, { language }: Unit, read: Reader): readonly string[] {
  const all = read.all()
  if (hasAny(all, fold(text))) return []
  const found = [
    ...Array.from(text.matchAll(FLAG), ([flag]) => flag),
    ...Array.from(text.matchAll(ADDRESS), ([, host = '', path = '']) => [host, path]).flat(),
    ...Array.from(text.matchAll(ABSOLUTE_PATH), ([path]) => path),
    ...Array.from(text.matchAll(VARIABLE), ([, name = '']) => name),
    ...(PROGRAM.test(language) ? namesInProgram(text, all) : []),
    ...(CONFIGURATION.test(language) ? [/^[ \t-]*([A-Za-z][\w.-]{2,})[ \t]*[:=][ \t]*\S/.exec(text)?.[1] ?? ''] : []),
  ]
  return found.filter((each) => {
    if (each.length > MAX_SPAN) return false
    const name = each.replace(/\/+$/, '')
    const isKnown = hasAny([...all, read.question], name.toLowerCase())
    return name !== '' && !EXAMPLE.test(name) && !isKnown
  })
}
