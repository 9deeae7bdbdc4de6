/**
 * Words in brackets -> allowed links, citations, or plain text. Words after an
 * open bracket are held as pieces until the bracket is decided; a bracket without
 * a meaning is written so that no renderer joins it to anything.
 */
import { pushChar, pushCode, pushGap, pushLink, type AddressFilter } from './addresses.ts'
import { formatTarget, parseTarget } from './policy.ts'

/** A part of a line: a character with its source, code, a whole link, or a gap where text was removed. */
export type Piece =
  | { readonly type: 'char'; readonly raw: string; readonly char: string }
  | { readonly type: 'code' | 'link' | 'citation'; readonly raw: string }
  | { readonly type: 'gap' }

/** `[words]` or `![words]`, to be decided by the text after it. */
interface Closed {
  readonly isImage: boolean
  readonly isAttached: boolean
  readonly words: readonly Piece[]
  /** Sources that the words cite, `[1]`; null if they are not a citation. */
  readonly shortcutNumbers: readonly number[] | null
  /** Sources that the brackets directly after them cite, `[words][1]`; null without such brackets. */
  readonly labelNumbers: readonly number[] | null
}

/** A bracket that is open. */
interface Opener {
  readonly isImage: boolean
  /** Pieces since the bracket. */
  readonly words: Piece[]
  /** Closed brackets directly before it. */
  readonly before: Closed | null
  /** True if a word or bracket is directly before it: `list[0]`. */
  readonly isAttached: boolean
}

/** The open brackets of a line, and the pair that was closed last. */
export interface Brackets {
  readonly next: AddressFilter
  openers: Opener[]
  closed: Closed | null
  /** True if the last piece was a letter, a digit, code or a closing bracket. */
  isWord: boolean
}

/** The brackets at the start of a line. Decided pieces continue to `next`. */
export function createBrackets(next: AddressFilter): Brackets {
  return { next, openers: [], closed: null, isWord: false }
}

/** Takes a piece, which continues at once if no bracket is open. */
export function addPiece(brackets: Brackets, piece: Piece): void {
  const opener = brackets.openers.at(-1)
  if (opener === undefined) forward(brackets.next, piece)
  else opener.words.push(piece)
  brackets.isWord = piece.type === 'char' ? /[\p{L}\p{N}_)\]]/u.test(piece.char) : piece.type === 'code'
}

/** Opens a bracket: `[`, or `![`. */
export function openBracket(brackets: Brackets, isImage: boolean): void {
  const { closed } = brackets
  const isAttached = closed?.isAttached ?? brackets.isWord
  const isReference = closed !== null && closed.shortcutNumbers === null && closed.labelNumbers === null && !isImage
  if (!isReference) resolveClosed(brackets)
  brackets.closed = null
  brackets.openers.push({ isImage, words: [], before: isReference ? closed : null, isAttached })
  brackets.isWord = false
}

/** Closes the last bracket. Returns false if none is open. */
export function closeBracket(brackets: Brackets): boolean {
  const opener = brackets.openers.pop()
  if (opener === undefined) return false
  const { isImage, words, before, isAttached } = opener
  const cited = brackets.next.policy.cite(sourceOf(words))
  const isIndex = isAttached && cited?.[0] === 0
  const numbers = isIndex ? null : cited
  if (before !== null && (numbers !== null || before.isImage)) {
    brackets.closed = { ...before, labelNumbers: numbers ?? [] }
    return true
  }
  brackets.closed = before
  resolveClosed(brackets)
  brackets.closed = { isImage, isAttached, words, shortcutNumbers: numbers, labelNumbers: null }
  return true
}

/** Decides about closed brackets that no text after them belongs to. */
export function resolveClosed(brackets: Brackets): void {
  const { closed } = brackets
  if (closed === null) return
  brackets.closed = null
  const { isImage, words, shortcutNumbers, labelNumbers } = closed
  if (shortcutNumbers !== null) addCitation(brackets, isImage, shortcutNumbers)
  else if (labelNumbers !== null && isImage) addRemoved(brackets, words)
  else if (labelNumbers !== null) addLinkedWords(brackets, words, labelNumbers)
  else addLiteral(brackets, closed)
}

/** Decides about closed brackets by the parentheses after them. Returns false if these are text. */
export function resolveTarget(brackets: Brackets, inside: string): boolean {
  const { closed } = brackets
  const target = parseTarget(inside)
  if (closed === null || target === null) return false
  brackets.closed = null
  const { isImage, words, shortcutNumbers, labelNumbers } = closed
  const { policy, counts } = brackets.next
  const source = isImage ? null : policy.sourceAt(target)
  const numbers = labelNumbers ?? policy.cite(inside) ?? (source === null ? null : [source])
  if (shortcutNumbers !== null) {
    if (source === null) counts.removedLinks += 1
    addCitation(brackets, isImage, source === null || shortcutNumbers.includes(source) ? shortcutNumbers : [source])
  } else if (isImage) {
    addRemoved(brackets, words)
  } else if (numbers !== null) {
    addLinkedWords(brackets, words, numbers)
  } else if (isSimple(words) && policy.treatmentOf(target) === 'link' && formatTarget(target) !== null) {
    addPiece(brackets, { type: 'link', raw: `[${sourceOf(words)}]${formatTarget(target)}` })
  } else {
    addRemoved(brackets, words)
  }
  return true
}

