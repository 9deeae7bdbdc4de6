/**
 * The source of a line of prose -> pieces: characters with a safe source, code spans, links to sources, and gaps where
 * text was removed. Text that looks like HTML is escaped or removed, character references that could spell an address
 * are escaped, and so is a backtick outside of code spans, so that renderers see no other code. A function of the
 * source alone: text that streams in is read again from its first undecided construct on.
 */
import { decodeEntities } from '../../content/entities.ts'
import { IN_PARENTHESES, IN_PARENTHESES_BEGUN } from './citation.ts'

/** The rules for links. */
export interface LinkPolicy {
  /** Sources that the words in brackets cite; null for words that cite nothing. */
  readonly cite: (label: string) => readonly number[] | null
  /** Address of a source as links have it, null for an unknown number. */
  readonly linkOf: (source: number) => string | null
  /** Number of the source with exactly this address; null if there is none. */
  readonly numberAt: (address: string) => number | null
  /** Number of the source whose id this is or begins: `(id: guides/routing)` is a copy. Null if there is none. */
  readonly numberWithId: (id: string, isBeginning: boolean) => number | null
  /** The treatment of an address that renderers would turn into a link. */
  readonly treatmentOf: (address: string) => 'link' | 'code' | 'removed'
}

/** A part of a line. */
export type Piece =
  | { readonly type: 'char'; readonly raw: string; readonly char: string }
  | { readonly type: 'code'; readonly raw: string }
  /** A link of these words to the source with a number; null for a link that is allowed by its address. */
  | { readonly type: 'link'; readonly raw: string; readonly words: readonly Piece[]; readonly cites: number | null }
  | typeof GAP

/** The place of text that was removed. */
export const GAP = { type: 'gap', raw: '' } as const

/** The text after a source: more may decide a construct, more comes but is not waited for, or the line ends. */
export type Following = 'open' | 'full' | 'end'

/** A line that is read. */
export interface Source {
  readonly text: string
  readonly following: Following
  /** True if a word, a closing bracket or code is directly before the text. */
  readonly isAttached: boolean
  /** The last two characters before the text, fewer at the start of a line. */
  readonly before: string
}

/** Pieces in which the last two characters are looked for, beside gaps. */
const MAX_GAPS = 12
/** UTF-16 units of a character reference: `&CounterClockwiseContourIntegral;` is the longest. */
const MAX_ENTITY = 33
const ESCAPABLE = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** Characters that have no meaning in addresses to any renderer. */
const HARMLESS = /^(?:[<>&"'{}|*`[\]()!$^;,= ]|[^\u0000-\u007f]+)$/
const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>$/i
/** A mark around material, `<<doc id=…>>`, and its beginning. */
const MARK = /^<<(?:$|[a-z]{1,3}$|(?:doc|end)(?:$|\s[^<>]{0,40}(?:$|>$|(>>))))/
/** The id of a section as its title line has it, and its beginning. */
const ID = /^\((?:$|i$|id$|id:\s?([^\s()]{0,200})(\)?))/
const BREAK = /^<br\s*\/?>$/i
/** Tags of elements that only wrap text. */
const WRAPPER = /^<\/?(?:a|center|cite|details|summary)(?:\s[^]*)?>$/i
const IMAGE = /^<img\s[^]*>$/i
const DESCRIPTION = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i
/** `【1†source】`, `［1］`, OpenAI's marks of a search (`citation.ts`), and their beginning. */
const LENS = /^[【［〔〖\ue200]([^【】［］〔〕〖〗\ue200\ue201]{0,80})([】］〕〗\ue201]?)/
/** Brackets that are escaped, `\[1\]`, and their beginning. */
const ESCAPED = /^\\\[([^[\]\\]{0,40})(\\?\]?)/
/** Elements that models write for emphasis and notes, and their beginning. */
const ELEMENT = /^<(b|i|em|strong|u|s|kbd|sub|sup|small|mark|cite|ref|citation)>([^<>]{0,80})(?:(<\/\1>)|<?\/?[a-z]*$)/i
const COMMENT = /^<!--[^]*-->$/
/** The label of a reference, `[1]` in `[words][1]`, and its beginning. */
const LABEL = /^\[([^[\]]*)(\]?)/
/** Characters after which brackets may be an index: `list[0]`. */
export const WORD = /[\p{L}\p{N}_)\]]/u
/** Characters that end, split or change a target in some renderer. */
const UNSAFE = /[\u0000-\u0020\u007f<>\\`|]|&#?\w+;/
/** Schemes other than those of web pages, such as `javascript:`. */
const FOREIGN_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i

interface Opener {
  readonly from: number
  readonly isImage: boolean
  /** Number of pieces before it. */
  readonly before: number
  /** True if a word or bracket is directly before it: `list[0]`. */
  readonly isAttached: boolean
}

interface Reader extends Source {
  readonly policy: LinkPolicy
  at: number
  readonly pieces: Piece[]
  readonly starts: number[]
  readonly openers: Opener[]
}

/**
 * The pieces of the beginning of a source that is decided, for each the offset of its construct, and the length of that
 * beginning in UTF-16 units. Open brackets are text where no more text is waited for.
 */
export function readInline(source: Source, policy: LinkPolicy) {
  const reader: Reader = { ...source, policy, at: 0, pieces: [], starts: [], openers: [] }
  while (reader.at < reader.text.length) {
    const read = CONSTRUCTS[reader.text.charAt(reader.at)] ?? readPlain
    if (!read(reader)) break
  }
  const { pieces, starts, at, openers, following } = reader
  const [opener] = openers
  if (opener === undefined || following !== 'open') return { pieces, starts, length: at }
  return { pieces: pieces.slice(0, opener.before), starts, length: opener.from }
}

/** Reads the construct that a character begins; false if only more text can decide it. */
const CONSTRUCTS: Readonly<Record<string, (reader: Reader) => boolean>> = {
  '\\': readEscape,
  '&': readEntity,
  '<': readAngle,
  '`': readCode,
  '~': readTildes,
  '!': readBang,
  ...Object.fromEntries([...'【［〔〖\ue200'].map((char) => [char, readLens])),
  '(': readParenthesis,
  '（': readParenthesis,
  '[': (reader) => openBracket(reader, false),
  ']': closeBracket,
}

