/**
 * The text of a section -> its topics: rows of tables, sentences and lines of code, each with the names and words that
 * tell what it is about, and with what it tells of a default.
 */
import { countBy } from '../../base/text.ts'
import { isFunctionWord, LANGUAGES } from '../../text/language.ts'
import { type Quantity, quantitiesIn, unitsIn } from './quantity.ts'
import { fold, readSource, type SourceText } from './sections.ts'
import { ROW } from './units.ts'

/** Topics that the values of one answer are held against, each counted for each value. */
export const MAX_HELD = 50_000
/** Lines of a section that are read, and topics that are looked at. */
const MAX_LINES = 2_000
const MAX_TOPICS = 1_000
/** UTF-16 units of a word that count: `resize` and `resized` are one. */
const STEM_LENGTH = 6
/** A name says more than any words; in plain letters, or in another cell than the first, it says as much as two. */
export const NAME_WEIGHT = 6
export const PLAIN_NAME_WEIGHT = 2

/** What calls a value the default, in the languages of the units. */
export const DEFAULT = new RegExp(
  '(?<!times the |[\\w."\'-])(?:(?<![:=]\\s)default(?:ed)?|defaults)(?![\\w-])|' +
    '\\bstandard(?:wert|mäßig|:)|voreinge?stell(?:t|ung)|par défaut|por defecto|por padrão',
  'i',
)
/** The head of a column of defaults, and what looks like a value: in code, in quotes, a number. */
const DEFAULT_HEAD = /^\W*defaults?(?: values?)?\W*$/i
const VALUE = /[`'"\d]|\*\*/
const GIVEN = /\bdefault(?:s|ed)?(?: values?)?(?: is| to|:| ?=)\s+\S/i
const GIVEN_AT_END = /\bdefault(?:s|ed)?(?: values?)?(?: is| to|:| ?=)?\s+[`"'*]*[\w.%-]+[`"'*]*:\s*$/i
const FENCE = /^[ \t>]*(?:`{3}|~{3})/
const DASHES = /^[\s|:-]*$/
const LINKED_CELL = /^\[(.*)\]\([^()]*\)$/
const SENTENCE_END = /(?<=[.!?])\s+/
/** The end of what a sentence tells of a name in brackets, and of one of several settings. */
const PART_END = /(?<=`\s\([^()]{0,80}\))|(?:,|(?<=\{))\s+(?=["']?[\w-]+["']?\s?[:=]\s?\S)/
/** The key that a line sets. */
const KEY = /^([\s[]*)["']?([\w.-]+)["']?(?=\s*[:=])/
/** A name in code, or in bold where a list explains it. */
const NAME = /`([^`\n]+)`|\*\*([^*\n]+?):?\*\*/g
const WORD = /\p{L}[\p{L}\p{N}]{2,}/gu
const LETTER = /\p{L}/u
/** Code that is a value. */
const LITERAL = /^[\d"'[{(]/
/** Words of any explanation, and switches. */
const VAGUE: ReadonlySet<string> = new Set((
  'default defaults value values set sets use used uses true false null none on off yes no'
).split(' '))

/** Words, and names behind a backtick, with what each weighs. */
export type Words = ReadonlyMap<string, number>

/** A row of a table, a sentence, or a line of code. */
export interface Topic {
  readonly source: SourceText
  /** What it tells of a default; null for nothing. */
  readonly told: SourceText | null
  /** Number of its table; null outside of tables. */
  readonly table: number | null
  /** What a row is called in its table; empty outside of tables. */
  readonly names: readonly string[]
  /** Its words, and those of its heading. */
  readonly words: Words
  readonly text: string
  readonly quantities: () => readonly Quantity[]
}

/** A section that is cited. */
export interface Section extends SourceText {
  /** Its rows, sentences and lines of code. */
  readonly topics: () => readonly Topic[]
}

/** Reads the Markdown of a section. */
export function readSection(text: string): Section {
  let topics: readonly Topic[] | null = null
  return { ...readSource(text), topics: () => (topics ??= topicsIn(text)) }
}

/** What is read of a topic first. */
interface Part extends Pick<Topic, 'text' | 'table' | 'names' | 'words'> {
  readonly told: string | null
  /** True if it has no words of its own: `Defaults to 5.` is about all of its line. */
  readonly isBare: boolean
}

/** Where a line stands. */
interface Place {
  readonly heading: Words
  /** True if the text before it leads to it as to defaults. */
  readonly isLed: boolean
}

/** The topics of a section, read from its Markdown below a line with its title. */
function topicsIn(section: string): readonly Topic[] {
  const [title = '', ...lines] = section.split('\n')
  const names = title.split(' › ').map((name) => fold(name).replaceAll('`', ''))
  const heading = new Map(names.flatMap((name) => [...wordsIn(name), [`\`${name}`, NAME_WEIGHT] as const]))
  const read: (readonly Part[])[] = []
  let [isCode, isLed, table, givenAt] = [false, false, 0, -1]
  for (let at = 0; at < Math.min(lines.length, MAX_LINES); at += 1) {
    const line = lines[at] ?? ''
    if (FENCE.test(line)) isCode = !isCode
    if (ROW.test(line) && !isCode) {
      const first = at
      while (ROW.test(lines[at + 1] ?? '') && at < MAX_LINES) at += 1
      table += 1
      read.push(...rowsOf(lines.slice(first, at + 1), table, { heading, isLed }).map((row) => [row]))
    } else {
      const parts = partsOf(line, { heading, isLed }).slice(0, MAX_TOPICS)
      if (isCode && givenAt !== -1 && !FENCE.test(line)) {
        read[givenAt] = read[givenAt]?.map((given) => withExample(given, parts)) ?? []
        givenAt = -1
      }
      if (GIVEN_AT_END.test(line)) givenAt = read.length
      read.push(parts)
      isLed = leads(line) || (isLed && /^\s*(?:`{3}.*)?$/.test(line))
    }
  }
  return read.flatMap((parts) => parts.map((part) => topicOf(part, parts))).slice(0, MAX_TOPICS)
}

/** A part that gives a default, as `Defaults to 80:` does: what it is about is named by the example below it. */
function withExample(given: Part, example: readonly Part[]): Part {
  return { ...given, isBare: false, words: new Map([given, ...example].flatMap(({ words }) => [...words])) }
}

/** The sentences of a line that tell of defaults, and whether one of them has a value. */
function defaultsIn(line: string) {
  const named = line.split(SENTENCE_END).filter((each) => DEFAULT.test(each))
  return { named, hasValue: named.some((each) => VALUE.test(each) || GIVEN.test(each)) }
}

/** The end of a text from where it gives its default. */
function defaultOf(text: string): string {
  const given = GIVEN.exec(text)
  return given === null ? text : text.slice(given.index)
}

/** True for a line that tells of defaults which are below it; an example follows `Defaults to 80:`. */
function leads(line: string): boolean {
  const { named, hasValue } = defaultsIn(line)
  const isOpen = line.trimEnd().endsWith(':') && line.endsWith(named.at(-1) ?? '') && !GIVEN_AT_END.test(line)
  return named.length > 0 && (!hasValue || isOpen)
}

/** The sentences of a line, and their parts. */
function partsOf(line: string, { heading, isLed }: Place): readonly Part[] {
  const { named, hasValue } = defaultsIn(line)
  return line.split(SENTENCE_END).flatMap((sentence) => {
    const isTold = isLed || (hasValue ? named.includes(sentence) : named.length > 0)
    return sentence.split(PART_END).filter((part) => LETTER.test(part)).map((text): Part => {
      const own = wordsIn(text.replace(KEY, (key, start: string, word: string) => {
        return isVague(word) ? key : `${start}\`${word}\``
      }))
      return {
        text, told: isTold ? defaultOf(text) : null, table: null, names: [], words: new Map([...heading, ...own]),
        isBare: own.size === 0,
      }
    })
  })
}

