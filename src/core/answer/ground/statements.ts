/**
 * An answer -> what it states and the sections that it cites do not have: an invented default, the value of another
 * row, a flag, a path. Nothing is understood: names, code, numbers with their units, flags, paths and versions of a
 * sentence must stand in a section that it cites, or in the question, or follow from numbers beside them. Where a table
 * of a cited section has a name in its first cell, a value beside that name must be its own, and where a clause has the
 * words of one row, sentence or line of code, its value must be there; what is called the default must stand where they
 * tell defaults, if they do. Code must stand in any section that was shown.
 */
import { type Claim, claimsIn, COMMON, hasAny, holds, SHORT } from './claims.ts'
import { missingInCode } from './code.ts'
import { type Evidence, MAX_CHECKED, readEvidence, type StatementSources } from './evidence.ts'
import {
  countsIn, followsFrom, hasQuantity, isGivenAs, isSmall, otherUnits, type Quantity, quantitiesIn,
} from './quantity.ts'
import { DEFAULT, MAX_NAMED_ROWS, type Section, type SourceText, type TableRow } from './sections.ts'
import { valuesOfOtherTopics } from './topics.ts'
import { type AnswerText, CITED, citedIn, SPAN, type Unit } from './units.ts'

/** Statements without support that are looked for. */
const MAX_FOUND = 20
/** Words of a row's name, and its UTF-16 units. */
const MAX_NAME_WORDS = 8
const MAX_NAME_LENGTH = 200
/** Names and values between a value and its name, and numbers that another one may follow from. */
const MAX_DISTANCE = 12
/** UTF-16 units before a number in which the product is named whose version it is. */
const MAX_GLUED = 60
/** UTF-16 units of a paragraph in which numbers are looked for that others follow from. */
const MAX_PARAGRAPH = 2_000
/** UTF-16 units beside a value that may call it the default. */
const MAX_BESIDE = 120

/** `by default` in other languages of the units, and how a sentence says that nothing is set. */
const DEFAULT_WORD = 'por defecto|por padrão|par défaut|standardmäßig|di default'
const UNSET =
  'left (?:alone|out|unset)|unless (?:told otherwise|it is set|set|given|specified)|if (?:unset|omitted|you ' +
  "(?:don't|do not|omit|leave)|(?:it(?:'s| is) )?not (?:set|given|passed|specified))|" +
  '(?:without|with no|no) (?:further )?(?=\\S+,)'
/** The text before a value that is called the default, and after one. */
const DEFAULT_BEFORE = new RegExp(
  '\\bdefault(?:s|ed)? (?:[a-z]{1,20} )?(?:(?:of|for) [^.]{0,60} )?(?:to|is|are|was)[ :]*$|' +
    `(?:${DEFAULT_WORD})(?: (?:es|é|est|ist|sind|son|são))? $|` +
    `\\b(?:${UNSET})[^.;]{0,40}? (?:you get|\\S{1,30} (?:is|uses|means|runs|calls)) (?:an? |the )?$`,
  'i',
)
const DEFAULT_AFTER = new RegExp(
  `^ (?:(?:by|is the) default\\b|${DEFAULT_WORD}|(?:is used )?(?:unless|if (?:un|not|nothing|none)))`,
  'i',
)
/** The end of what a default is told in, which is not behind `By default,`. */
const DEFAULT_END =
  /[.;:](?!\d)|(?<!\b(?:By default|Par défaut|Por defecto|Por padrão)),\s|[()]|\s(?:and|und|et|y|e)\s/