/** Adds the pieces of the construct that is next, and goes on after its source. */
function add(reader: Reader, construct: readonly Piece[], length: number): true {
  reader.pieces.push(...construct)
  reader.starts.push(...construct.map(() => reader.at))
  reader.at += length
  return true
}

function addChar(reader: Reader, raw: string, char: string, length = 1): true {
  return add(reader, [{ type: 'char', raw, char }], length)
}

function readPlain(reader: Reader): true {
  const char = reader.text.charAt(reader.at)
  return addChar(reader, char, char)
}

/** True if the next characters, at most `length`, reach the end of the source, and more text may come. */
function isOpen({ text, at, following }: Reader, length: number): boolean {
  return following === 'open' && at + length >= text.length
}

/** A backslash before other characters is text, and is written so that it escapes nothing. */
function readEscape(reader: Reader): boolean {
  const next = reader.text.charAt(reader.at + 1)
  if (isOpen(reader, 1)) return false
  const [whole = '', label = '', end = ''] = ESCAPED.exec(reader.text.slice(reader.at)) ?? []
  if (whole !== '' && end !== '\\]' && isOpen(reader, whole.length)) return false
  const numbers = end === '\\]' ? sourcesOf(reader, label, isAttached(reader)) : null
  if (numbers !== null) return add(reader, citing(reader, [], numbers), whole.length)
  if (next === '' && reader.following === 'end') return readPlain(reader)
  return next !== '' && ESCAPABLE.includes(next) ? addChar(reader, `\\${next}`, next, 2) : addChar(reader, '\\\\', '\\')
}