/** Turns all open brackets into text. */
export function resolveBrackets(brackets: Brackets): void {
  const { openers, closed } = brackets
  brackets.openers = []
  for (const { isImage, words, before } of openers) {
    brackets.closed = before
    resolveClosed(brackets)
    addOpen(brackets, isImage, true)
    addAll(brackets, words)
  }
  brackets.closed = closed
  resolveClosed(brackets)
}

/** `![1]` is an exclamation mark and a citation. */
function addCitation(brackets: Brackets, isImage: boolean, numbers: readonly number[]): void {
  if (isImage) addChar(brackets, '\\!', '!')
  const targets = findTargets(brackets, numbers)
  if (targets.length === 0) addPiece(brackets, { type: 'gap' })
  for (const [i, [n, target]] of targets.entries()) {
    if (i > 0) addText(brackets, ', ')
    addPiece(brackets, { type: 'citation', raw: `[${n}]${target}` })
  }
}

/**
 * The words as a link to the first source, then the other numbers; words that can't be a link as text before all
 * numbers.
 */
function addLinkedWords(brackets: Brackets, words: readonly Piece[], numbers: readonly number[]): void {
  const source = sourceOf(words).trim()
  if (source === '') return addCitation(brackets, false, numbers)
  const targets = findTargets(brackets, numbers)
  const first = isSimple(words) ? targets.shift() : undefined
  if (first === undefined) addBare(brackets, words)
  else addPiece(brackets, { type: 'citation', raw: `[${source}]${first[1]}` })
  for (const [n, target] of targets) {
    addText(brackets, ' ')
    addPiece(brackets, { type: 'citation', raw: `[${n}]${target}` })
  }
}

type Target = readonly [number: number, target: string]

/** Number and target of each cited source that exists. */
function findTargets({ next: { policy, counts } }: Brackets, numbers: readonly number[]): Target[] {
  const targets: Target[] = []
  for (const n of new Set(numbers)) {
    const url = policy.urlOf(n)
    const target = url === null ? null : formatTarget(url)
    if (target === null) continue
    targets.push([n, target])
    counts.cited.add(n)
  }
  counts.citations += targets.length
  counts.unknownCitations += Math.max(new Set(numbers).size, 1) - targets.length
  return targets
}

/** The words of a link or image that is not allowed. */
function addRemoved(brackets: Brackets, words: readonly Piece[]): void {
  brackets.next.counts.removedLinks += 1
  addBare(brackets, words)
}

/** Words without their brackets. */
function addBare(brackets: Brackets, words: readonly Piece[]): void {
  addPiece(brackets, { type: 'gap' })
  addAll(brackets, words)
  addPiece(brackets, { type: 'gap' })
}

/** Brackets that are text. The outer ones of `[[1]]` are dropped, since the citation has its own. */
function addLiteral(brackets: Brackets, { isImage, words }: Closed): void {
  const isCitation = words.length > 0 && words.every(({ type }) => type === 'citation' || type === 'gap')
  if (isCitation) return addBare(brackets, words)
  // A definition, `[label]:`, ends its label at any bracket, also in code.
  addOpen(brackets, isImage, hasAny(words, '[]'))
  addAll(brackets, words)
  addText(brackets, ']')
}

function addOpen(brackets: Brackets, isImage: boolean, isEscaped: boolean): void {
  if (isImage) addChar(brackets, '\\!', '!')
  addChar(brackets, isEscaped ? '\\[' : '[', '[')
}

function addAll(brackets: Brackets, pieces: readonly Piece[]): void {
  for (const piece of pieces) addPiece(brackets, piece)
}

function addText(brackets: Brackets, text: string): void {
  for (const char of text) addChar(brackets, char, char)
}

function addChar(brackets: Brackets, raw: string, char: string): void {
  addPiece(brackets, { type: 'char', raw, char })
}

/**
 * Whether words can be a link's text in every renderer: no link, address, bracket or end of a table's cell in them,
 * not even in code.
 */
function isSimple(words: readonly Piece[]): boolean {
  if (hasAny(words, '[]|') || words.some(({ type }) => type === 'link' || type === 'citation')) return false
  // The text on both sides of a gap could make a tag, or a character reference.
  const hasGap = words.some(({ type }) => type === 'gap')
  if (hasGap && words.some((piece) => piece.type === 'char' && '<!~&'.includes(piece.raw))) return false
  return !/\/\/|www\.|@/i.test(words.map((piece) => (piece.type === 'char' ? piece.char : ' ')).join(''))
}

/** True if any of these characters is in words, without a backslash before it or in code. */
function hasAny(words: readonly Piece[], chars: string): boolean {
  return words.some((piece) => {
    if (piece.type === 'gap') return false
    return [...chars].some((char) => (piece.type === 'char' ? piece.raw === char : piece.raw.includes(char)))
  })
}

/** The source of words. */
function sourceOf(words: readonly Piece[]): string {
  return words.map((piece) => (piece.type === 'gap' ? '' : piece.raw)).join('')
}

function forward(next: AddressFilter, piece: Piece): void {
  if (piece.type === 'char') pushChar(next, piece.raw, piece.char)
  else if (piece.type === 'code') pushCode(next, piece.raw)
  else if (piece.type === 'gap') pushGap(next)
  else pushLink(next, piece.raw, piece.type === 'citation')
}