const OTHER_NUMBER = /(?<![\p{L}\d\ue000\ue002])\d/u
/** If you don't pass it, `10` is used. */
const UNSET_BEFORE = new RegExp(`\\b(?:${UNSET})[^.;,]{0,40}, $`, 'i')
const USED_AFTER = /^ (?:is|are) (?:used|taken|assumed)\b/
/** A name of one word that is no word of a sentence: `GCE`. */
const CAPITALS = /^[A-Z][A-Z\d]{1,}(?![a-z])/
/** What leads to a value that a reader may choose, and tags of HTML, which are no names of the docs. */
const EXAMPLE_BEFORE = /\b(?:e\.g\.|say|for (?:example|instance)|such as),? (?:\ue002\d+\ue003,? (?:and|or) )?$/i
const TAG = /^<\/?[a-z]+>$/i
/** The end of a part of a sentence: of a table's cell, too. */
const PART_END = /[,;|](?!\d)/
/** Words or code. */
const WORDS = /[\p{L}\p{N}\ue002]/u
/** A setting in code: `httpOnly: true`. */
const PAIR = /^["']?[a-z_][\w.-]*["']?\s?[:=]\s?["']?([\w.-]+)["']?$/
/** Files that a project of some language has, whatever its docs say. */
const PROJECT_FILES: ReadonlySet<string> = new Set((
  'package.json package-lock.json tsconfig.json readme.md .gitignore .env dockerfile makefile cargo.toml go.mod ' +
  'pyproject.toml requirements.txt pom.xml composer.json gemfile'
).split(' '))
/** What makes a pattern of a folder: `legacy/**`. */
const GLOB = /(?<=\w)\/\*{1,2}$/
const COMMON_WORDS = ['true', 'false', 'null', 'undefined', 'none']

/** The distinct statements without support, as they are written, in the order of the answer. */
export function unsupportedStatements(text: AnswerText, sources: StatementSources): readonly string[] {
  const found = new Set<string>()
  const read = readEvidence(text, sources)
  let left = MAX_CHECKED
  for (const unit of text.units) {
    for (const [at, whole] of left > 0 && found.size < MAX_FOUND ? unit.sentences.entries() : []) {
      const sentence = whole.slice(0, left)
      left -= sentence.length
      const missing = unit.type === 'code'
        ? missingInCode(sentence, unit.language, read)
        : missingInProse(sentence, unit.sentences[at - 1], { unit, read })
      for (const statement of missing) if (found.size < MAX_FOUND) found.add(statement)
    }
  }
  return [...found]
}

function missingInProse(
  sentence: string,
  before: string | undefined,
  { unit, read }: { readonly unit: Unit; readonly read: Evidence },
): readonly string[] {
  const sections = read.cited(sourcesOf(sentence, unit))
  const isCited = sections.length > 0
  const claims = claimsIn(sentence, read.spans)
  let given: readonly Quantity[] | null = null
  const isDerived = (quantity: Quantity) =>
    isBesideAsked(quantity, read) || followsFrom(quantity, (given ??= givenIn(unit, read)))
  const isComputed = ({ quantity }: Claim) => quantity !== null && !isSmall(quantity) && isDerived(quantity)
  const missing = claims.filter((claim) => {
    const { quantity, type } = claim
    // Without a citation only what looks like code is checked.
    if (quantity !== null && !isCited) return false
    if (isComputed(claim) || isExcused(claim, read) || isExample(claim, sentence)) return false
    const isFree = quantity !== null && (isSmall(quantity) || hasQuantity(read.own.measures(), quantity))
    if (isFree && !isDefault(claim, sentence) && !isCode(sentence, claim)) return false
    if (quantity !== null && !isDefault(claim, sentence) && isGlued(sentence, claim, sections)) return false
    return !holds(isCited && type !== 'name' ? sections : read.all(), claim, read.question)
  }).map(({ text }) => text)
  if (!isCited) return missing
  // A sentence that names no row tells of the one before it, and the first one of the one that the question names.
  const codes = before === undefined ? [] : claimsIn(before, read.spans).filter(({ type }) => type === 'code')
  const names = new Set(codes.map(({ text }) => text.toLowerCase()))
  const isAsked = (name: string) =>
    before === undefined ? sentence === read.opening && read.question.has(name) : names.has(name)
  const asked = rowsOfOne(sections, isAsked)
  const isValue = ({ text }: Claim) => COMMON.test(text) || SHORT.test(text)
  const isChecked = (claim: Claim) => isValue(claim) || !(isExcused(claim, read) || isExample(claim, sentence))
  return [
    ...missing,
    ...valuesOfOtherRows(sentence, [...claims, ...rowNamesIn(sentence, sections)].sort((a, b) => a.at - b.at), {
      sections, asked,
    }),
    ...valuesOfOtherTopics(sentence, claims.filter(isChecked), { sections, read }),
    ...otherDefaults(sentence, claims.filter((claim) => !isComputed(claim)), sections),
    ...otherUnits(sentence, sections.map(({ measures }) => measures())),
  ]
}

/**
 * The sections that a sentence cites. Words behind its last citation rest on another one of its paragraph, and one
 * without a citation on all of them, or on those of the text that leads to it.
 */
function sourcesOf(sentence: string, { cited, lead }: Unit): readonly number[] {
  const own = citedIn(sentence)
  const isOpen = WORDS.test(sentence.slice(sentence.lastIndexOf('\ue001') + 1))
  if (own.length > 0) return isOpen ? [...own, ...cited] : own
  return cited.length > 0 ? cited : lead
}

/** The names of rows in plain words that a sentence has: `Content Loaders`. */
function rowNamesIn(sentence: string, sections: readonly Section[]): readonly Claim[] {
  const text = sentence.toLowerCase()
  const words = [...text.matchAll(/[\p{L}\p{N}](?:[^\s\ue000-\ue003]*[\p{L}\p{N})])?/gu)]
  return words.flatMap(({ index: start }, first) => {
    const from = first + (CAPITALS.test(sentence.slice(start)) ? 0 : 1)
    const ends = words.slice(from, first + MAX_NAME_WORDS).map(({ 0: word, index }) => index + word.length)
    const names = ends.map((end) => text.slice(start, end)).filter(({ length }) => length <= MAX_NAME_LENGTH)
    const isName = (name: string) => sections.some(({ rows }) => rows.has(name))
    return names.filter(isName).map((name): Claim => ({ text: name, at: start, type: 'name', quantity: null }))
  })
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
  const isOnly = defaults.every((each) => each.isOnly)
  return claims.flatMap((claim) => {
    if (!isDefault(claim, sentence)) return []
    const [, value = claim.text.toLowerCase()] = PAIR.exec(claim.text.toLowerCase()) ?? []
    // A table has the value alone. `Enabled by default` and others may mean `true`; what no section has is noticed
    // elsewhere.
    const isCommon = COMMON.test(value)
    const isTold = isCommon
      ? COMMON_WORDS.some((word) => hasAny(defaults, word))
      : hasAny(sections, value) || (isOnly && holds(sections, claim))
    const isGiven = defaults.some(({ measures }) => isGivenAs(measures(), value))
    return isTold && !isGiven && !holds(defaults, { ...claim, text: value }) ? [claim.text] : []
  })
}