function readEntity(reader: Reader): boolean {
  const [name = ''] = /^&[A-Za-z0-9#]*/.exec(reader.text.slice(reader.at, reader.at + MAX_ENTITY)) ?? []
  if (isOpen(reader, name.length) && name.length < MAX_ENTITY) return false
  if (reader.text.charAt(reader.at + name.length) !== ';' || name.length === 1) return readPlain(reader)
  const decoded = decodeEntities(`${name};`)
  const isHarmless = decoded !== `${name};` && HARMLESS.test(decoded)
  return isHarmless ? addChar(reader, `${name};`, decoded, name.length + 1) : addChar(reader, '&amp;', '&')
}

function readParenthesis(reader: Reader): boolean {
  const rest = reader.text.slice(reader.at)
  if (reader.following === 'open' && IN_PARENTHESES_BEGUN.test(rest)) return false
  const [citation = '', label = ''] = IN_PARENTHESES.exec(rest) ?? []
  const numbers = citation === '' ? null : reader.policy.cite(label)
  if (numbers !== null) return add(reader, citing(reader, [], numbers), citation.length)
  const [whole = '', id = '', end = ''] = ID.exec(rest) ?? []
  const isCut = end === ''
  if (isCut && whole !== '' && isOpen(reader, whole.length)) return false
  // A line that ends within an id is that of a reply that was cut off.
  const isId = id !== '' && (!isCut || (reader.following === 'end' && reader.at + whole.length === reader.text.length))
  const isCopy = isId && reader.policy.numberWithId(id, isCut) !== null
  return isCopy ? add(reader, bare([]), whole.length) : readPlain(reader)
}

function readAngle(reader: Reader): boolean {
  const [mark = '', closed] = MARK.exec(reader.text.slice(reader.at)) ?? []
  if (closed !== undefined) return add(reader, bare([]), mark.length)
  if (mark !== '' && isOpen(reader, mark.length)) return false
  const element = ELEMENT.exec(reader.text.slice(reader.at))
  if (element !== null && element[3] === undefined && reader.following === 'open') return false
  if (element?.[3] !== undefined) return readElement(reader, element)
  const [tag = '', end] = /^<(?:$|[A-Za-z/!?][^<>]*(>?))/.exec(reader.text.slice(reader.at)) ?? []
  if (tag === '') return readPlain(reader)
  if (end !== '>') return isOpen(reader, tag.length) ? false : addChar(reader, '\\<', '<')
  const isImage = IMAGE.test(tag)
  const [, double, single] = (isImage ? DESCRIPTION.exec(tag) : null) ?? []
  const address = AUTOLINK.exec(tag)?.[1]
  const isBreak = BREAK.test(tag)
  const isDropped = isImage || isBreak || WRAPPER.test(tag) || COMMENT.test(tag)
  if (address === undefined && !isDropped) return addChar(reader, '\\<', '<')
  const text = address ?? double ?? single ?? (isBreak ? ' ' : '')
  const { pieces } = readInline({ text, following: 'full', isAttached: false, before: '' }, reader.policy)
  return add(reader, bare(pieces), tag.length)
}

/** The words of an element, or what they cite: `<sup>1</sup>`, but `2<sup>53</sup>` and `n<sup>2</sup>` are powers. */
function readElement(reader: Reader, [whole, name = '', words = '']: RegExpExecArray): true {
  const isNote = /^(?:sup|cite|ref|citation)$/i.test(name)
  const isPower = /^sup$/i.test(name) && /(?:[\d)]|(?<!\p{L})\p{L})$/u.test(textBefore(reader))
  // Emphasis has no space inside; letters around it are those of `Array<b>`.
  const isLoose = words.trim() !== words || words === '' || (!/^su[bp]$|^c|^r/i.test(name) && isAttached(reader))
  if (isLoose) return addChar(reader, '\\<', '<')
  const numbers = isNote && !isPower ? reader.policy.cite(words) : null
  if (numbers?.some((number) => reader.policy.linkOf(number) !== null)) {
    return add(reader, citing(reader, [], numbers), whole.length)
  }
  const { pieces } = readInline({ text: words, following: 'full', isAttached: false, before: '' }, reader.policy)
  return add(reader, isPower ? [...charsOf('^'), ...pieces] : bare(pieces), whole.length)
}

/** The last two characters before the next offset, fewer at the start of a line. */
function textBefore({ pieces, before }: Reader): string {
  const last = pieces.slice(-MAX_GAPS).filter(({ type }) => type !== 'gap')
  return (before + last.map((piece) => (piece.type === 'char' ? piece.char : ' ')).join('')).slice(-2)
}

