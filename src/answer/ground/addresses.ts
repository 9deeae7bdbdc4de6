/**
 * Characters of prose -> the same without the addresses that renderers make links
 * of by themselves: `https://…`, `www.…`, `//host`, `name@host.org`, `host.com`.
 * It looks at what a reader would see (`&#58;` and `\:` are colons), because some
 * renderers look for addresses only then. Rules: GFM's autolinks, marked,
 * linkify-it (markdown-it) and mdast-util-gfm-autolink-literal (remark), all at once.
 */
import { writeChar, writeCode, writeGap, writeLink, type MarkdownWriter } from './markdown-writer.ts'
import type { LinkPolicy, LinkCounts } from './policy.ts'

/** UTF-16 units of an address; a longer one is removed without a check. */
const MAX_ADDRESS_LENGTH = 250
/** UTF-16 units of a label after a full stop; no longer one ends an address by itself. */
const MAX_LABEL_LENGTH = 70
/** UTF-16 units kept of the written text: enough for `mailto:`. */
const TAIL_LENGTH = 8

const STARTS = ['http://', 'https://', 'ftp://', 'www.', '//']
const WWW = /^www\.?$/i
const SCHEME = /^(?:https?|ftp):\/\//i
const BARE = /^(?:(?:https?|ftp):\/\/|\/\/|\.)$/i
/** Characters that end an address in all renderers, or nearly all; the text after them is read again. */
const ENDS = /[\s<>"`|“”‘’«»。，、；：！？（）「」『』【】]/
/** Characters at the end of an address that renderers leave out of it. */
const TRAILING = '.,;:!?)]}\'*_~'
/** Top-level domains that linkify-it links without a scheme, besides those of countries. */
const TOP_LEVEL = /^(?:biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|рф|xn--.*)$/i
/** Two letters that are common file extensions and no domain of a country, or rarely one. */
const NO_COUNTRY = /^(?:js|ts|go|ex|hs|kt|db|ui|cs|vb|el|xz)$/i

interface Char {
  readonly raw: string
  readonly char: string
}

/** Characters that end a sentence or a part of it: no space belongs before them. */
const PUNCTUATION = '.,;:!?'
/** Spaces at the end of a line that break it. */
const HARD_BREAK_LENGTH = 2

/**
 * Position in a possible address; `lost` is within one that is too long. `space` is after a space, `gap` after a space
 * and a gap, and `stop` after these and punctuation: then the space goes with the text that was removed.
 */
type State = 'text' | 'start' | 'address' | 'lost' | 'label' | 'domain' | 'space' | 'gap' | 'stop'

/** The state of the filter, with the text it holds back. */
export interface AddressFilter {
  readonly writer: MarkdownWriter
  readonly policy: LinkPolicy
  readonly counts: LinkCounts
  state: State
  held: Char[]
  /** The last characters written, in lower case. */
  tail: string
  /** True if this word began with `mailto:`, which needs no full stop after `@`. */
  isMail: boolean
}

/** A filter at the start of a text. */
export function createAddressFilter(writer: MarkdownWriter, policy: LinkPolicy, counts: LinkCounts): AddressFilter {
  return { writer, policy, counts, state: 'text', held: [], tail: '', isMail: false }
}

/** Takes one character and how it is written. */
export function pushChar(addresses: AddressFilter, raw: string, char: string): void {
  const { state } = addresses
  if (state === 'text') readText(addresses, raw, char)
  else if (state === 'space' || state === 'gap' || state === 'stop') readSpace(addresses, raw, char)
  else if (state === 'start') readStart(addresses, raw, char)
  else if (state === 'label') readLabel(addresses, raw, char)
  else if (state === 'domain') readDomain(addresses, raw, char)
  else readAddress(addresses, raw, char)
}

/** Takes a code span, which ends any address. */
export function pushCode(addresses: AddressFilter, raw: string): void {
  endAddress(addresses, raw)
  writeCode(addresses.writer, raw)
  addresses.tail = ''
}

/** Takes a place where text was removed, which may be within an address. */
export function pushGap(addresses: AddressFilter): void {
  const { state, writer } = addresses
  if (state === 'stop') endSpace(addresses, '')
  // The space after the mark of a list item is part of the mark.
  else if (state === 'space' && writer.line.isMarks) release(addresses)
  if (addresses.state === 'space' || addresses.state === 'gap') addresses.state = 'gap'
  else writeGap(writer)
}

/** Takes an allowed link, which ends any address. */
export function pushLink(addresses: AddressFilter, raw: string, isCitation: boolean): void {
  endAddress(addresses, raw)
  writeLink(addresses.writer, raw, isCitation)
  addresses.tail = ''
}

/** Decides about the buffered text. `next` is the text directly after it, empty at the end of a line. */
export function endAddress(addresses: AddressFilter, next: string): void {
  // The end of one address may begin another: the full stop after `www`.
  while (addresses.state !== 'text') {
    if (addresses.state === 'start') release(addresses)
    else if (['space', 'gap', 'stop'].includes(addresses.state)) endSpace(addresses, next)
    else if (addresses.state === 'label') decideLabel(addresses)
    else if (addresses.state === 'domain') decideDomain(addresses)
    else decideAddress(addresses, next)
  }
  addresses.tail = ''
  addresses.isMail = false
}

function readText(addresses: AddressFilter, raw: string, char: string): void {
  const { tail } = addresses
  const before = tail[tail.length - 1] ?? ' '
  // `a//b` is text, but `//` after a removed scheme may be an address.
  const isSlash = char === '/' && !/[\p{L}\p{N}]/u.test(before)
  if (isSlash || ('hfwHFW'.includes(char) && !/[A-Za-z0-9]/.test(before))) hold(addresses, 'start', raw, char)
  else if (char === '.' && before !== ' ') hold(addresses, 'label', raw, char)
  else if (char === '@' && before !== ' ') hold(addresses, 'domain', raw, char)
  else if (raw === ' ') hold(addresses, 'space', raw, char)
  else write(addresses, raw, char)
}

function readSpace(addresses: AddressFilter, raw: string, char: string): void {
  const { held, state } = addresses
  if (state === 'gap' && raw === ' ') {
    if (held.length <= HARD_BREAK_LENGTH) hold(addresses, 'gap', raw, char)
  } else if (state === 'gap' && PUNCTUATION.includes(char)) {
    hold(addresses, 'stop', raw, char)
  } else {
    endSpace(addresses, char)
    pushChar(addresses, raw, char)
  }
}

/**
 * Decides about buffered spaces: around a gap one is enough, and none is needed before punctuation or the end of a
 * line. The text that is now adjacent is parsed as if the model had written it.
 */
function endSpace(addresses: AddressFilter, next: string): void {
  const { held, state, writer } = addresses
  const punctuation = state === 'stop' ? held.slice(-1) : []
  const [space, ...later] = held.slice(0, held.length - punctuation.length)
  const isLineEnd = state === 'gap' && next === ''
  // In `a [9] .env` the full stop begins a name.
  const isDropped = isLineEnd || (state === 'stop' && !/[\p{L}\p{N}_/]/u.test(next))
  addresses.held = []
  addresses.state = 'text'
  if (space !== undefined && !isDropped) write(addresses, space.raw, space.char)
  if (state !== 'space') writeGap(writer)
  if (isLineEnd) writeAll(addresses, later)
  for (const { raw, char } of punctuation) pushChar(addresses, raw, char)
}

function readStart(addresses: AddressFilter, raw: string, char: string): void {
  const start = textOf(addresses.held) + char
  const lower = start.toLowerCase()
  if (STARTS.includes(lower)) return hold(addresses, 'address', raw, char)
  if (STARTS.some((prefix) => prefix.startsWith(lower))) return hold(addresses, 'start', raw, char)
  release(addresses)
  pushChar(addresses, raw, char)
}

function readAddress(addresses: AddressFilter, raw: string, char: string): void {
  // A bracket that was opened before the address is not part of it.
  if (ENDS.test(char) || (char === ']' && !addresses.held.some((held) => held.char === '['))) {
    decideAddress(addresses, char)
    return pushChar(addresses, raw, char)
  }
  if (addresses.state === 'lost') return
  hold(addresses, 'address', raw, char)
  if (addresses.held.length <= MAX_ADDRESS_LENGTH) return
  addresses.held = []
  addresses.state = 'lost'
}

function readLabel(addresses: AddressFilter, raw: string, char: string): void {
  const { held, tail } = addresses
  if (held.length === 1 && tail.endsWith('www') && !ENDS.test(char)) return hold(addresses, 'address', raw, char)
  if (isLabel(char) && held.length < MAX_LABEL_LENGTH) return hold(addresses, 'label', raw, char)
  decideLabel(addresses)
  pushChar(addresses, raw, char)
}

function readDomain(addresses: AddressFilter, raw: string, char: string): void {
  const { held } = addresses
  if (held.length < MAX_ADDRESS_LENGTH && isHost(char)) return hold(addresses, 'domain', raw, char)
  // `name@[IPv6:::1]`
  if (char === '[' && held.length === 1) addresses.isMail = true
  decideDomain(addresses)
  pushChar(addresses, raw, char)
}

/** `next` is the text directly after the address. */
function decideAddress(addresses: AddressFilter, next: string): void {
  const { held, state } = addresses
  addresses.held = []
  addresses.state = 'text'
  if (state === 'lost') return removeAddress(addresses)
  // `//` and `https://` alone are not addresses.
  if (BARE.test(textOf(held)) && (next === '' || next === ' ' || next === '\t')) return writeAll(addresses, held)
  // The full stop after `www` is not a trailing one.
  const end = Math.max(trimmedLength(held), 1)
  const address = textOf(held.slice(0, end))
  const treatment = BARE.test(address) || WWW.test(address) ? 'code' : addresses.policy.treatmentOf(address)
  if (treatment === 'removed') {
    removeAddress(addresses)
  } else {
    if (treatment === 'link' && SCHEME.test(address)) writeLink(addresses.writer, `<${address}>`, false)
    else writeAddress(addresses, address)
    addresses.tail = ''
  }
  for (const { raw, char } of held.slice(end)) pushChar(addresses, raw, char)
}

function writeAddress(addresses: AddressFilter, address: string): void {
  writeCode(addresses.writer, `\`${address}\``)
}

function removeAddress(addresses: AddressFilter): void {
  addresses.counts.removedLinks += 1
  writeGap(addresses.writer)
  addresses.tail = ''
}

/** `README.md` has the form of a host. An escaped full stop keeps it from being taken for one. */
function decideLabel(addresses: AddressFilter): void {
  const { held } = addresses
  const [dot, ...letters] = held
  const label = textOf(letters)
  const isTopLevel = TOP_LEVEL.test(label) || (/^[a-z]{2}$/i.test(label) && !NO_COUNTRY.test(label))
  addresses.held = []
  addresses.state = 'text'
  // remark makes a link of `www.` alone.
  if (label === '' && addresses.tail.endsWith('www')) return writeAddress(addresses, '.')
  if (dot !== undefined) write(addresses, isTopLevel && dot.raw === '.' ? '\\.' : dot.raw, dot.char)
  writeAll(addresses, letters)
}

function decideDomain(addresses: AddressFilter): void {
  const { held, isMail } = addresses
  const end = trimmedLength(held)
  const domain = textOf(held.slice(0, end))
  addresses.held = []
  addresses.state = 'text'
  if (!isMail && !domain.includes('.') && !/www$/i.test(domain)) return writeAll(addresses, held)
  writeCode(addresses.writer, `\`${domain || '@'}\``)
  addresses.tail = ''
  for (const { raw, char } of held.slice(Math.max(end, 1))) pushChar(addresses, raw, char)
}

function hold(addresses: AddressFilter, state: State, raw: string, char: string): void {
  addresses.held.push({ raw, char })
  addresses.state = state
}

/** Writes buffered text that turned out to be plain text. */
function release(addresses: AddressFilter): void {
  const { held } = addresses
  addresses.held = []
  addresses.state = 'text'
  writeAll(addresses, held)
}

function writeAll(addresses: AddressFilter, chars: readonly Char[]): void {
  for (const { raw, char } of chars) write(addresses, raw, char)
}

function write(addresses: AddressFilter, raw: string, char: string): void {
  writeChar(addresses.writer, raw, char)
  addresses.tail = (addresses.tail + char.toLowerCase()).slice(-TAIL_LENGTH)
  if (char === ':') addresses.isMail ||= addresses.tail.endsWith('mailto:') || addresses.tail.endsWith('xmpp:')
  else if (char === ' ') addresses.isMail = false
}

/**
 * Length without the trailing characters that renderers leave out; a parenthesis that was opened in it belongs to it.
 */
function trimmedLength(held: readonly Char[]): number {
  let depth = 0
  for (const { char } of held) depth += char === '(' ? 1 : char === ')' ? -1 : 0
  let end = held.length
  while (end > 0 && TRAILING.includes(held[end - 1]!.char)) {
    if (held[end - 1]!.char === ')' && depth++ >= 0) break
    end -= 1
  }
  return end
}

function textOf(held: readonly Char[]): string {
  return held.map(({ char }) => char).join('')
}

/** True if the last label of a host may contain a character. */
function isLabel(char: string): boolean {
  return /[\p{L}\p{N}\p{M}\ud800-\udfff-]/u.test(char)
}

/** True if a host may contain a character, by the most generous of the rules. */
function isHost(char: string): boolean {
  return /[._-]|[^\p{Z}\p{P}\p{Cc}<>`\uff5c]/u.test(char)
}
