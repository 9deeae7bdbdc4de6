/**
 * The rows, sentences and lines of code of cited sections -> values of a statement that belong to something else: the
 * words of its clause are those of one of them, which has another value, and all with this value are about other words.
 */
import { isFunctionWord, LANGUAGES } from '../../text/language.ts'
import type { Claim } from './claims.ts'
import { hasQuantity, type Quantity, quantitiesIn } from './quantity.ts'
import { readSource, type Section, type SourceText, withoutPipes } from './sections.ts'
import { CITED, ITEM, ROW, SPAN } from './units.ts'

/** Rows, sentences and lines of a section that are looked at. */
const MAX_TOPICS = 1_000
/** Topics that the values of one answer are held against, each counted for each value. */
export const MAX_HELD = 50_000
/** UTF-16 units of a clause on each side of a value. */
const MAX_BESIDE = 300
/** UTF-16 units of a word that count: `resize` and `resized` are one. */
const STEM_LENGTH = 6
/** A name in code says more than any words; in plain letters it says as much as two. */
const NAME_WEIGHT = 6
const PLAIN_NAME_WEIGHT = 2
/** Weight of the words of a clause that a topic has. */
const MIN_WEIGHT = 3
/** Topics that may share a word which still says something. */
const MAX_ALIKE = 3

const FENCE = /^[ \t>]*(?:`{3}|~{3})/
/** The end of a sentence, of what it tells of a name in brackets, and of one of several settings. */
const SENTENCE_END =
  /(?<=[.!?])\s+|(?<=`\s\([^()]{0,80}\))|(?:,|(?<=\{))\s+(?=["']?[\w-]+["']?\s?[:=]\s?\S)/
/** The end of a clause, in which a value belongs to its words; `which` goes on. */
const CLAUSE_END = new RegExp(
  '(?<![\ue003*\\d]):\\s|[;|]\\s|,\\s(?!which|that)|(?<=[.!?])\\s|' +
    '\\s(?:and|while|whereas|but|und|aber|et|mais|y|e|pero|mas)\\s',
)
/** The key that a line sets. */
const KEY = /^(\s*)["']?([\w.-]+)["']?(?=\s*[:=])/
/** A name that makes a sentence one about it: of several words, or the key of a setting. */
const OWN_NAME = /`[^\W_]*[._-][\w.-]+`|^\s*`[\w.-]+`\s*[:=]/
/** A name in code, or in bold where a list explains it. */
const NAME = /`([^`\n]+)`|\*\*([^*\n]+?):?\*\*/g
const WORD = /\p{L}[\p{L}\p{N}]{2,}/gu
const LETTER = /\p{L}/u
/** Code that is a value. */
const LITERAL = /^[\d"'[{(]/
/** A word that may be a name in code. */
const PLAIN_NAME = /[a-z][\w.-]*\w/g
/** Words of any explanation, and switches. */
const VAGUE: ReadonlySet<string> = new Set((
  'default defaults value values set sets use used uses true false null none on off yes no'
).split(' '))
/** A switch, or signs: `[]`. */
const SWITCH = /^(?:true|false|null|none|[^\w\s]+)$/i
const SWITCHES = /\b(?:true|false|null|none)\b|(?<=`)[^\w\s`][^`]*(?=`)/gi

/** Words and names of a text, with what each weighs. */
type Words = ReadonlyMap<string, number>

/** A row of a table, a sentence, or a line of code. */
export interface Topic {
  /** Its text, and that of sentences of its line that tell no more than a value. */
  readonly told: string
  readonly source: SourceText
  /** Its words, and the name of its section. */
  readonly words: Words
  /** The same with those of the sentences that it goes on from, or that go on from it. */
  readonly context: () => Words
  readonly quantities: () => readonly Quantity[]
}

/** What is read of a topic first. */
interface Part {
  readonly text: string
  readonly words: Words
  /** True if it has no words of its own. */
  readonly isBare: boolean
  /** True for code, and if it has a name of its own. */
  readonly isOwn: boolean
}

/** A section with its rows, sentences and lines of code. */
export type ToldSection = Section & { readonly topics: () => readonly Topic[] }

/** The rows, sentences and lines of code of a section. */
export function topicsIn(section: string): readonly Topic[] {
  const [title = '', ...lines] = section.split('\n')
  const heading = wordsIn(`\`${title.slice(title.lastIndexOf('›') + 1).replace(/`/g, '').trim()}\``)
  const told: { readonly parts: readonly Part[]; readonly isListed: boolean }[] = []
  let [isCode, room] = [false, MAX_TOPICS]
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode
    const isRow = !isCode && ROW.test(line)
    const texts = (isRow ? [withoutPipes(line)] : line.split(SENTENCE_END)).filter((each) => LETTER.test(each))
    const parts = texts.slice(0, room).map((each): Part => {
      const text = each.replace(KEY, (key, start: string, name: string) => {
        return isVague(name) ? key : `${start}\`${name}\``
      })
      const own = wordsIn(text)
      const words = heading.size === 0 ? own : new Map([...heading, ...own])
      return { text, words, isBare: own.size === 0, isOwn: isCode || OWN_NAME.test(text) }
    })
    room -= parts.length
    if (parts.length > 0) told.push({ parts, isListed: isRow || ITEM.test(line) })
  }
  return told.flatMap(({ parts, isListed }, at) => {
    const isProse = (other: (typeof told)[number] | undefined) => !isListed && other?.isListed === false
    const [before, after] = [told[at - 1], told[at + 1]].map((other) => (isProse(other) ? other?.parts : []) ?? [])
    const bare = parts.filter(({ isBare }) => isBare).map(({ text }) => text)
    return parts.map(({ text, words, isBare, isOwn }, index): Topic => {
      // `Defaults to 5.` is about all of its line, another sentence without a name about what is beside it.
      const beside = [parts[index - 1] ?? before?.at(-1), parts[index + 1] ?? after?.[0], ...(isBare ? parts : [])]
      const others = isOwn ? [] : beside
      const told = [text, ...bare].join(' ')
      let context: Words | null = null
      let quantities: readonly Quantity[] | null = null
      return {
        told,
        source: readSource(text),
        words,
        context: () => (context ??= new Map([...words, ...others.flatMap((other) => [...(other?.words ?? [])])])),
        quantities: () => (quantities ??= quantitiesIn(told)),
      }
    })
  })
}