/** A code span ends at the next run of as many backticks. Backticks without one are text. */
function readCode(reader: Reader): boolean {
  const rest = reader.text.slice(reader.at)
  const [run, ...others] = [...rest.matchAll(/`+/g)]
  const ticks = run?.[0] ?? ''
  const closing = others.find(([other]) => other === ticks)
  if (closing !== undefined) {
    const raw = rest.slice(0, closing.index + ticks.length)
    // More backticks may follow.
    return isOpen(reader, raw.length) ? false : add(reader, [{ type: 'code', raw }], raw.length)
  }
  return isOpen(reader, rest.length) ? false : add(reader, [...ticks].flatMap(() => charsOf('`', '\\`')), ticks.length)
}

/** Three tildes would open a block of code, wherever a line may begin. */
function readTildes(reader: Reader): boolean {
  const [run = ''] = /^~+/.exec(reader.text.slice(reader.at)) ?? []
  if (isOpen(reader, run.length)) return false
  return add(reader, charsOf(run, run.length < 3 ? '~' : '\\~'), run.length)
}

function readBang(reader: Reader): boolean {
  if (isOpen(reader, 1)) return false
  return reader.text.charAt(reader.at + 1) === '[' ? openBracket(reader, true) : readPlain(reader)
}

function readLens(reader: Reader): boolean {
  const [whole = '', label = '', end] = LENS.exec(reader.text.slice(reader.at)) ?? []
  if (end === '' && isOpen(reader, whole.length)) return false
  const numbers = end === '' ? null : sourcesOf(reader, label, isAttached(reader))
  return numbers === null ? readPlain(reader) : add(reader, citing(reader, [], numbers), whole.length)
}

/** Opens a bracket: `[`, or `![`. It is escaped unless it is closed. */
function openBracket(reader: Reader, isImage: boolean): true {
  const { at, pieces, openers } = reader
  openers.push({ from: at, isImage, before: pieces.length, isAttached: isAttached(reader) })
  if (isImage) addChar(reader, '\\!', '!')
  return addChar(reader, '\\[', '[')
}

/** Closes the last open bracket, and decides about it by the label or target after it. */
function closeBracket(reader: Reader): boolean {
  const { text, at, pieces, starts, openers } = reader
  const opener = openers.at(-1)
  if (opener === undefined) return readPlain(reader)
  const { from, isImage, before } = opener
  const mark = isImage ? '!['.length : '['.length
  const numbers = sourcesOf(reader, text.slice(from + mark, at), opener.isAttached)
  const [whole = '', words = '', end] = (numbers === null ? LABEL.exec(text.slice(at + 1)) : null) ?? []
  if (end !== ']' && isOpen(reader, 1 + whole.length)) return false
  const cited = end === ']' ? sourcesOf(reader, words, opener.isAttached) : null
  // `[words][]`, but not `string[][]`.
  const isEmpty = words === '' && !opener.isAttached && from + mark < at
  const label = cited ?? (end === ']' && (isImage || isEmpty) ? [] : null)
  const length = 1 + (label === null ? 0 : whole.length)
  const targetLength = lengthOfTarget(text.slice(at + length), reader.following)
  if (isOpen(reader, length) || (targetLength === -1 && reader.following === 'open')) return false
  const target = text.slice(at + length + 1, at + length + targetLength).replace(/\)$/, '')
  const address = targetLength > 0 ? parseTarget(target) : null
  const closed = { isImage, words: pieces.slice(before + mark), numbers, label, address, target }
  openers.pop()
  pieces.length = starts.length = before
  add(reader, resolve(reader, closed), length + (address === null ? 0 : targetLength))
  // All of it is one construct.
  starts.fill(from, before)
  return true
}

/**
 * The length of the parentheses at the start of a text; 0 if they are none, -1 if they don't end. At the end of a line
 * an address that was cut off ends there.
 */
function lengthOfTarget(text: string, following: Following): number {
  if (!text.startsWith('(')) return 0
  const angle = text[1] === '<' ? text.indexOf('>') : 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '[' && at > 1) return 0
    if (char === '\\') at += 1
    else if (at > 0 && (angle === -1 || at < angle)) continue
    else if (char === '(') depth += 1
    else if (char === ')' && --depth === 0) return at + 1
  }
  return following === 'end' && !/\s/.test(text) ? text.length : -1
}

/** Closed brackets with what comes after them: `[words][label](target)`. */
interface Closed {
  readonly isImage: boolean
  readonly words: readonly Piece[]
  /** Sources that the words cite, `[1]`; null if they are not a citation. */
  readonly numbers: readonly number[] | null
  /** Sources that the label cites; null without a label. */
  readonly label: readonly number[] | null
  /** The text in the parentheses, and its address; null without any. */
  readonly target: string
  readonly address: string | null
}

function resolve(reader: Reader, { isImage, words, numbers, label, target, address }: Closed): readonly Piece[] {
  const { policy } = reader
  const source = isImage || address === null ? null : policy.numberAt(address)
  if (numbers !== null) {
    const citations = citing(reader, [], source === null || numbers.includes(source) ? numbers : [source])
    // `![1]` is an exclamation mark and a citation.
    return isImage ? [...charsOf('!', '\\!'), ...citations] : citations
  }
  if (address === null && label === null) return literal(words, isImage)
  if (isImage) return bare(words)
  const cited = label ?? policy.cite(target) ?? (source === null ? null : [source])
  if (cited !== null) return citing(reader, words, cited)
  const isAllowed = address !== null && isSimple(words) && policy.treatmentOf(address) === 'link'
  const link = isAllowed ? formatTarget(address) : null
  return link === null ? bare(words) : [{ type: 'link', raw: `[${sourceOf(words)}]${link}`, words, cites: null }]
}

/**
 * Links to the sources that exist: the first has the words, the others their numbers. Words that can't be a link's text
 * come before all numbers.
 */
function citing({ policy }: Reader, words: readonly Piece[], numbers: readonly number[]): readonly Piece[] {
  const text = sourceOf(words).trim()
  const isLinked = text !== '' && isSimple(words)
  const pieces: Piece[] = text === '' || isLinked ? [] : bare(words)
  for (const cites of new Set(numbers)) {
    const url = policy.linkOf(cites)
    const target = url === null ? null : formatTarget(url)
    if (target === null) continue
    const own = pieces.length === 0 && isLinked ? words : []
    if (pieces.length > 0) pieces.push(...charsOf(text === '' ? ', ' : ' '))
    pieces.push({ type: 'link', raw: `[${own.length > 0 ? text : cites}]${target}`, words: own, cites })
  }
  return pieces.length === 0 ? bare(isLinked ? words : []) : pieces
}

/** Brackets that are text. The outer ones of `[[1]]` are dropped, since the citation has its own. */
function literal(words: readonly Piece[], isImage: boolean): readonly Piece[] {
  if (words.length > 0 && words.every(({ type }) => type === 'gap' || type === 'link')) return bare(words)
  // A definition, `[label]:`, ends its label at any bracket, also in code.
  const opening = charsOf('[', hasAny(words, '[]') ? '\\[' : '[')
  return [...(isImage ? charsOf('!', '\\!') : []), ...opening, ...words, ...charsOf(']')]
}

function bare(pieces: readonly Piece[]): Piece[] {
  return [GAP, ...pieces, GAP]
}

/** The characters of a text; the first is written as `raw`. */
function charsOf(text: string, raw = text.charAt(0)): readonly Piece[] {
  return [...text].map((char, i) => ({ type: 'char', raw: i === 0 ? raw : char, char }))
}

/** The sources that words in brackets cite. Directly after a word, `[0]` is an index. */
function sourcesOf({ policy }: Reader, words: string, isAfterWord: boolean): readonly number[] | null {
  const numbers = policy.cite(words)
  return isAfterWord && numbers?.[0] === 0 ? null : numbers
}

/** True if a word, a closing bracket or code is directly before the next offset. */
function isAttached(reader: Reader): boolean {
  const last = reader.pieces.at(-1)
  if (last === undefined) return reader.isAttached
  return last.type === 'char' ? WORD.test(last.char) : last.type === 'code'
}

/**
 * True if words can be a link's text in every renderer: no link, address, bracket or end of a table's cell in them, not
 * even in code.
 */
function isSimple(words: readonly Piece[]): boolean {
  if (hasAny(words, '[]|') || words.some(({ type }) => type === 'link')) return false
  // The text on both sides of a gap could make a tag, or a character reference.
  const hasGap = words.some(({ type }) => type === 'gap')
  if (hasGap && words.some((piece) => piece.type === 'char' && '<!~&'.includes(piece.raw))) return false
  const seen = words.map((piece) => (piece.type === 'char' ? piece.char : piece.raw && ' '))
  return !/\/\/|www\.|@/i.test(seen.join(''))
}

/** True if any of these characters is in words, without a backslash before it or in code. */
function hasAny(words: readonly Piece[], chars: string): boolean {
  const has = ({ type, raw }: Piece, char: string) => (type === 'char' ? raw === char : raw.includes(char))
  return words.some((piece) => [...chars].some((char) => has(piece, char)))
}

function sourceOf(words: readonly Piece[]): string {
  return words.map(({ raw }) => raw).join('')
}

/** The parentheses after the words of a link; null for an address that can't be written in them or opens no page. */
function formatTarget(url: string): string | null {
  if (url === '' || UNSAFE.test(url) || FOREIGN_SCHEME.test(url)) return null
  return /[()]/.test(url) ? `(<${url}>)` : `(${url})`
}

/** The address in a link's parentheses, `<address> "title"` or `address "title"`; null for other text. */
function parseTarget(inside: string): string | null {
  const [, angled, plain] = /^(?:<([^<>]*)>|(\S*))(?:\s+(?:"[^]*"|'[^]*'|\([^]*\)))?$/.exec(inside.trim()) ?? []
  return angled ?? plain ?? null
}