function isDefault(claim: Claim, sentence: string): boolean {
  const { text, at } = claim
  const isSpan = sentence.charAt(at) === '\ue002'
  const end = isSpan ? sentence.indexOf('\ue003', at) + 1 : at + text.length
  const before = sentence.slice(Math.max(0, at - MAX_BESIDE), at)
  const after = sentence.slice(end, end + MAX_BESIDE)
  if (DEFAULT_BEFORE.test(before) || DEFAULT_AFTER.test(after)) return true
  if (UNSET_BEFORE.test(before) && USED_AFTER.test(after)) return true
  const clause = `${before.split(DEFAULT_END).at(-1)} ${after.split(DEFAULT_END, 1)[0]}`
  return (/^\d/.test(text) || COMMON.test(text)) && DEFAULT.test(clause) && !OTHER_NUMBER.test(clause)
}

/** True for what the question says itself; never for an address. */
function isExcused({ text, quantity }: Claim, read: Evidence): boolean {
  const asked = read.question.measures()
  if (quantity !== null) return hasQuantity(asked, quantity) || isGivenAs(asked, quantity.number)
  const name = text.toLowerCase()
  if (COMMON.test(text) || SHORT.test(text)) return true
  if (text.includes('://')) return false
  return PROJECT_FILES.has(name) || read.question.has(name.replace(GLOB, '')) || read.isOwn(text)
}

function isExample({ text, at, quantity }: Claim, sentence: string): boolean {
  const isFree = quantity !== null || TAG.test(text)
  return isFree && EXAMPLE_BEFORE.test(sentence.slice(Math.max(0, at - MAX_GLUED), at))
}

/** True for 15 where the question has 16: one is kept, or added. */
function isBesideAsked({ value, dimension }: Quantity, { asked }: Evidence): boolean {
  return dimension === null && asked.some((each) => each.dimension === null && Math.abs(each.value - value) === 1)
}

/** True for 111 of `Chrome and Edge from 111` where a section has `chrome111`. */
function isGlued(sentence: string, { at, text }: Claim, sections: readonly Section[]): boolean {
  const words = sentence.slice(Math.max(0, at - MAX_GLUED), at).toLowerCase().match(/\p{L}+/gu) ?? []
  return words.some((word) => hasAny(sections, word + text))
}

