/**
 * The claims of a sentence -> values that its sections have, but for something else: the names and words of a value's
 * clause are those of one row, sentence or line of code, which has another value, and what has this value is about
 * other words. What is called the default is held against what the sections tell of defaults.
 */
import { countBy } from '../../base/text.ts'
import { type Claim, COMMON, hasAny, holds } from './claims.ts'
import type { Evidence } from './evidence.ts'
import { hasQuantity, isGivenAs, type Quantity, quantitiesIn } from './quantity.ts'
import type { SourceText } from './sections.ts'
import { DEFAULT, NAME_WEIGHT, PLAIN_NAME_WEIGHT, type Section, type Topic, type Words, wordsIn } from './topics.ts'
import { CITED, ROW, SPAN } from './units.ts'

/** UTF-16 units on each side of a value of a clause, and of what may call it the default. */
const MAX_CLAUSE = 300
const MAX_BESIDE = 120
/** Weight of the words of a clause that a topic has. */
const MIN_WEIGHT = 3
/** Topics that may share a word which still says something. */
const MAX_ALIKE = 3
/** Words of a name. */
const MAX_NAME_WORDS = 8

/** The end of a clause, in which a value belongs to its words; `which` goes on, and so do `1, 2 and 3`. */
const CLAUSE_END = new RegExp(
  '(?<![\ue003*\\d]):\\s|;\\s|(?<=[.!?])\\s|(?!(?<=\\d[a-z%]{0,3})(?:,|\\s(?:and|und|et|y|e))\\s\\d)' +
    '(?:,\\s(?!which|that\\s(?!of))|\\s(?:and|while|whereas|but|und|aber|et|mais|y|e|pero|mas)\\s)',
)
/** A flag and what it is given: `-n 8`, `--port=80`. */
const GIVEN_FLAG = /^(--?[a-z][\w-]*)[ =].*/i
const ONLY_NAME = /^\s*\ue002\d+\ue003\s*$/
/** A word that may be a name in code, and a name that is no word of a sentence: `GCE`. */
const PLAIN_NAME = /[a-z\d][\w.-]*\w/g
const CAPITALS = /(?<![\w`])[A-Z][A-Z\d]+(?!\w)/g
const SETTING = /^[a-z][a-z\d]*[._]\w/
/** A setting in code, and what it is set to: `httpOnly: true`. */
const PAIR = /^["']?[a-z_][\w.-]*["']?\s?[:=]\s?["']?([\w.-]+)["']?$/i
/** What leads to a value that a reader is to set. */
const SET_TO = /\b(?:set|setting|change|turn) [^.;]{0,60} to $/i
/** What stands for yes, no and nothing. */
const SWITCH = /^(?:true|false|null|none|\[\]|\{\})$/
const SWITCHES = /\b(?:true|false|null|none)\b|\[\]|\{\}/g
const COMMON_WORDS = ['true', 'false', 'null', 'undefined', 'none']

/** How a sentence says that nothing is set. */
const UNSET =
  '\\b(?:left (?:alone|out|unset)|un(?:set|less)|omitted|without|no|' +
  "if (?:you |it is )?(?:omit|leave|do(?:n't| not)|not)) [^.;]{0,60}?"
/** The text before a value that is called the default, and after one. */
const DEFAULT_WORD = 'por defecto|por padrão|par défaut|standardmäßig|Standardwert|Voreinstellung|di default'
const DEFAULT_BEFORE = new RegExp(
  '\\bdefault(?:s|ed)? (?:[a-z]{1,20} )?(?:(?:of|for) [^.]{0,60} )?(?:to|is|are|was)[ :]*$|' +
    `(?:${DEFAULT_WORD})(?: (?:von|für|de|del|du|da|do|para) [^.;]{1,60}?)?(?: (?:es|é|est|ist|sind|son|são|auf|bei|à|en|a|em))? $|` +
    `${UNSET}(?:,? (?:it (?:is|uses|means)|you get)|\\S (?:is|uses|means))(?: an?| the)? $`,
  'i',
)
const DEFAULT_AFTER = new RegExp(
  `^ (?:(?:by|is the) default\\b|unless (?:you|it|something|otherwise)\\b|(?:${DEFAULT_WORD})(?! (?:est|es|é|ist) ))`,
  'i',
)
/** The end of what a default is told in, which is not behind `By default,`. */
const DEFAULT_END =
  /[.;:](?!\d)|(?<!\b(?:By default|Par défaut|Por defecto|Por padrão)),\s|[()]|\s(?:and|und|et|y|e)\s/
const OTHER_NUMBER = /(?<![\p{L}\d\ue000\ue002])\d/u

/** What a sentence stands in. */
interface Place {
  readonly sections: readonly Section[]
  readonly read: Evidence
  /** What is told before it: another sentence, or the question. */
  readonly before: string
}

/** What a claim says of something: a number, or code. */
interface Value {
  readonly claim: Claim
  readonly number: Quantity | null
}

/** What the values of a sentence are compared with. */
interface Context {
  /** Words and names of a text that topics have, but not most of them. */
  readonly knownWords: (text: string) => Words
  /** Numbers of a clause, and of its code. */
  readonly numbersIn: (clause: string) => readonly Quantity[]
  /** Numbers of the sentence. */
  readonly numbers: readonly Quantity[]
}

/** Values that the sections of a sentence have for something else. */
export function valuesOfOthers(
  sentence: string,
  claims: readonly Claim[],
  { sections, read, before }: Place,
): readonly string[] {
  const topics = sections.flatMap((section) => section.topics())
  const context = contextOf(claims, topics, read.spans)
  let named: boolean | null = null
  return claims.filter((claim) => {
    read.topicsLeft -= topics.length
    if (read.topicsLeft < 0) return false
    const isTold = isDefault(claim, sentence)
    // What is set is the reader's to choose.
    if (PAIR.test(claim.text) && !isTold) return false
    const value = valueOf(claim)
    if (!isTold && SWITCH.test(value.claim.text) && SET_TO.test(besides(sentence, claim, MAX_BESIDE)[0])) return false
    const isKnown = sections.some((section) => has(section, value))
    const defaults = isTold ? defaultsOf(topics, value) : []
    if (defaults.length > 0 && !defaults.some(({ source }) => has(source, value))) {
      // `Enabled by default` may mean `true`.
      const isSaid = COMMON_WORDS.some((word) => hasAny(defaults.map(({ source }) => source), word))
      return COMMON.test(value.claim.text) ? isSaid : isKnown
    }
    if (!isKnown) return false
    // Without a name in its clause, a value in a row is of the one named before it.
    named ??= [...context.knownWords(sentence).values()].includes(NAME_WEIGHT)
    const leading = named ? sentence.slice(Math.max(0, claim.at - MAX_CLAUSE), claim.at) : before
    const clauses = [clauseOf(sentence, claim), leading]
    return isOfOther(value, clauses, defaults, context) ?? isOfOther(value, clauses, topics, context) ?? false
  }).map(({ text }) => text)
}

function contextOf(claims: readonly Claim[], topics: readonly Topic[], spans: readonly string[]): Context {
  let counts: ReadonlyMap<string, number> | null = null
  const codeOf = (_: string, mark: string) => ` ${spans[Number(mark)] ?? ''} `
  return {
    knownWords: (text) => new Map([...namesAndWords(text, spans)].filter(([word]) => {
      counts ??= countBy(topics.flatMap((topic) => [...topic.words.keys()]), (each) => each)
      const count = counts.get(word) ?? 0
      return count > 0 && count <= Math.max(MAX_ALIKE, topics.length / 2)
    })),
    numbersIn: (clause) => quantitiesIn(clause.replace(CITED, ' ').replace(SPAN, codeOf)),
    numbers: claims.flatMap((claim) => valueOf(claim).number ?? []),
  }
}

/**
 * True if the topics that are most like the first clause that any is like have another value than this one, and those
 * that have it are about other words; null if none is like a clause.
 */
function isOfOther(
  value: Value,
  clauses: readonly string[],
  held: readonly Topic[],
  { knownWords, numbersIn, numbers }: Context,
): boolean | null {
  const owners = held.filter(({ source }) => has(source, value))
  for (const [level, clause] of clauses.entries()) {
    const words = knownWords(clause)
    const weights = held.map((topic) => weightOf(words, topic.words))
    const best = weights.reduce((most, weight) => Math.max(most, weight), 0)
    if (best < (level === 0 ? MIN_WEIGHT : NAME_WEIGHT)) continue
    const beside = numbersIn(clause)
    const isRow = ({ table }: Topic) => table !== null && best >= NAME_WEIGHT && owners.every((other) =>
      other.table === table && !other.names.includes(value.claim.text.toLowerCase()))
    const hasAnother = (topic: Topic) => {
      // Where a default is told, what is no number is another value.
      const isOther = topic.source === topic.told && value.number === null
      const hasOther = isOther || hasOtherValue(topic, value, topic.table === null ? numbers : beside)
      // What stands before the clause only names rows.
      return level === 0 ? (hasOther ?? isRow(topic)) : hasOther !== false && isRow(topic)
    }
    return held.some((topic, at) => weights[at] === best && !owners.includes(topic) && hasAnother(topic)) &&
      !owners.some((topic) => weightOf(words, topic.words) * 2 >= best)
  }
  return null
}

function valueOf(claim: Claim): Value {
  const [, text = claim.text] = PAIR.exec(claim.text) ?? []
  const number = claim.quantity ?? quantitiesIn(text).find((each) => each.text === text) ?? null
  return { claim: { ...claim, text }, number }
}

function has(source: SourceText, { claim, number }: Value): boolean {
  if (number !== null) return hasQuantity(source.measures(), number) || isGivenAs(source.measures(), number.number)
  return SWITCH.test(claim.text.toLowerCase()) ? source.has(claim.text.toLowerCase()) : holds([source], claim)
}

/** What topics tell of a default, those that tell a number for a number. */
function defaultsOf(topics: readonly Topic[], { number }: Value): readonly Topic[] {
  const told = topics.flatMap((topic) => (topic.told === null ? [] : { ...topic, source: topic.told }))
  return told.filter(({ source }) => number === null || source.measures().numbers.size > 0)
}

/** True if a topic has another number or switch, that is not beside the value; null for a value of another kind. */
function hasOtherValue(topic: Topic, { claim, number }: Value, beside: readonly Quantity[]): boolean | null {
  if (number !== null) {
    return topic.quantities().some(({ value, dimension }) => {
      const isAlike = dimension === null || dimension === number.dimension
      return isAlike && value !== number.value && beside.every((each) => each.value !== value)
    })
  }
  const folded = claim.text.toLowerCase()
  if (!SWITCH.test(folded)) return null
  return topic.text.toLowerCase().match(SWITCHES)?.some((each) => each !== folded) ?? false
}

/** The part of a sentence in which a value stands, without it; a row of a table is one. */
function clauseOf(sentence: string, claim: Claim): string {
  const [before, after] = besides(sentence, claim, MAX_CLAUSE)
  if (ROW.test(sentence)) return `${before} ${after}`
  const parts = before.split(CLAUSE_END)
  let clause = parts.pop() ?? ''
  // Of `a` and `b` are 1 and 2, all belongs together.
  while (ONLY_NAME.test(parts.at(-1) ?? '')) clause = `${parts.pop()} ${clause}`
  // The name of what follows: `2`: Forced quit.
  return `${clause} ${after.replace(/^:\s/, ' ').split(CLAUSE_END, 1)[0]}`
}

/** The text before a claim, and after it, without citations. */
function besides(sentence: string, { text, at }: Claim, length: number): readonly [before: string, after: string] {
  const plain = sentence.replace(CITED, (mark) => ' '.repeat(mark.length))
  const end = sentence.charAt(at) === '\ue002' ? sentence.indexOf('\ue003', at) + 1 : at + text.length
  return [plain.slice(Math.max(0, at - length), at), plain.slice(end, end + length)]
}

/** The names and words of a text with marks for code; names in plain letters, too. */
function namesAndWords(text: string, spans: readonly string[]): Words {
  const words = text.replace(SPAN, ' ').toLowerCase().match(PLAIN_NAME) ?? []
  const settings = words.filter((word) => SETTING.test(word))
  const phrases = words.flatMap((_, at) =>
    Array.from({ length: MAX_NAME_WORDS - 1 }, (__, more) => words.slice(at, at + more + 2).join(' ')))
  const codes = Array.from(text.matchAll(SPAN), ([, number]) => (spans[Number(number)] ?? '').replace(GIVEN_FLAG, '$1'))
  const names = [...phrases, ...settings, ...(text.match(CAPITALS) ?? []), ...codes].map((name) => name.toLowerCase())
  return new Map([
    ...words.map((name) => [`\`${name}`, PLAIN_NAME_WEIGHT] as const),
    ...wordsIn(text.replace(SPAN, ' ')),
    ...names.map((name) => [`\`${name}`, NAME_WEIGHT] as const),
  ])
}

function weightOf(words: Words, others: Words): number {
  let weight = 0
  for (const [word, each] of words) weight += Math.min(each, others.get(word) ?? 0)
  return weight
}

/** True for a value that its sentence calls the default. */
export function isDefault(claim: Claim, sentence: string): boolean {
  const [before, after] = besides(sentence, claim, MAX_BESIDE)
  if (DEFAULT_BEFORE.test(before) || DEFAULT_AFTER.test(after)) return true
  const clause = `${before.split(DEFAULT_END).at(-1)} ${after.split(DEFAULT_END, 1)[0]}`
  return (/^\d/.test(claim.text) || COMMON.test(claim.text)) && DEFAULT.test(clause) && !OTHER_NUMBER.test(clause)
}
