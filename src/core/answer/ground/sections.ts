/**
 * The text of a section that an answer cites -> what statements are looked up in: its words, its numbers, the rows of
 * its tables, and what it tells of defaults. Each is read once, on demand.
 */
import { countBy, foldSpace } from '../../base/text.ts'
import { type Measures, measuresIn } from './quantity.ts'
import { ROW } from './units.ts'

/** Rows of a section that are looked at, and those of one name from which on the name says nothing. */
const MAX_ROWS = 400
export const MAX_NAMED_ROWS = 16

/** Rows of a table that follow each other. */
const ROWS = /(?:^[ \t]*\|.*(?:\n|$))+/gm
const LINKED_CELL = /^\[(.*)\]\([^()]*\)$/
/** The folder of a user, as shells write it. */
const HOME = /\$home\b|\$\{home\}|%userprofile%/g
/** What calls a value the default, in the languages of the units. */
export const DEFAULT = new RegExp(
  '(?<!times the |[:=]\\s|[\\w."\'-])default(?:s|ed)?(?![\\w-])|' +
    '\\bstandard(?:wert|mäßig|:)|voreingestellt|par défaut|por defecto|por padrão',
  'i',
)
/** A line that tells the default of its whole section. */
const ONLY_DEFAULT = /^\W*default/i
/** What looks like a value: in code, in quotes, a number. */
const VALUE = /[`'"\d]/
/** The head of a column of defaults. */
const DEFAULT_HEAD = /^\W*defaults?(?: values?)?\W*$/i
/** A text that statements are looked up in. */
export type SourceText = ReturnType<typeof readSource>

/** A row of a table; those of one name are one. */
export interface TableRow {
  readonly text: SourceText
  readonly table: SourceText
}

/** Rows by their folded names. */
type Rows = Map<string, readonly TableRow[]>

/** A line with its folded name. */
type Named = readonly [name: string, line: string]

/** A section that is cited. */
export type Section = ReturnType<typeof readSection>

/** Reads the Markdown of a section. */
export function readSection(text: string) {
  const rows: Rows = new Map()
  let room = MAX_ROWS
  const outsideTables = text.replace(ROWS, (block) => {
    const table = block.split('\n').slice(0, room)
    room -= table.length
    if (table.length > 0) addTable(table, rows)
    return ''
  })
  const defaults = defaultsIn(text.split('\n'))
  return {
    ...readSource(text),
    /** Rows of tables by their first cell. */
    rows,
    /** The text outside of tables. */
    outsideTables: readSource(outsideTables),
    defaults: defaults.length === 0 ? null : {
      ...readSource(defaults.join('\n')),
      isOnly: defaults.length === 1 && ONLY_DEFAULT.test(defaults[0] ?? ''),
    },
  }
}

/** Reads a text. */
export function readSource(text: string) {
  const known = new Map<string, boolean>()
  let folded: string | null = null
  let measures: Measures | null = null
  const foldedOnce = () => (folded ??= fold(text))
  return {
    /** True if it has these letters, also within a word. */
    mentions: (letters: string) => foldedOnce().includes(letters),
    measures: (): Measures => (measures ??= measuresIn(plain(text))),
    /** True if it has words as a whole, given in lower case with single spaces. */
    has(words: string): boolean {
      const has = known.get(words) ?? hasWord(foldedOnce(), words)
      known.set(words, has)
      return has
    },
  }
}

/** Adds the rows of one table. */
function addTable(lines: readonly string[], rows: Rows): void {
  // A head of a column is told of each row.
  const head = /^[\s|:-]+$/.test(lines[1] ?? '') ? (lines[0] ?? '') : ''
  const told = lines.filter((each) => !/^[\s|:-]*$/.test(each))
  const cells = told.map(cellsOf)
  const rowsByFirst = countBy(cells, ([first = '']) => first)
  const named = told.flatMap((line, at): readonly Named[] => {
    const [first = '', second = ''] = cells[at] ?? []
    // Where rows begin alike, the next cell names them as well.
    const isShared = first !== '' && (rowsByFirst.get(first) ?? 0) > 1
    return [...namesIn(first), ...(isShared ? namesIn(second) : [])].map((name) => [name, `${line} ${head}`])
  })
  addRows(rows, named, readSource(withoutPipes(lines.join('\n'))))
}

/** The names in a cell: each of several in code, `--port`, `-p`, else the text. */
function namesIn(text: string): readonly string[] {
  const codes = Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => fold(code).replace(/;$/, ''))
  const isList = /^[\s\-*+[\],/|]*$/.test(text.replace(/`[^`]+`/g, '').replace(/\b(?:or|and)\b/g, ''))
  return isList && codes.length > 0 ? codes : [fold(text).replace(/`|\*\*|;(?=`?$)/g, '')]
}

/** Adds lines by their names, those of one name as one row. */
function addRows(rows: Rows, named: readonly Named[], table: SourceText): void {
  const texts = new Map<string, string>()
  for (const [name, line] of named) texts.set(name, `${texts.get(name) ?? ''}\n${withoutPipes(line)}`)
  for (const [name, text] of texts) {
    const others = rows.get(name) ?? []
    if (others.length < MAX_NAMED_ROWS) rows.set(name, [...others, { text: readSource(text), table }])
  }
}

/** The cells of a row; of a link its text. */
function cellsOf(line: string): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/).slice(1)
  return cells.map((cell) => LINKED_CELL.exec(cell.trim())?.[1] ?? cell.trim())
}

/** A row without the signs between its cells. */
export function withoutPipes(text: string): string {
  return text.replace(/(?<!\\)\|/g, ' ')
}

/**
 * The lines with the word, the block that one of them leads to, and the rows of a table below one, of its column of
 * defaults if it has one. Of a line the sentences with the word are enough if they have a value.
 */
function defaultsIn(lines: readonly string[]): readonly string[] {
  let isOpen = false
  let column = -1
  return lines.flatMap((line) => {
    const sentences = line.split(/(?<=[.!?])\s+/)
    const named = sentences.filter((sentence) => DEFAULT.test(sentence))
    const isTold = named.length > 0 || isOpen
    const isRow = ROW.test(line)
    if (!isRow) column = -1
    else if (!isOpen) column = cellsOf(line).findIndex((cell) => DEFAULT_HEAD.test(cell))
    const leads = named.length > 0 && named.at(-1) === sentences.at(-1) && line.trimEnd().endsWith(':')
    isOpen = isTold && (isRow || /^\s*(?:`{3}.*)?$/.test(line) || leads || (named.length > 0 && !VALUE.test(line)))
    if (!isTold) return []
    if (isRow) return column === -1 ? [line] : [...named, cellsOf(line)[column] ?? '']
    return named.some((sentence) => VALUE.test(sentence)) ? named : [line]
  })
}

/** Text without the escapes of Markdown, in lower case, with single spaces. */
export function fold(text: string): string {
  return foldCase(foldSpace(plain(text)))
}

/** Text in lower case, with one name for the folder of a user. */
export function foldCase(text: string): string {
  return text.toLowerCase().replace(HOME, '~')
}

/** Text without the escapes of Markdown. */
export function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
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
