/**
 * A model's text, in pieces -> the part that readers may see. A mark (`ANSWER:`) opens the answer. Text before it,
 * which introduces a tool call or is thinking, is never shown. Text without a mark may be either: it is held back until
 * a sentence of it cites a section, up to a bound, or until the turn ends without a call. Marks and calls that are
 * written as text are never shown, wherever the pieces are cut.
 */
import { beginningOf, createPlace } from '../llm/client/thinking.ts'
import { CALL_WITHIN, MAX_OPENING_LENGTH, readOpening } from './call-dialects.ts'

/** The mark of a question that the docs don't cover, which counts anywhere. */
const NOT_COVERED = 'NOT_IN_DOCS'
/** A beginning of it at the end of a text. */
const NOT_COVERED_BEGUN = new RegExp(`${beginningOf([NOT_COVERED.slice(0, -1)])}$`)

/**
 * `ANSWER` in English, German, Spanish, French, Portuguese, Italian, Dutch, Polish, Turkish, Indonesian, Russian,
 * Chinese, Japanese, Korean, Arabic, Hindi; and the mark of agents that think in plain words (ReAct, arxiv.org/abs/2210.03629).
 */
const ANSWERS = [
  'ANSWER', 'ANTWORT', 'RESPUESTA', 'RÉPONSE', 'REPONSE', 'RESPOSTA', 'RISPOSTA', 'ANTWOORD', 'ODPOWIEDŹ', 'CEVAP',
  'YANIT', 'JAWABAN', 'ОТВЕТ', '回答', '答案', '答え', '답변', '대답', 'الإجابة', 'الجواب', 'إجابة', 'उत्तर',
  'FINAL ANSWER', 'Final Answer', 'Final answer',
]
/** What stands between the words of `NOT_IN_DOCS`: models escape the line, or write another. */
const BETWEEN = '\\\\?[_-]'
/** `NOT_IN_DOCS`, and as models translate it: a word for not, others, and one that begins like documentation. */
const ABSENT_LATIN =
  `(?:NOT|NICHT|NO|PAS|NON|NÃO|NAO|NIET|NIE|НЕТ|НЕ)${BETWEEN}(?:[\\p{Lu}]{1,12}${BETWEEN}){0,4}` +
  '(?:DOC|DOK|ДОК)\\p{Lu}{0,14}|NOT IN (?:THE )?DOCS'
const ABSENT_WORDS = `not_in_docs|文档中没有|不在文档中|ドキュメントにない|ドキュメントに記載なし|문서에_없음`