/** A topic; one without words of its own has those of its line. */
function topicOf(part: Part, line: readonly Part[]): Topic {
  const { text, told, table, names, isBare } = part
  const words = isBare ? new Map(line.flatMap((each) => [...each.words])) : part.words
  let quantities: readonly Quantity[] | null = null
  return {
    text, table, names, words,
    source: readSource(text),
    told: told === null ? null : readSource(told),
    quantities: () => (quantities ??= quantitiesIn(text)),
  }
}

/** The rows of one table. */
function rowsOf(lines: readonly string[], table: number, { heading, isLed }: Place): readonly Part[] {
  const head = DASHES.test(lines[1] ?? '|') ? (lines[0] ?? '') : ''
  const column = cellsOf(head).findIndex((cell) => DEFAULT_HEAD.test(cell))
  const rows = lines.filter((line) => line !== head && !DASHES.test(line))
  const firsts = countBy(rows, (line) => cellsOf(line)[0])
  return rows.map((line): Part => {
    const [first = '', second = '', ...others] = cellsOf(line)
    // Where rows begin alike, the next cell names them as well.
    const isShared = (firsts.get(first) ?? 0) > 1
    const names = [...namesIn(first), ...(isShared ? namesIn(second) : [])]
    const beside = wordsIn([isShared ? '' : second, ...others].join(' '), PLAIN_NAME_WEIGHT)
    // The heads of columns are told of each row.
    const text = withoutPipes(`${line} ${head}`)
    const { named, hasValue } = defaultsIn(withoutPipes(line))
    const isTold = named.length > 0 || isLed
    const ownDefault = hasValue ? named.map(defaultOf).join(' ') : text
    const own = isTold ? ownDefault : null
    return {
      text, table, names, isBare: false,
      told: column === -1 ? own : `${cellsOf(line)[column]} ${own ?? unitsIn(line)}`,
      words: new Map([
        ...heading, ...beside, ...wordsIn(first), ...names.map((name) => [`\`${name}`, NAME_WEIGHT] as const),
      ]),
    }
  })
}

