/**
 * The prose of a line as it streams in -> the writer. Takes out the addresses that renderers make links of by
 * themselves: `https://…`, `www.…`, `//host`, `name@host.org`. It looks at what a reader would see (`&#58;` and `\:`
 * are colons), because some renderers look for addresses only then. Rules: GFM's autolinks, marked, linkify-it
 * (markdown-it) without its guesses, and mdast-util-gfm-autolink-literal (remark), all at once.
 */
import { type Following, GAP, type LinkPolicy, type Piece, readInline, WORD } from './inline.ts'
import { noteGap, writeChar, writeCode, writeLink, type Writer } from './writer.ts'

/** UTF-16 units that are held back. Text that is undecided by then is plain text. */
const MAX_HELD = 300
/** UTF-16 units of an address; a longer one is removed without a check. */
const MAX_ADDRESS_LENGTH = 250
/** UTF-16 units kept of the seen text: more than a character reference has. */
const SEEN_LENGTH = 34

/** Characters that end an address in all renderers, or nearly all. */
const ENDS = '\\s\\0<>"`|“”‘’«»。，、；：！？（）「」『』【】'
/** A bracket that was opened before the address is not part of it. */
const REST = `(?:[^${ENDS}[\\]]|\\[[^${ENDS}[\\]]*\\]?)*`
/** Characters of a host, by the most generous of the rules; a pipe is one, but may end a cell of a table. */
const HOST = '(?:[._-]|[^\\p{Z}\\p{P}\\p{Cc}<>`|\\uff5c])*'
const ADDRESS = new RegExp(
  [
    `(?<![a-z0-9])(?:(?:https?|ftp):\\/\\/|www\\.)${REST}`,
    `(?<![\\p{L}\\p{N}])\\/\\/${REST}`,
    `(?<=www)\\.${REST}`,
    `(?<=[^\\s\\0])@${HOST}`,
  ].join('|'),
  'giu',
)
/** The beginning of an address at the end of a text. */
const BEGUN =
  /(?:(?<![a-z0-9])(?:h|ht|htt|https?|https?:|https?:\/|f|ft|ftp|ftp:|ftp:\/|w|ww)|www|(?<![\p{L}\p{N}])\/)$/iu
