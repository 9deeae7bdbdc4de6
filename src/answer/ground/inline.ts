/**
 * The prose of a line, character by character -> pieces: characters with a safe
 * source, code spans, brackets. Text that looks like HTML is escaped or removed,
 * character references that could spell an address are escaped, and so is a
 * backtick outside of code spans, so that renderers see no other code.
 */
import { decodeEntities } from '../../content/entities.ts'
import { endAddress, type AddressFilter } from './addresses.ts'
import {
  addPiece, type Brackets, closeBracket, createBrackets, openBracket, resolveBrackets, resolveClosed, resolveTarget,
} from './brackets.ts'

/** UTF-16 units that may be held back in total. Text that is undecided by then is plain text. */
const MAX_HELD = 300
/** UTF-16 units of a character reference: `&CounterClockwiseContourIntegral;` is the longest. */
const MAX_ENTITY = 33
/** UTF-16 units between `【` and `】`. */
const MAX_LENS = 40

const ESCAPABLE = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** Characters that have no meaning in addresses to any renderer. */
const HARMLESS = /^(?:[<>&"'{}|*`[\]()!$^;,= ]|[^\u0000-\u007f]+)$/
const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>$/i
const BREAK = /^<br\s*\/?>$/i
const ANCHOR = /^<\/?a(?:\s[^]*)?>$/i
const IMAGE = /^<img\s[^]*>$/i
const DESCRIPTION = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** The construct that the held source may become. `closed` and `target` are after brackets, `lens` is within `【】`. */
type State =
  | 'text' | 'escape' | 'entity' | 'angle' | 'ticks' | 'span' | 'tildes' | 'bang' | 'closed' | 'target' | 'lens'

/** The state of the lexer, with the text it holds back. */
export interface InlineLexer {
  readonly next: AddressFilter
  readonly brackets: Brackets
  state: State
  /** Source since the state was entered. */
  held: string
  /** Backticks that opened the span, and the run of backticks read last in it. */
  run: number
  ticks: number
  /** Parentheses open in a target. */
  depth: number
  /** UTF-16 units read since text is held back. */
  age: number
  /** True if a pipe separates cells here, even within code. */
  isTable: boolean
  /** True if a code span of this line holds a pipe, which would separate cells if this were the head of a table. */
  hasPipe: boolean
}

/** A lexer at the start of a line. */
export function createInlineLexer(next: AddressFilter): InlineLexer {
  const brackets = createBrackets(next)
  return { next, brackets, state: 'text', held: '', run: 0, ticks: 0, depth: 0, age: 0, isTable: false, hasPipe: false }
}

/** Takes one UTF-16 unit of prose, no line end. */
export function pushInline(inline: InlineLexer, char: string): void {
  HANDLERS[inline.state](inline, char)
  if (inline.state === 'text' && inline.brackets.openers.length === 0) {
    inline.age = 0
  } else {
    inline.age += 1
    if (inline.age + inline.next.held.length > MAX_HELD) resolveHeld(inline, false)
  }
}

/** Ends a line; no text is held back any more. */
export function endInline(inline: InlineLexer): void {
  resolveHeld(inline, true)
  endAddress(inline.next, '')
}

const HANDLERS: Readonly<Record<State, (inline: InlineLexer, char: string) => void>> = {
  text: readText,
  escape: readEscape,
  entity: readEntity,
  angle: readAngle,
  ticks: readTicks,
  span: readSpan,
  tildes: readTildes,
  bang: readBang,
  closed: readClosed,
  target: readTarget,
  lens: readLens,
}

const STARTS: Readonly<Record<string, State>> = {
  '\\': 'escape',
  '&': 'entity',
  '<': 'angle',
  '`': 'ticks',
  '~': 'tildes',
  '!': 'bang',
  '【': 'lens',
}

/** The source of a construct's first character if it is only text. The text after it may not have come yet. */
const LITERAL: Readonly<Record<string, string>> = { '\\': '\\\\', '&': '&amp;', '<': '\\<', '`': '\\`' }

function readText(inline: InlineLexer, char: string): void {
  const state = STARTS[char]
  if (state !== undefined) hold(inline, state, char)
  else if (char === '[') openBracket(inline.brackets, false)
  else if (char === ']' && closeBracket(inline.brackets)) inline.state = 'closed'
  else addChar(inline, char, char)
}

/** A backslash before other characters is text, and is written so that it escapes nothing. */
function readEscape(inline: InlineLexer, char: string): void {
  reset(inline)
  if (ESCAPABLE.includes(char)) return addChar(inline, `\\${char}`, char)
  addChar(inline, '\\\\', '\\')
  readText(inline, char)
}

function readEntity(inline: InlineLexer, char: string): void {
  if (/[A-Za-z0-9#]/.test(char) && inline.held.length < MAX_ENTITY) return hold(inline, 'entity', char)
  const name = reset(inline)
  if (char !== ';' || name.length === 1) {
    addAll(inline, name)
    return readText(inline, char)
  }
  const decoded = decodeEntities(`${name};`)
  if (decoded !== `${name};` && HARMLESS.test(decoded)) return addChar(inline, `${name};`, decoded)
  addChar(inline, '&amp;', '&')
  addAll(inline, `${name.slice(1)};`)
}

function readAngle(inline: InlineLexer, char: string): void {
  if (inline.held.length === 1 && !/[A-Za-z/!?]/.test(char)) {
    addAll(inline, reset(inline))
    return readText(inline, char)
  }
  if (char !== '<') {
    hold(inline, 'angle', char)
    if (char === '>') readTag(inline, reset(inline))
    return
  }
  fail(inline)
  pushAgain(inline, char)
}

function readTag(inline: InlineLexer, tag: string): void {
  const address = AUTOLINK.exec(tag)?.[1]
  if (address !== undefined) {
    addPiece(inline.brackets, { type: 'gap' })
    return pushAgain(inline, address)
  }
  if (BREAK.test(tag)) {
    addPiece(inline.brackets, { type: 'gap' })
    return addChar(inline, ' ', ' ')
  }
  const isImage = IMAGE.test(tag)
  if (isImage || ANCHOR.test(tag)) {
    if (tag[1] !== '/') inline.next.counts.removedLinks += 1
    addPiece(inline.brackets, { type: 'gap' })
    const [, double, single] = (isImage ? DESCRIPTION.exec(tag) : null) ?? []
    return pushAgain(inline, double ?? single ?? '')
  }
  addChar(inline, '\\<', '<')
  pushAgain(inline, tag.slice(1))
}

function readTicks(inline: InlineLexer, char: string): void {
  if (char === '`') return hold(inline, 'ticks', char)
  inline.run = inline.held.length
  inline.ticks = 0
  hold(inline, 'span', char)
}

/** Ends at the character after the closing backticks, which shows that there are no more of them. */
function readSpan(inline: InlineLexer, char: string): void {
  if (char !== '`' && inline.ticks === inline.run) {
    addSpan(inline)
    return readText(inline, char)
  }
  inline.ticks = char === '`' ? inline.ticks + 1 : 0
  inline.held += char
}

function addSpan(inline: InlineLexer): void {
  const raw = reset(inline)
  const escaped = escapePipes(raw)
  if (raw !== escaped && !inline.isTable) inline.hasPipe = true
  addPiece(inline.brackets, { type: 'code', raw: inline.isTable ? escaped : raw })
}

/** Writes an odd number of backslashes before each pipe, which is then part of its cell in every renderer. */
function escapePipes(code: string): string {
  return code.replace(/(\\*)\|/g, (pipe, slashes: string) => (slashes.length % 2 === 1 ? pipe : `${slashes}\\|`))
}

/** Three tildes would open a block of code, wherever a line may begin. */
function readTildes(inline: InlineLexer, char: string): void {
  if (char === '~') return hold(inline, 'tildes', char)
  addTildes(inline)
  readText(inline, char)
}

function addTildes(inline: InlineLexer): void {
  const run = reset(inline)
  if (run.length < 3) return addAll(inline, run)
  addChar(inline, '\\~', '~')
  addAll(inline, run.slice(1))
}

function readBang(inline: InlineLexer, char: string): void {
  reset(inline)
  if (char === '[') return openBracket(inline.brackets, true)
  addChar(inline, '!', '!')
  readText(inline, char)
}

function readClosed(inline: InlineLexer, char: string): void {
  if (char === '(') {
    inline.depth = 1
    return hold(inline, 'target', char)
  }
  inline.state = 'text'
  if (char !== '[') resolveClosed(inline.brackets)
  readText(inline, char)
}

function readTarget(inline: InlineLexer, char: string): void {
  if (char === '[' && inline.held.length > 1) {
    fail(inline)
    return pushAgain(inline, char)
  }
  const isEscaped = inline.held.endsWith('\\')
  hold(inline, 'target', char)
  const isAngled = inline.held[1] === '<' && !inline.held.includes('>')
  if (isEscaped || isAngled) return
  if (char === '(') inline.depth += 1
  else if (char === ')') inline.depth -= 1
  if (inline.depth > 0) return
  if (resolveTarget(inline.brackets, inline.held.slice(1, -1))) reset(inline)
  else fail(inline)
}

/** `【1†source】` */
function readLens(inline: InlineLexer, char: string): void {
  if (char === '【' || inline.held.length > MAX_LENS) {
    fail(inline)
    return pushAgain(inline, char)
  }
  hold(inline, 'lens', char)
  if (char !== '】') return
  const label = inline.held.slice(1, -1)
  if (inline.next.policy.cite(label) === null) return fail(inline)
  reset(inline)
  openBracket(inline.brackets, false)
  addAll(inline, label)
  closeBracket(inline.brackets)
  resolveClosed(inline.brackets)
}

/** Gives up on the held construct: its first character is text, the others are read again. */
function fail(inline: InlineLexer): void {
  const { state, run } = inline
  if (state === 'target') resolveClosed(inline.brackets)
  const held = reset(inline)
  const first = held[0] ?? ''
  const length = state === 'span' ? run : state === 'ticks' ? held.length : 1
  for (let i = 0; i < length; i += 1) addChar(inline, LITERAL[first] ?? first, first)
  pushAgain(inline, held.slice(length))
}

/** Turns all held text into plain text; the end of a line may also complete a construct. */
function resolveHeld(inline: InlineLexer, isLineEnd: boolean): void {
  // Each round resolves one construct, and there are fewer of them than held characters.
  for (let round = 0; round <= MAX_HELD && inline.state !== 'text'; round += 1) {
    if (inline.state === 'tildes') addTildes(inline)
    else if (inline.state === 'closed') inline.state = 'text'
    else if (isLineEnd && inline.state === 'escape') addAll(inline, reset(inline))
    else if (isLineEnd && inline.state === 'span' && inline.ticks === inline.run) addSpan(inline)
    else fail(inline)
  }
  resolveBrackets(inline.brackets)
  inline.age = 0
}

function pushAgain(inline: InlineLexer, source: string): void {
  for (let i = 0; i < source.length; i += 1) HANDLERS[inline.state](inline, source[i]!)
}

function hold(inline: InlineLexer, state: State, char: string): void {
  inline.held += char
  inline.state = state
}

/** Goes back to text. Returns the held source. */
function reset(inline: InlineLexer): string {
  const { held } = inline
  inline.held = ''
  inline.state = 'text'
  return held
}

function addAll(inline: InlineLexer, text: string): void {
  for (let i = 0; i < text.length; i += 1) addChar(inline, text[i]!, text[i]!)
}

function addChar(inline: InlineLexer, raw: string, char: string): void {
  addPiece(inline.brackets, { type: 'char', raw, char })
}
