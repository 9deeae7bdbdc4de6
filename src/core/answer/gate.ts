/**
 * A model's text, in pieces -> the part of it that readers may see. A mark (`ANSWER:`) opens the answer: all text after
 * it is shown. Text before it, which introduces a tool call or is thinking, is never shown. Text without a mark may be
 * either: it is held back until a sentence of it cites a section, up to a bound, or until the turn ends without a call.
 * Marks and calls that are written as text are never shown, wherever the pieces are cut.
 */
import { fenceAfter } from '../content/code-fence.ts'
import { MAX_OPENING_LENGTH, readOpening } from './call-dialects.ts'

/** The mark of a question that the docs don't cover, which counts anywhere. */
const NOT_COVERED = 'NOT_IN_DOCS'

/**
 * `ANSWER` in English, German, Spanish, French, Portuguese, Italian, Dutch, Polish, Turkish, Indonesian, Russian,
 * Chinese, Japanese, Korean, Arabic, Hindi.
 */
const ANSWERS = [
  'ANSWER', 'ANTWORT', 'RESPUESTA', 'RÉPONSE', 'REPONSE', 'RESPOSTA', 'RISPOSTA', 'ANTWOORD', 'ODPOWIEDŹ', 'CEVAP',
  'YANIT', 'JAWABAN', 'ОТВЕТ', '回答', '答案', '答え', '답변', '대답', 'الإجابة', 'الجواب', 'إجابة', 'उत्तर',
]
/** `NOT_IN_DOCS` as models translate it: a word for not, others, and one that begins like documentation. */
const ABSENT_LATIN =
  '(?:NOT|NICHT|NO|PAS|NON|NÃO|NAO|NIET|NIE|НЕТ|НЕ)_(?:[\\p{Lu}]{1,12}_){0,4}(?:DOC|DOK|ДОК)\\p{Lu}{0,14}'
const ABSENT_WORDS = `文档中没有|不在文档中|ドキュメントにない|ドキュメントに記載なし|문서에_없음`

/** Emphasis, headings and quotes that models put before a mark. */
const ORNAMENT = '[*_`#> \\t]{0,8}'
/** `ANSWER:` or `**ANSWER**:` opening a line, with a colon of any width. */
const ANSWER_LINE = new RegExp(`^(${ORNAMENT})(?:${ANSWERS.join('|')})[*_\` \\t]{0,4}[:：]`, 'mu')
/** A translation is over if something else follows, or nothing more comes. */
const absentLine = (end: string) =>
  new RegExp(`^(${ORNAMENT})(?:${NOT_COVERED}|${ABSENT_WORDS}|${ABSENT_LATIN}${end})`, 'mu')
const ABSENT_LINE = absentLine('(?=[^\\p{Lu}_])')
const LAST_ABSENT_LINE = absentLine('(?![\\p{Lu}_])')
/** A line that may become one of them when more of it comes. */
const BEGUN = [...ANSWERS, ...ABSENT_WORDS.split('|')].map(begunPattern).join('|')
const LINE_BEGUN = new RegExp(`^${ORNAMENT}(?:(?:${BEGUN})[*_\` \\t]{0,4}|\\p{Lu}{1,6}(?:_[\\p{Lu}_]{0,40})?)$`, 'u')
/** UTF-16 units of the longest line that may still become a mark. */
const MAX_BEGUN_LENGTH = 56

/** Words of the prompt: text without a mark that has them is a copy of it. */
const PROMPT = /\bwrite (?:the line )?ANSWER:/i

/** A citation, which words before a call rarely have. */
const CITATION = /\[\d{1,3}\]/
/** A citation that ends a sentence or a line, which thinking rarely has. */
const CITED_SENTENCE = /\[\d{1,3}\](?:[.!?。]|[ \t]*\n)|[.!?。] ?\[\d{1,3}\]/

/** UTF-16 units of words without a mark that are held: thinking of 4,096 tokens, the default of a reply, is not longer. */
const MAX_UNMARKED_LENGTH = 16_384
/** UTF-16 units from which on such words are shown if a sentence of them cites. */
const MIN_CITING_LENGTH = 80
/** UTF-16 units of the first words after a mark: a call that belongs to them comes together with them. */
const MAX_MARKED_LENGTH = 80

/** A mark in a text. */
interface Mark {
  readonly index: number
  readonly length: number
  /** True if it says that the docs don't cover the question. */
  readonly isNegative: boolean
  /** Characters on its line before its word. */
  readonly ornament: string
}