/** Text that may begin a tag, an image, a block of code or a character reference together with the text after a gap. */
const GLUE = /[<!~]$|&[A-Za-z0-9#]*$|@[^\s@]*$/
const LONG_REST = new RegExp(`^[^${ENDS}\\]]*`, 'u')
/** `//` and `https://` alone are not addresses. */
const BARE = /^(?:(?:https?|ftp):)?\/\/$/i
const SCHEME = /^(?:https?|ftp):\/\//i
const MAIL = /(?:mailto|xmpp):(?:(?!mailto:|xmpp:)[^ ])*$/i
/** Characters at the end of an address that renderers leave out of it. */
const TRAILING = '.,;:!?)]}\'*_~'
/** A space beside removed text that is not needed: one is enough, and none before punctuation or the end of a line. */
const NEEDLESS_SPACE = / (?=[\0\u0001]+(?: |$|[.,;:!?](?![\p{L}\p{N}_/\n\u0001])))/gu
/** Text at the end of a view that decides about a space. */
const OPEN_SPACE = /(?: (?:[\0\u0001]+[.,;:!?]?)?)?$/
/** At the end of an answer: a label, `[words][1`, and other marks that were begun. */
const CUT_LABEL = /\[([^[\]]*)\]\[[^[\]]*$/
const CUT =
  /(?<![ \t])[ \t]*(?:\[[#^]?[\d,;\s–-]{0,40}|[【［〔〖][^】］〕〗]{0,40}|<(?:https?:|mailto:|\/?a\s|img\s)[^<>]*)$/i
const CUT_FENCE = /(?:^|(?<![ \t])[ \t]+)`{3}$/
/** A space and a parenthesis before a removed address, which go with it. */
const BEFORE_REMOVED = / ?\(?(?<![\0\u0001])[\0\u0001]*$/
/** In the view of a line, the places of code and links, and of removed text: they end an address. */
const OTHER = '\n'
const REMOVED = '\0'
/** The place of a removed address: punctuation before it belongs to nothing else. */
const ADDRESS_PLACE = '\u0001'

/** The prose of a line that is being written. */
export interface Prose {
  readonly writer: Writer
  readonly policy: LinkPolicy
  /** Source that is not decided. */
  held: string
  /** The end of the written text as a reader sees it. */
  seen: string
  /** The same without the spaces that stand for gaps: `xmpp` before one and `:` after it are `xmpp:`. */
  joined: string
  isGap: boolean
  /** True directly after a word, a closing bracket or code. */
  isAttached: boolean
  /** True if this word began with `mailto:`, which needs no full stop after `@`. */
  isMail: boolean
  isLong: boolean
}

/** Prose at the start of an answer. */
export function createProse(writer: Writer, policy: LinkPolicy): Prose {
  const flags = { isGap: false, isAttached: false, isMail: false, isLong: false }
  return { writer, policy, held: '', seen: '', joined: '', ...flags }
}

/** Takes text of a line. */
export function pushProse(prose: Prose, text: string): void {
  prose.held += text
  let length = 1
  while (prose.held !== '' && length > 0) {
    const source = prose.held.slice(0, MAX_HELD)
    length = writeDecided(prose, source, 'open')
    if (length === 0 && source.length === MAX_HELD) length = writeDecided(prose, source, 'full')
    prose.held = prose.held.slice(length)
  }
}

/** Takes characters that begin no construct: the marks at the start of a line. */
export function pushMarks(prose: Prose, marks: string): void {
  for (const mark of marks) writePiece(prose, { type: 'char', raw: mark, char: mark })
}

/** Takes back what an answer ends within: a citation, the label of a link, a tag, marks of code. */
export function dropCut(prose: Prose): void {
  // Without its bracket a word may make a tag with the `<` that was written before.
  if (prose.held.search(CUT_LABEL) === 0) prose.isGap = true
  prose.held = prose.held.replace(CUT_LABEL, '$1').replace(CUT_FENCE, '').replace(CUT, '')
}

/** Ends a line; no text is held back any more. */
export function endProse(prose: Prose): void {
  writeDecided(prose, prose.held, 'end')
  prose.held = prose.seen = prose.joined = ''
  prose.isGap = prose.isAttached = prose.isMail = prose.isLong = false
}

/** Writes the decided beginning of a source; returns its length in UTF-16 units. */
function writeDecided(prose: Prose, text: string, following: Following): number {
  const source = { text, following, isAttached: prose.isAttached, before: prose.seen.slice(-2) }
  const { pieces, starts, length } = readInline(source, prose.policy)
  const view = pieces.map(viewOf).join('')
  const { addresses, tail } = findAddresses(view, prose, following === 'full')
  const shown = withoutRemoved(view, addresses)
  const decided = following === 'end' ? pieces.length : decidedEnd(shown, starts, { addresses, tail })
  // Nothing is decided in as much text as may be held back.
  const isForced = following === 'full' && decided === 0
  const end = isForced ? pieces.length : decided
  const dropped = new Set(Array.from(shown.matchAll(NEEDLESS_SPACE), ({ index }) => index))
  let next = 0
  for (const [at, piece] of pieces.slice(0, end).entries()) {
    if (at < next) continue
    const address = addresses.find(({ from, treatment }) => from === at && treatment !== 'text')
    next = address?.to ?? at + 1
    if (address !== undefined) writeAddress(prose, view, address)
    else if (dropped.has(at)) prose.isAttached = false
    else writePiece(prose, piece)
  }
  return isForced ? length : (starts[end] ?? length)
}

/** A piece as one character that a reader sees. */
function viewOf(piece: Piece): string {
  if (piece.type === 'gap') return REMOVED
  return piece.type === 'char' ? piece.char.charAt(0) : OTHER
}

function withoutRemoved(view: string, addresses: readonly Address[]): string {
  if (addresses.length === 0) return view
  const chars = view.split('')
  for (const { from, to, treatment } of addresses) {
    if (treatment === 'removed' || treatment === 'long') chars.fill(ADDRESS_PLACE, from, to)
  }
  return chars.join('')
}

/** The number of pieces that no later text changes: all or none of a construct, and of an address. */
function decidedEnd(view: string, starts: readonly number[], { addresses, tail }: Addresses): number {
  const begun = tail.search(BEGUN)
  const open = addresses.find(({ isOpen, treatment }) => isOpen && treatment !== 'long')
  const begunLength = begun === -1 ? 0 : tail.length - begun
  let end = Math.max(0, Math.min(view.search(OPEN_SPACE), open?.from ?? view.length, view.length - begunLength))
  const isCut = () => starts[end] === starts[end - 1] || addresses.some(({ from, to }) => from < end && to > end)
  for (let last = -1; last !== end;) {
    last = end
    end -= BEFORE_REMOVED.exec(view.slice(0, end))?.[0].length ?? 0
    while (end > 0 && isCut()) end -= 1
  }
  return end
}

/** What looks like an address in the view of a line. */
interface Address {
  readonly from: number
  readonly to: number
  /** A long address is removed with the text after it; text is none after all. */
  readonly treatment: 'link' | 'code' | 'removed' | 'long' | 'text'
  /** True if more text may belong to it. */
  readonly isOpen: boolean
}

interface Addresses {
  readonly addresses: readonly Address[]
  /** The view after the last address, with the text that is before it in the output. */
  readonly tail: string
}

/** Finds addresses; with `isForced` one at the end of the view is taken as it is. */
function findAddresses(view: string, prose: Prose, isForced: boolean): Addresses {
  const pattern = new RegExp(ADDRESS)
  const rest = prose.isLong ? lengthOfRest(view) : 0
  const addresses: Address[] = []
  if (rest > 0) addresses.push({ from: 0, to: rest, treatment: 'long', isOpen: rest === view.length })
  let [before, at, isMail] = [prose.seen + (prose.isGap ? REMOVED : ''), rest, prose.isMail]
  for (;;) {
    const tail = before + view.slice(at)
    pattern.lastIndex = before.length
    const match = pattern.exec(tail)
    if (match === null) return { addresses, tail }
    const [whole] = match
    const lastEnd = at
    const from = at + match.index - before.length
    before = tail.slice(0, match.index)
    const joined = prose.joined + view.slice(0, from).replaceAll(REMOVED, '')
    isMail = (isMail && !view.slice(at, from).includes(' ')) || MAIL.test(joined)
    const after = view.charAt(from + whole.length)
    const isOpen = after === ''
    const treated = treat(whole, { after, isMail: isMail || (isForced && isOpen), policy: prose.policy })
    const isLong = whole.length > MAX_ADDRESS_LENGTH
    const treatment = isLong ? 'long' : treated.treatment
    at = from + (isLong ? MAX_ADDRESS_LENGTH + lengthOfRest(view.slice(from + MAX_ADDRESS_LENGTH)) : treated.length)
    // A parenthesis that the last address ends with is part of that one.
    const [opening = ''] = (treatment === 'removed' ? /\(\0*$/.exec(view.slice(lastEnd, from)) : null) ?? []
    const [closing = '', end] = (opening === '' ? null : /^\0*[.,;:!?]?(\)|$)/.exec(view.slice(at))) ?? []
    const isEnclosed = end === ')'
    if (isEnclosed) at += closing.length
    // The parenthesis may come with the next text.
    const mayClose = end === ''
    addresses.push({ from: isEnclosed ? from - opening.length : from, to: at, treatment, isOpen: isOpen || mayClose })
    if (treatment === 'text') before += whole
    else if (treatment === 'code' || treatment === 'link') before = OTHER
  }
}

/**
 * The treatment of what looks like an address, and the length of its text. `after` is the character after it, empty at
 * the end of the line; after `mailto:` (`isMail`) a host needs no full stop.
 */
function treat(
  whole: string,
  { after, isMail, policy }: { readonly after: string; readonly isMail: boolean; readonly policy: LinkPolicy },
): Pick<Address, 'treatment'> & { readonly length: number } {
  // The first character is not a trailing one, such as the full stop after `www`.
  const length = Math.max(trimmedLength(whole), 1)
  const address = whole.slice(0, length)
  if (whole.startsWith('@')) {
    // `@scope` and `@latest` are no hosts. To linkify-it a pipe may be a character of one.
    const isHost = isMail || /\.|www$/i.test(address) || after === '|' || (address === '@' && after === '[')
    return isHost ? { treatment: 'code', length } : { treatment: 'text', length: whole.length }
  }
  // `//` and `https://` alone are not addresses.
  if (BARE.test(whole) && /^[ \t]?$/.test(after)) return { treatment: 'text', length: whole.length }
  if (BARE.test(address) || /^(?:www)?\.?$/i.test(address)) return { treatment: 'code', length }
  const treatment = policy.treatmentOf(address)
  return { treatment: treatment === 'link' && !SCHEME.test(address) ? 'code' : treatment, length }
}

/** The number of characters that still belong to an address that is too long. */
function lengthOfRest(view: string): number {
  return LONG_REST.exec(view)?.[0].length ?? 0
}

/** Length without the trailing characters that renderers leave out; a parenthesis opened in it belongs to it. */
function trimmedLength(address: string): number {
  let open = address.split('(').length - address.split(')').length
  let end = address.length
  while (end > 0 && TRAILING.includes(address.charAt(end - 1))) {
    if (address.charAt(end - 1) === ')' && open++ >= 0) break
    end -= 1
  }
  return end
}

function writeAddress(prose: Prose, view: string, { from, to, treatment, isOpen }: Address): void {
  const address = view.slice(from, to)
  if (treatment === 'code') return writePiece(prose, { type: 'code', raw: `\`${address}\`` })
  if (treatment === 'link') return writePiece(prose, { type: 'link', raw: `<${address}>`, words: [], cites: null })
  writePiece(prose, GAP)
  prose.isLong = treatment === 'long' && isOpen
}

function writePiece(prose: Prose, piece: Piece): void {
  const { writer, seen, isGap } = prose
  const view = viewOf(piece)
  prose.isGap = piece.type === 'gap'
  prose.isAttached = piece.type === 'code' || WORD.test(view)
  if (piece.type === 'gap') return noteGap(writer)
  const isGlue = isGap && view !== ' ' && canJoin(seen, view)
  if (isGlue) writeChar(writer, ' ', ' ')
  if (piece.type === 'char') writeChar(writer, piece.raw, piece.char)
  else if (piece.type === 'code') writeCode(writer, piece.raw)
  else writeLink(writer, piece)
  prose.seen = (seen + (isGlue ? ' ' : '') + view).slice(-SEEN_LENGTH)
  prose.joined = (prose.joined + view).slice(-SEEN_LENGTH)
  prose.isMail = (prose.isMail && view !== ' ') || (view === ':' && MAIL.test(prose.joined))
}

/**
 * True if texts on both sides of a gap could make an address, a tag or another construct together, or a mark that was
 * read before: those are in capitals, as `NOT_IN_DOCS`.
 */
function canJoin(before: string, after: string): boolean {
  return GLUE.test(before) || BEGUN.test(before) || /^(?:[Ww]{2}|\S@|[A-Z_]{2})$/.test(before.slice(-1) + after)
}