/** Emphasis, headings, quotes, brackets and invisible characters that models put before a mark. */
const ORNAMENT = '[*_`#>"“\\[ \\t\u200b-\u200d\u2060\ufeff]{0,8}'
/** `ANSWER:` or `**ANSWER**:` at the start of a line, or `ANSWER` alone on it; or `NOT_IN_DOCS`, in the last group. */
const MARK = new RegExp(
  `^(${ORNAMENT})(?:(?:${ANSWERS.join('|')})[*_\`\\] \\t]{0,4}(?:[:：]|(?=\\n))|` +
    `((?:${ABSENT_WORDS})(?!\\p{L})|${ABSENT_LATIN}(?![\\p{Lu}_])))`,
  'u',
)
/** A line that may become one of them when more of it comes. */
const MARK_BEGUN = new RegExp(
  `^${ORNAMENT}(?:${beginningOf([...ANSWERS, ...ABSENT_WORDS.split('|')])}?[*_\`\\] \\t]{0,4}` +
    '|\\p{Lu}{1,6}(?:[ _\\\\-][\\p{Lu} _\\\\-]{0,40})?)$',
  'u',
)
/** How models head or begin thinking in plain words, and then head the answer, which they call so only after it. */
const THINKING_LABEL = new RegExp(
  '^[*_#>\\s]{0,8}(?:(?:thinking|thoughts?|reasoning)(?: process)?[*_ \\t]{0,4}[:：]' +
    '|(?:(?:okay|ok|so|hmm|alright|first)[,. ]{1,3})?' +
    '(?:the user (?:is )?(?:ask|want)|(?:let me|we|i) (?:need|have|should|think|check|look|see)\\b))',
  'i',
)
const LABELS = ['answer', 'response', 'final response', 'antwort', 'respuesta', 'réponse', 'resposta']
const ANSWER_LABEL = new RegExp(`^(${ORNAMENT})(?:${LABELS.join('|')})[*_\`\\] \\t]{0,4}[:：]`, 'iu')
const LABEL_BEGUN = new RegExp(`^${ORNAMENT}${beginningOf(LABELS)}?[*_\`\\] \\t]{0,4}$`, 'iu')
/** What may follow a mark that is alone on its line. */
const BLANK = /^[*_`\] \t]{0,8}\n?$/
/** UTF-16 units of the longest line that may still become a mark. */
const MAX_BEGUN_LENGTH = 56

/** Arguments without their tool, which small models write instead of a call. */
const ARGUMENTS = /^\s*\{\s*"query"\s*:\s*"[^"{}]{1,400}"\s*\}\s*$/
/** Words of the prompt: text without a mark that has them is a copy of it. */
const PROMPT = /\bwrite (?:the line )?ANSWER:/i

/** A citation, which words before a call rarely have. */
const CITATION = /\[\d{1,3}\]/
/** A citation that ends a sentence or a line, which thinking rarely has. */
const CITED_SENTENCE = /\[\d{1,3}\](?:[.!?。]|[ \t]*\n)|[.!?。] ?\[\d{1,3}\]/

/** UTF-16 units of words without a mark that are held: thinking of 4,096 tokens, the default of a reply, is not longer. */
const MAX_UNMARKED_LENGTH = 16_384
/** UTF-16 units from which on such words are shown, and in which a sentence must cite then: thinking cites late. */
const MIN_CITING_LENGTH = 80
const MAX_CITING_LENGTH = 600
/** UTF-16 units of the first words after a mark: a call that belongs to them comes together with them. */
const MAX_MARKED_LENGTH = 80

/** The gate of one answer. An answer that has begun continues in the next turns. */
export interface Gate {
  /** Text that is not decided: the start of a line, or what may become `NOT_IN_DOCS` within one. */
  pending: string
  /** Decided words that readers have not got. */
  held: string
  /** True if nothing of the line at hand is decided. */
  isLineStart: boolean
  /** True before the first words of a turn: a model that goes on may mark its answer again. */
  isTurnStart: boolean
  /** True before the first words of an answer, where white space is dropped. */
  isOpening: boolean
  /** Emphasis that a mark began with and that should end after it. */
  closer: string
  /** Where in the turn's Markdown the decided text ends. */
  place: ReturnType<typeof createPlace>
  /** True once readers have words of the answer. */
  isOpen: boolean
  /** True while the model is expected to write thinking first, until it ends: nothing is shown before. */
  awaitsThinking: boolean
  /** True if calls of this turn will be run, so that words before one are not part of the answer. */
  mayCall: boolean
  /** True after a call of this turn: held words wait for its end. */
  hasCall: boolean
  isMarked: boolean
  isNotCovered: boolean
  /** True after `NOT_IN_DOCS` until the next word: at the end of an answer without a citation it counts too. */
  endsAbsent: boolean
  /** Text of the turn from its first call that is written as text, null if there is none. */
  textCall: string | null
}

/** A gate that has shown nothing. */
export function createGate(): Gate {
  const gate = { isOpen: false, isMarked: false, isNotCovered: false, endsAbsent: false }
  return { ...gate, ...freshTurn(gate, true, false) }
}

/** Begins a turn; `thinksInText` if the model has written thinking into its text before. */
export function startTurn(gate: Gate, mayCall: boolean, thinksInText: boolean): void {
  Object.assign(gate, freshTurn(gate, mayCall, thinksInText))
}

function freshTurn({ isOpen }: Pick<Gate, 'isOpen'>, mayCall: boolean, thinksInText: boolean) {
  const text = { pending: '', held: '', closer: '', place: createPlace(), textCall: null }
  const lines = { isLineStart: true, isTurnStart: true, isOpening: !isOpen }
  return { ...text, ...lines, awaitsThinking: thinksInText && !isOpen, mayCall, hasCall: false }
}

/** Forgets the text of this turn; false if readers have a part of it already. */
export function retract(gate: Gate): boolean {
  if (gate.isOpen) return false
  Object.assign(gate, freshTurn(gate, gate.mayCall, false), { hasCall: gate.hasCall, isMarked: false, isNotCovered: false })
  return true
}

/** Takes a piece; returns text for readers. */
export function pushText(gate: Gate, text: string): string {
  const goesOn = gate.held.trim() !== ''
  if (gate.textCall === null) gate.pending += text
  else gate.textCall += text
  decide(gate, false)
  return gate.isOpen || isDue(gate, goesOn) ? release(gate) : ''
}

/** Treats the held words as words of the answer; returns them. */
export function release(gate: Gate): string {
  const { held } = gate
  gate.isOpen ||= held.trim() !== ''
  gate.held = ''
  return held
}

/** Ends a turn; returns its rest, unless that leads up to calls, is thinking that was cut, or copies the prompt. */
export function endTurn(gate: Gate, isCut = false): string {
  if (isCut && gate.awaitsThinking && !gate.isMarked) startTurn(gate, gate.mayCall, true)
  decide(gate, true)
  if (!gate.isOpen && ARGUMENTS.test(gate.held)) Object.assign(gate, { textCall: `search ${gate.held}`, held: '' })
  if (!gate.isMarked && PROMPT.test(gate.held)) gate.held = ''
  const hasCalls = (gate.hasCall && gate.mayCall) || gate.textCall !== null
  // After a mark, held words that cite are an answer, and so is that the docs don't cover the question.
  const isAnswer = gate.isMarked && (gate.isNotCovered || CITATION.test(gate.held))
  const shown = !hasCalls || gate.isOpen || isAnswer ? release(gate) : ''
  // A mark with nothing but calls after it opened no answer.
  if (hasCalls && !gate.isOpen && !gate.isNotCovered) gate.isMarked = false
  return shown
}

/** True if held words need not wait any more; `goesOn` if text came after some of them, and no call. */
function isDue(gate: Gate, goesOn: boolean): boolean {
  const { held, hasCall, mayCall, isMarked, isNotCovered, awaitsThinking } = gate
  if (held.trim() === '' || awaitsThinking || (hasCall && mayCall) || headsThinking(gate)) return false
  if (isMarked) return goesOn || !mayCall || isNotCovered || held.length >= MAX_MARKED_LENGTH || CITATION.test(held)
  if (held.length >= MAX_UNMARKED_LENGTH) return true
  return held.length >= MIN_CITING_LENGTH && CITED_SENTENCE.test(held.slice(0, MAX_CITING_LENGTH))
}

/** True if the held words begin as thinking does: what follows may be an answer only after another label. */
function headsThinking({ held, isOpen, isMarked }: Gate): boolean {
  return !isOpen && !isMarked && THINKING_LABEL.test(held)
}

function decide(gate: Gate, isEnd: boolean): void {
  let isDecided = true
  while (isDecided && gate.pending !== '') isDecided = gate.isLineStart ? startLine(gate, isEnd) : takeLine(gate, isEnd)
}

/** Reads the start of a line: a mark, a call, or words. False while more of it may come that decides. */
function startLine(gate: Gate, isEnd: boolean): boolean {
  if (gate.isOpening && !passBlank(gate, isEnd)) return false
  const { pending, place, isTurnStart, isOpening, isMarked } = gate
  const line = pending.slice(0, lengthOfLine(pending) || pending.length)
  const mayGrow = !isEnd && line.length === pending.length && !line.endsWith('\n')
  // A mark that opens an answer counts once in a turn; later only alone on its line, where it is no word of the answer.
  const opens = isOpening || isTurnStart || !isMarked
  if (opens || !place.isCode()) {
    const isHeaded = headsThinking(gate)
    const mayBeLabel = isHeaded || (isTurnStart && !isMarked)
    const isBegun = MARK_BEGUN.test(line) || (mayBeLabel && LABEL_BEGUN.test(line))
    if (mayGrow && line.length <= MAX_BEGUN_LENGTH && isBegun) return false
    const label = mayBeLabel ? ANSWER_LABEL.exec(line) : null
    const mark = MARK.exec(line) ?? label
    const isAlone = mark !== null && mark[2] === undefined && BLANK.test(line.slice(mark[0].length))
    const counts = mark === label ? isHeaded : opens
    if (isAlone && !counts && mayGrow) return false
    // In backticks a later one is what the answer is about.
    const isCode = !opens && mark?.[1]?.includes('`') === true
    if (mark !== null && (counts || (isAlone && !isCode))) return passMark(gate, mark)
  }
  const isAnswer = !isOpening && (isMarked || gate.isOpen)
  const opening = place.isCode() ? null : readOpening(pending, isAnswer)
  if (opening === 'begun' && !isEnd && pending.length < MAX_OPENING_LENGTH) return false
  if (opening === 'call') {
    gate.textCall = pending
    gate.pending = ''
    return true
  }
  gate.isLineStart = gate.isTurnStart = gate.isOpening = false
  return true
}