/** The gate of one answer. An answer that has begun continues in the next turns. */
export interface Gate {
  /** Before the answer's first words, in its words, or in a call that is written as text. */
  place: 'opening' | 'body' | 'call'
  /** Text that is not decided. */
  pending: string
  /** Decided words that readers have not got. */
  held: string
  /** True once readers have words of the answer. */
  isOpen: boolean
  isLineStart: boolean
  /** Emphasis that a mark began with and that should end after it. */
  closer: string
  /** Characters that end the block of code that is open; empty outside of one. */
  fence: string
  /** True while the model is expected to write thinking first, until it ends: nothing is shown before. */
  awaitsThinking: boolean
  /** True if calls of this turn will be run, so that words before one are not part of the answer. */
  mayCall: boolean
  /** True once a call has begun in this turn. */
  hasCall: boolean
  /** True if the model has marked where its answer begins. */
  isMarked: boolean
  /** True if the model has written that the docs don't cover the question. */
  isNotCovered: boolean
  /** Text of the last turn that holds calls, null if there is none. */
  textCall: string | null
}

/** A gate that has shown nothing. */
export function createGate(): Gate {
  const text = { place: 'opening', pending: '', held: '', closer: '', fence: '' } as const
  const flags = { isOpen: false, isLineStart: true, mayCall: true, hasCall: false }
  return { ...text, ...flags, awaitsThinking: false, isMarked: false, isNotCovered: false, textCall: null }
}

/** Begins a turn; `thinksInText` if the model has written thinking into its text before. */
export function startTurn(gate: Gate, mayCall: boolean, thinksInText: boolean): void {
  gate.place = gate.isOpen ? 'body' : 'opening'
  gate.pending = gate.fence = gate.held = ''
  gate.textCall = null
  gate.isLineStart = true
  gate.awaitsThinking = thinksInText && !gate.isOpen
  gate.mayCall = mayCall
  gate.hasCall = false
}

/** Forgets the text of this turn; false if readers have a part of it already. */
export function retract(gate: Gate): boolean {
  if (gate.isOpen) return false
  startTurn(gate, gate.mayCall, false)
  gate.isMarked = gate.isNotCovered = false
  return true
}

/** Takes a piece; returns text for readers. */
export function pushText(gate: Gate, text: string): string {
  const goesOn = gate.held.trim() !== ''
  gate.pending += text
  if (gate.place !== 'call') drain(gate, false)
  return gate.isOpen || isDue(gate, goesOn) ? release(gate) : ''
}

/** Notes that a call has begun: held words wait for the end of the turn. */
export function noteCall(gate: Gate): void {
  gate.hasCall = true
}

/** Treats the held words as words of the answer; returns them. */
export function release(gate: Gate): string {
  const { held } = gate
  gate.isOpen ||= held.trim() !== ''
  gate.held = ''
  return held
}

/**
 * Ends a turn; returns the remaining text, unless it introduced calls, run (`areRun`) or written as text, is thinking
 * that was cut off (`isCut`) before its end, or copies the prompt.
 */
export function endTurn(gate: Gate, areRun: boolean, isCut = false): string {
  if (isCut && gate.awaitsThinking && !gate.isMarked) gate.pending = gate.held = ''
  if (gate.place !== 'call') drain(gate, true)
  gate.textCall = gate.place === 'call' ? gate.pending : null
  if (!gate.isMarked && PROMPT.test(gate.held)) gate.held = ''
  const hasCalls = areRun || gate.textCall !== null
  const shown = !hasCalls || gate.isOpen || isAnswer(gate) ? release(gate) : ''
  // A mark with nothing but calls after it opened no answer.
  if (hasCalls && !gate.isOpen && !gate.isNotCovered) gate.isMarked = false
  return shown
}

/** True if held words need not wait any more; `goesOn` if text came after some of them, and no call. */
function isDue(gate: Gate, goesOn: boolean): boolean {
  const { held, hasCall, mayCall, isMarked, isNotCovered, awaitsThinking } = gate
  if (held.trim() === '' || awaitsThinking || (hasCall && mayCall)) return false
  if (isMarked) return goesOn || !mayCall || isNotCovered || held.length >= MAX_MARKED_LENGTH || CITATION.test(held)
  return held.length >= MAX_UNMARKED_LENGTH || (held.length >= MIN_CITING_LENGTH && CITED_SENTENCE.test(held))
}

/** True if held words are certainly an answer: after a mark they cite, or the docs don't cover the question. */
function isAnswer({ isMarked, isNotCovered, held }: Gate): boolean {
  return isMarked && (isNotCovered || CITATION.test(held))
}

/** Moves the decided part of `pending` to the held words; at the end of a turn, all of it. */
function drain(gate: Gate, isEnd: boolean): void {
  for (;;) {
    if (gate.place === 'opening' && !passOpening(gate, isEnd)) return
    const mark = nextMark(gate, isEnd)
    const end = mark?.index ?? gate.pending.length - (isEnd ? 0 : undecidedLength(gate))
    const call = nextCall(gate, end, isEnd)
    gate.held += take(gate, call?.index ?? end)
    if (call?.isDecided === true) gate.place = 'call'
    if (call !== null || mark === null) return
    if (!gate.isOpen) gate.held = ''
    pass(gate, { ...mark, index: 0 })
  }
}