/** Code spans of an answer by the number of their mark, and topics that its further values may be held against. */
interface Held {
  readonly spans: readonly string[]
  topicsLeft: number
}

/** Numbers and switches of a sentence that a topic with most of the words of their clause has not, but others have. */
export function valuesOfOtherTopics(
  sentence: string,
  claims: readonly Claim[],
  { sections, read }: { readonly sections: readonly ToldSection[]; readonly read: Held },
): readonly string[] {
  const { spans } = read
  const values = claims.map(valueOf)
  const topics = sections.flatMap((section) => section.topics())
  const withSpans = (text: string) => text.replace(SPAN, (_, number: string) => `\`${spans[Number(number)] ?? ''}\``)
  const plain = sentence.replace(CITED, (mark) => ' '.repeat(mark.length))
  return claims.filter(({ text, at }, index) => {
    const value = values[index] ?? null
    if (value === null && !SWITCH.test(text)) return false
    const folded = text.toLowerCase()
    const has = (source: SourceText) => (value === null ? source.has(folded) : hasQuantity(source.measures(), value))
    if (!sections.some(has)) return false
    read.topicsLeft -= topics.length
    if (read.topicsLeft < 0) return false
    const end = sentence.charAt(at) === '\ue002' ? sentence.indexOf('\ue003', at) + 1 : at + text.length
    const [before, after] = [plain.slice(Math.max(0, at - MAX_BESIDE), at), plain.slice(end, end + MAX_BESIDE)]
    const clause = `${before.split(CLAUSE_END).at(-1)} ${after.split(CLAUSE_END, 1)[0]}`
    const words = knownWords(withSpans(clause), topics)
    const weights = topics.map((topic) => weightOf(words, topic.words))
    const best = weights.reduce((most, weight) => Math.max(most, weight), 0)
    const isOther = (other: Quantity) => {
      const isAlike = other.dimension === null || other.dimension === value?.dimension
      return isAlike && values.every((each) => each?.value !== other.value)
    }
    const hasOther = (topic: Topic) => {
      if (value !== null) return topic.quantities().some(isOther)
      return topic.told.match(SWITCHES)?.some((each) => each.toLowerCase() !== folded) === true
    }
    return best >= MIN_WEIGHT &&
      topics.some((topic, i) => weights[i] === best && !has(topic.source) && hasOther(topic)) &&
      !topics.some((topic) => has(topic.source) && weightOf(words, topic.context()) * 2 >= best)
  }).map(({ text }) => text)
}

/** The number that a claim is, also in code. */
function valueOf({ text, quantity }: Claim): Quantity | null {
  return quantity ?? quantitiesIn(text).find((each) => each.text === text) ?? null
}

/** The words and names of a text that tell what it is about. */
function wordsIn(text: string): Words {
  const folded = text.toLowerCase()
  const words = (folded.match(WORD) ?? []).filter((word) => !isFunctionWord(word, LANGUAGES) && !isVague(word))
  const names = Array.from(folded.matchAll(NAME), ([, code, bold]) => code ?? bold ?? '')
  return new Map([
    ...words.map((word) => [word.slice(0, STEM_LENGTH), 1] as const),
    ...names.filter((name) => !LITERAL.test(name) && !isVague(name))
      .map((name) => [`\`${name}`, NAME_WEIGHT] as const),
  ])
}

function isVague(word: string): boolean {
  return VAGUE.has(word.toLowerCase())
}

/** The words of a text that topics have, unless most of them do; of a name in plain letters, too. */
function knownWords(text: string, topics: readonly Topic[]): Words {
  const plain = text.toLowerCase().match(PLAIN_NAME) ?? []
  const names = plain.map((name) => [`\`${name}`, PLAIN_NAME_WEIGHT] as const)
  return new Map([...names, ...wordsIn(text)].filter(([word]) => {
    const count = topics.filter((topic) => topic.words.has(word)).length
    return count > 0 && count <= Math.max(MAX_ALIKE, topics.length / 2)
  }))
}

function weightOf(words: Words, others: Words): number {
  let weight = 0
  for (const [word, each] of words) if (others.has(word)) weight += each
  return weight
}