/** The names in a cell: each of several in code, `--port`, `-p`, else the text. */
function namesIn(text: string): readonly string[] {
  const codes = Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => fold(code).replace(/;$/, ''))
  const isList = /^[\s\-*+[\],/|]*$/.test(text.replace(/`[^`]+`/g, '').replace(/\b(?:or|and)\b/g, ''))
  return isList && codes.length > 0 ? codes : [fold(text).replace(/`|\*\*|;(?=`?$)/g, ''), ...codes]
}

/** The cells of a row; of a link its text. */
function cellsOf(line: string): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/).slice(1)
  return cells.map((cell) => LINKED_CELL.exec(cell.trim())?.[1] ?? cell.trim())
}

/** A row without the signs between its cells. */
function withoutPipes(text: string): string {
  return text.replace(/(?<!\\)\|/g, ' ')
}

/** The words and names of a text that tell what it is about. */
export function wordsIn(text: string, nameWeight = NAME_WEIGHT): Words {
  const folded = text.toLowerCase()
  const words = (folded.match(WORD) ?? []).filter((word) => !isFunctionWord(word, LANGUAGES) && !isVague(word))
  const written = Array.from(folded.matchAll(NAME), ([, code, bold]) => code ?? bold ?? '')
  // Of `index.merge.max_docs` the end is a name as well.
  const ends = written.map((name) => name.slice(name.lastIndexOf('.') + 1))
    .filter((end) => /^[a-z]+[_-][\w-]+$/.test(end))
  const names = [...written, ...ends]
  return new Map([
    ...words.map((word) => [word.slice(0, STEM_LENGTH), 1] as const),
    ...names.filter((name) => !LITERAL.test(name) && !isVague(name))
      .map((name) => [`\`${name}`, /\w[._-]\w/.test(name) ? NAME_WEIGHT : nameWeight] as const),
  ])
}

function isVague(word: string): boolean {
  return VAGUE.has(word.toLowerCase())
}