/** Drops everything before the answer's first words; false while more of it may come. */
function passOpening(gate: Gate, isEnd: boolean): boolean {
  const { closer, isNotCovered } = gate
  if (closer !== '' && gate.pending.length < closer.length && closer.startsWith(gate.pending) && !isEnd) return false
  if (gate.pending.startsWith(closer)) gate.pending = gate.pending.slice(closer.length)
  gate.closer = ''
  gate.pending = gate.pending.replace(isNotCovered ? /^[\s.:：]+/ : /^\s+/, '')
  if (gate.pending === '') return false
  const mark = firstMark(gate.pending, isEnd)
  if (mark?.index === 0) {
    pass(gate, mark)
    return passOpening(gate, isEnd)
  }
  if (!isEnd && isMarkBegun(gate.pending)) return false
  gate.isLineStart = true
  gate.place = 'body'
  return true
}

/** Begins the answer after this mark. */
function pass(gate: Gate, { index, length, ornament, isNegative }: Mark): void {
  gate.pending = gate.pending.slice(index + length)
  gate.closer = [...ornament.replace(/[^*_`]/g, '')].reverse().join('')
  gate.isMarked = true
  gate.isNotCovered ||= isNegative
  gate.isLineStart = false
  gate.place = 'opening'
}

/** Takes from the start of `pending`, without marks: the texts on both sides of one must not join to another. */
function take(gate: Gate, length: number): string {
  const text = gate.pending.slice(0, length).replaceAll(NOT_COVERED, ' ')
  gate.pending = gate.pending.slice(length)
  if (text === '') return text
  for (const at of linesOf(text, gate.isLineStart)) {
    gate.fence = fenceAfter(gate.fence, text.slice(at, at + MAX_BEGUN_LENGTH))
  }
  gate.isLineStart = text.endsWith('\n')
  return text
}

/** The offsets at which lines of a text start. */
function* linesOf(text: string, isLineStart: boolean): Generator<number> {
  if (isLineStart) yield 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) yield end + 1
}

/** The first mark in the body of an answer. A mark that opens an answer counts only once. */
function nextMark({ pending, isLineStart, isMarked }: Gate, isEnd: boolean): Mark | null {
  const lineStart = isLineStart ? 0 : pending.indexOf('\n') + 1
  const mark = isMarked || (lineStart === 0 && !isLineStart) ? null : firstMark(pending.slice(lineStart), isEnd)
  return mark && { ...mark, index: lineStart + mark.index }
}

/** The first line before an offset that opens a call outside of code, or may do so. */
function nextCall(gate: Gate, end: number, isEnd: boolean) {
  let { fence } = gate
  for (const index of linesOf(gate.pending, gate.isLineStart)) {
    if (index >= end) return null
    const line = gate.pending.slice(index, index + MAX_OPENING_LENGTH)
    const opening = fence === '' ? readOpening(line) : null
    const mayGrow = !isEnd && index + MAX_OPENING_LENGTH > gate.pending.length
    if (opening === 'call' || (opening === 'begun' && mayGrow)) return { index, isDecided: opening === 'call' }
    fence = fenceAfter(fence, line)
  }
  return null
}

/** Characters at the end of a body that may yet turn out to be a mark. */
function undecidedLength({ pending, isLineStart, isMarked }: Gate): number {
  const tail = pending.slice(-MAX_BEGUN_LENGTH)
  const line = tail.slice(tail.lastIndexOf('\n') + 1)
  const isWhole = line.length < tail.length || (isLineStart && tail.length === pending.length)
  if (!isMarked && isWhole && isMarkBegun(line)) return line.length
  return lengthOfMark(tail)
}

/** Characters at the end of a text with which `NOT_IN_DOCS` begins. */
function lengthOfMark(text: string): number {
  let length = Math.min(NOT_COVERED.length - 1, text.length)
  while (!text.endsWith(NOT_COVERED.slice(0, length))) length -= 1
  return length
}

/** The first line of a text that opens an answer; `isEnd` if no more text comes. */
function firstMark(text: string, isEnd: boolean): Mark | null {
  const [answer, absent] = [ANSWER_LINE.exec(text), (isEnd ? LAST_ABSENT_LINE : ABSENT_LINE).exec(text)]
  const isNegative = absent !== null && (answer === null || absent.index < answer.index)
  const match = isNegative ? absent : answer
  return match && { index: match.index, length: match[0].length, isNegative, ornament: match[1] ?? '' }
}

/** True if a line may become a mark when more of it comes. */
function isMarkBegun(line: string): boolean {
  return line.length <= MAX_BEGUN_LENGTH && LINE_BEGUN.test(line)
}

/** A pattern for every beginning of a word, from the empty one to the whole word. */
function begunPattern(word: string): string {
  return [...word].reduceRight((following, letter) => `(?:${letter}${following})?`, '')
}