/** Drops what may stand between a mark and the answer; false while more of it may come. */
function passBlank(gate: Gate, isEnd: boolean): boolean {
  const { pending, closer, isNotCovered } = gate
  if (!isEnd && pending.length < closer.length && closer.startsWith(pending)) return false
  const rest = pending.startsWith(closer) ? pending.slice(closer.length) : pending
  gate.pending = rest.replace(isNotCovered ? /^[\s.:：\]—–]+/ : /^\s+/, '')
  gate.closer = ''
  return gate.pending !== ''
}

/** Begins the answer after this mark; what was held before it introduced it. */
function passMark(gate: Gate, [{ length }, ornament = '', absent]: RegExpExecArray): true {
  if (!gate.isOpen && !gate.isMarked) gate.held = ''
  gate.pending = gate.pending.slice(length)
  gate.closer = [...ornament.replace(/[^*_`]/g, '')].reverse().join('')
  gate.endsAbsent = absent !== undefined
  gate.isNotCovered ||= gate.endsAbsent && !(gate.isOpen && gate.isMarked)
  gate.isMarked = gate.isOpening = true
  return true
}

/** Takes words of a line, without `NOT_IN_DOCS`: the texts on both sides of it must not join to another. */
function takeLine(gate: Gate, isEnd: boolean): boolean {
  const { pending } = gate
  const whole = lengthOfLine(pending)
  const [begun = ''] = (isEnd ? null : NOT_COVERED_BEGUN.exec(pending)) ?? []
  const length = whole || pending.length - begun.length
  const taken = pending.slice(0, length)
  gate.held += taken.replaceAll(NOT_COVERED, ' ')
  if (/[\p{L}\p{N}]/u.test(taken)) gate.endsAbsent = /NOT_IN_DOCS[^\p{L}\p{N}]*$/u.test(taken)
  gate.pending = pending.slice(length)
  gate.isLineStart = whole > 0
  if (!gate.isOpen && !gate.place.isCode()) takeCall(gate, gate.held.length - length - MAX_OPENING_LENGTH)
  gate.place.note(taken)
  return length > 0
}

/** Takes a call that begins within the last of the held lines, from an offset on, not in code. */
function takeCall(gate: Gate, from: number): void {
  const { held, pending } = gate
  const start = held.lastIndexOf('\n', held.length - 2) + 1
  const searched = held.slice(Math.max(start, from))
  const { index = -1 } = CALL_WITHIN.exec(searched) ?? {}
  const before = held.slice(0, held.length - searched.length + index)
  if (index === -1 || before.slice(start).split('`').length % 2 === 0) return
  Object.assign(gate, { textCall: held.slice(before.length) + pending, held: before, pending: '' })
}

function lengthOfLine(text: string): number {
  return text.indexOf('\n') + 1
}