/** True for the small number of a code or a version, which counts nothing. */
function isCode(sentence: string, { at }: Claim): boolean {
  return /\b(?:code|status|version) $/i.test(sentence.slice(Math.max(0, at - MAX_GLUED), at))
}

/** The numbers of a paragraph from which others may follow: small ones, and those of the question or of a section. */
function givenIn({ text, cited, lead }: Unit, read: Evidence): readonly Quantity[] {
  const sections = read.cited(cited.length > 0 ? cited : lead)
  const words = text.slice(0, MAX_PARAGRAPH).replace(CITED, ' ').replace(SPAN, ' ')
  const isStated = (each: Quantity) => sections.some(({ measures }) => hasQuantity(measures(), each))
  const stated = quantitiesIn(words).filter((each) => isSmall(each) || isStated(each))
  const given = [...stated, ...read.asked].slice(0, MAX_DISTANCE)
  return [...given, ...countsIn(words).slice(0, MAX_DISTANCE)]
}

/** The rows that each claim names, if it is a name. */
type Named = readonly (readonly TableRow[])[]

/** Values beside a name that its table has in another row only; `asked` are the rows of a sentence without a name. */
function valuesOfOtherRows(
  sentence: string,
  claims: readonly Claim[],
  { sections, asked }: { readonly sections: readonly Section[]; readonly asked: readonly TableRow[] },
): readonly string[] {
  const outside = sections.map(({ outsideTables }) => outsideTables)
  const named: Named = claims.map(({ type, text }) => {
    return type === 'quantity' ? [] : sections.flatMap(({ rows }) => rows.get(text.toLowerCase()) ?? [])
  })
  const isName = named.map(({ length }) => length > 0)
  const first = isName.indexOf(true)
  const tables = (named[first] ?? []).map(({ table }) => table)
  // Values come before their names, or after them.
  const isBefore = claims.slice(0, Math.max(0, first)).some((claim) => holds(tables, claim))
  /** True if a value and the nearest name in one direction are in one part of the sentence. */
  const isBeside = (at: number, step: 1 | -1) => {
    const name = step === 1 ? isName.indexOf(true, at) : isName.lastIndexOf(true, at)
    const [from, to] = [claims[Math.min(at, name)]?.at, claims[Math.max(at, name)]?.at]
    return name !== -1 && Math.abs(name - at) <= MAX_DISTANCE && !PART_END.test(sentence.slice(from, to))
  }
  const rowsAt = (at: number) => {
    const [isBehind, isAhead] = [isBeside(at, -1), isBeside(at, 1)]
    if (isBehind !== isAhead) return nearestRows(named, at, isAhead ? 1 : -1)
    if (!isBefore) return nearestRows(named, at, -1)
    return isAhead ? nearestRows(named, at, 1) : []
  }
  return claims.filter((value, at) => {
    const rows = first === -1 ? asked : rowsAt(at)
    // A row that tells its default has it, whatever is said elsewhere.
    const isTold = isDefault(value, sentence) && rows.every(({ text }) => text.mentions('default'))
    return !isName[at] && isElsewhere(value, rows, isTold ? [] : outside)
  }).map(({ text }) => text)
}

/** The rows of the only name of code among them that a question or a sentence has. */
function rowsOfOne(sections: readonly Section[], isNamed: (name: string) => boolean): readonly TableRow[] {
  const isCode = (name: string) => /^[a-z]\S*$/.test(name) && !DEFAULT.test(name)
  const found = sections.flatMap(({ rows }) => [...rows].filter(([name]) => isCode(name) && isNamed(name)))
  return new Set(found.map(([name]) => name)).size === 1 ? found.flatMap(([, rows]) => rows) : []
}

/** The rows of the names nearest to a claim, in one direction; names without a value between them are together. */
function nearestRows(named: Named, from: number, step: 1 | -1): readonly TableRow[] {
  const rows: TableRow[] = []
  for (let at = from + step; at >= 0 && at < named.length && Math.abs(at - from) <= MAX_DISTANCE; at += step) {
    const each = named[at] ?? []
    if (each.length === 0 && rows.length > 0) break
    rows.push(...each)
  }
  return rows
}
