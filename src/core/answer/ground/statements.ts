/**
 * An answer -> what it states and the sections that it cites do not have: an invented default, the value of another
 * row, a flag, a path. Nothing is understood: names, code, numbers with their units, flags, paths and versions of a
 * sentence must stand in a section that it cites, or in the question, or follow from numbers beside them. Where a table
 * of a cited section has a name in its first cell, a value beside that name must be its own, and where a clause has the
 * words of one row, sentence or line of code, its value must be there; what is called the default must stand where they
 * tell defaults, if they do. Code must stand in any section that was shown.
 */
import { type Claim, claimsIn, COMMON, holds, SHORT } from './claims.ts'
import { missingInCode } from './code.ts'
import { type Evidence, MAX_CHECKED, readEvidence, type StatementSources } from './evidence.ts'
import {
  countsIn, followsFrom, hasQuantity, isComputedIn, isGivenAs, isSmall, otherUnits, type Quantity, quantitiesIn,
} from './quantity.ts'
import { type AnswerText, CITED, citedIn, SPAN, type Unit } from './units.ts'
import { isDefault, valuesOfOthers } from './values.ts'

/** Statements without support that are looked for. */
const MAX_FOUND = 20
/** Names and values between a value and its name, and numbers that another one may follow from. */
const MAX_DISTANCE = 12
/** UTF-16 units of a paragraph in which numbers are looked for that others follow from, and computations. */
const MAX_PARAGRAPH = 2_000

/** What leads to a number or a tag that a reader may choose. */
const EXAMPLE_BEFORE = /\b(?:e\.g\.|say|for (?:example|instance)|such as),? (?:\ue002\d+\ue003,? (?:and|or) )?$/i
/** UTF-16 units before them in which it is looked for. */
const MAX_BEFORE = 60
/** A tag of HTML, which is no name of the docs. */
const TAG = /^<\/?[a-z]+>$/i
/** A file, a path or a value with digits, but no flag, call, setting or port. */
const VALUE = /^(?!-)(?!.*:\d)(?=.*[\d/.])[^\s()=_]+$/
/** Files that a project of some language has, whatever its docs say. */
const PROJECT_FILES: ReadonlySet<string> = new Set((
  'package.json package-lock.json tsconfig.json readme.md .gitignore .env dockerfile makefile cargo.toml go.mod ' +
  'pyproject.toml requirements.txt pom.xml composer.json gemfile'
).split(' '))
/** Words or code. */
const WORDS = /[\p{L}\p{N}\ue002]/u
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
  const isDerived = (quantity: Quantity) => followsFrom(quantity, (given ??= givenIn(unit, read)))
  const isComputed = ({ quantity }: Claim) => {
    if (quantity === null || isSmall(quantity)) return false
    return isDerived(quantity) || isComputedIn(unit.text.slice(0, MAX_PARAGRAPH), quantity)
  }
  const missing = claims.filter((claim) => {
    const { quantity, type } = claim
    // Without a citation only what looks like code is checked.
    if (quantity !== null && !isCited) return false
    if (isComputed(claim) || isExcused(claim, read) || isExample(claim, sentence)) return false
    const isFree = quantity !== null && (isSmall(quantity) || hasQuantity(read.own.measures(), quantity))
    if (isFree && !isDefault(claim, sentence)) return false
    return !holds(isCited && type !== 'name' ? sections : read.all(), claim, read.question)
  }).map(({ text }) => text)
  if (!isCited) return missing
  // The first sentence answers the question.
  const asked = sentence === read.opening ? read.questionText : ''
  const isChecked = (claim: Claim) => claim.quantity === null || !isExcused(claim, read)
  return [
    ...missing,
    ...valuesOfOthers(sentence, claims.filter(isChecked), { sections, read, before: before ?? asked }),
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

/** True for what the question says itself; never for an address. */
function isExcused({ text, quantity }: Claim, read: Evidence): boolean {
  const asked = read.question.measures()
  if (quantity !== null) {
    const { number, dimension, value } = quantity
    // The unit of a number that the question has alone is told by the docs.
    const hasUnit = dimension === null || asked.numbers.has(`${dimension} ${value}`)
    if (!hasUnit && asked.numbers.has(`${number} bare`)) return false
    return hasQuantity(asked, quantity) || isGivenAs(asked, number)
  }
  const name = text.toLowerCase()
  if (COMMON.test(text) || SHORT.test(text)) return true
  if (text.includes('://')) return false
  // What a longer piece of code gives to something is checked there.
  const isGiven = !/\s/.test(name) && read.code.has(name)
  return isGiven || PROJECT_FILES.has(name) || read.question.has(name) || read.isOwn(text)
}

function isExample({ text, at, quantity }: Claim, sentence: string): boolean {
  const isFree = quantity !== null || TAG.test(text) || VALUE.test(text)
  return isFree && EXAMPLE_BEFORE.test(sentence.slice(Math.max(0, at - MAX_BEFORE), at))
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
