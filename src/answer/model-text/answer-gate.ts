/**
 * A model's text, in pieces -> the part of it that readers may see. The line
 * `ANSWER:` opens the answer: all text after it is shown at once. Text before it,
 * which leads up to a tool call, is never shown. Text without the mark is held
 * until it is so long that it must be the answer, or until the caller releases
 * it. `NOT_IN_DOCS` says that the docs don't cover the question. Neither mark is
 * ever shown, wherever the pieces are cut.
 */

const ANSWER = 'ANSWER'
const NOT_COVERED = 'NOT_IN_DOCS'
/** Emphasis, headings and quotes that models put before a mark. */
const ORNAMENT = '[*_`#> \\t]{0,8}'
/** `ANSWER:` or `**ANSWER**:` opening a line, with a colon of any width. */
const ANSWER_LINE = new RegExp(`^(${ORNAMENT})${ANSWER}[*_\` \\t]{0,4}[:：]`, 'm')
const NOT_COVERED_LINE = new RegExp(`^(${ORNAMENT})${NOT_COVERED}`, 'm')
/** A line that may become one of them when more of it comes. */
const LINE_BEGUN = new RegExp(`^${ORNAMENT}(?:${begunPattern(ANSWER)}[*_\` \\t]{0,4}|${begunPattern(NOT_COVERED)})$`)
/** Length of the longest such line. */
const MAX_BEGUN_LENGTH = 24

/** The gate of one answer. An answer that has begun goes on in the next steps. */
export interface AnswerGate {
  /** Takes a piece; returns text that may be shown. */
  readonly push: (text: string) => string
  /** Takes the held text as the answer's beginning; returns text that may be shown. */
  readonly release: () => string
  /** Takes the held text, and the text of this step up to a mark, as words that lead up to a call. */
  readonly onToolCall: () => void
  /** Ends the step; returns the remaining text, unless it led up to a call. */
  readonly endStep: () => string
  /** Whether text is held that `release` would show. */
  readonly isWaiting: () => boolean
  /** Whether the model has marked where its answer begins. */
  readonly isMarked: () => boolean
  /** Whether it has said that the docs don't cover the question. */
  readonly isNotCovered: () => boolean
}

/** `holdLength`: length of text without a mark that makes an answer. */
export function createAnswerGate(holdLength: number): AnswerGate {
  let state: 'held' | 'lead' | 'opening' | 'body' = 'held'
  /** Text that is not decided yet. */
  let pending = ''
  let isLineStart = true
  /** Emphasis that a mark began with and that should end after it. */
  let closer = ''
  let isMarked = false
  let isNotCovered = false

  function push(text: string): string {
    pending += text
    if (state !== 'held' && state !== 'lead') return drain(false)
    const mark = firstMark(pending)
    if (mark !== null) {
      pass(mark)
      return drain(false)
    }
    if (state === 'held') pending = pending.trimStart()
    if (state === 'held' && pending.length >= holdLength) return release()
    const lineStart = pending.lastIndexOf('\n') + 1
    if (state === 'lead') pending = pending.slice(Math.max(lineStart, pending.length - MAX_BEGUN_LENGTH))
    return ''
  }

  function release(): string {
    state = 'opening'
    return drain(false)
  }

  function endStep(): string {
    if (state === 'held') state = 'opening'
    const shown = state === 'lead' ? '' : drain(true)
    if (state !== 'body') state = isMarked ? 'opening' : 'held'
    pending = ''
    isLineStart = true
    return shown
  }

  /** The part of `pending` that is decided; at the end of a step, all of it. */
  function drain(isEnd: boolean): string {
    let shown = ''
    for (;;) {
      if (state === 'opening' && !passOpening(isEnd)) return shown
      const mark = nextMark()
      shown += take(mark?.index ?? (isEnd ? pending.length : pending.length - undecidedLength(pending)))
      if (mark === null) return shown
      if (mark.opens) pass({ ...mark, index: 0 })
      else {
        pending = pending.slice(mark.length)
        // The text on both sides of the mark must not join to another mark.
        shown += ' '
      }
    }
  }

  /** Drops everything before the answer's first words; false while more of it may come. */
  function passOpening(isEnd: boolean): boolean {
    if (closer !== '' && pending.length < closer.length && closer.startsWith(pending) && !isEnd) return false
    if (pending.startsWith(closer)) pending = pending.slice(closer.length)
    closer = ''
    pending = pending.replace(isNotCovered ? /^[\s.:：]+/ : /^\s+/, '')
    if (pending === '') return false
    const mark = firstMark(pending)
    if (mark?.index === 0) {
      pass(mark)
      return passOpening(isEnd)
    }
    if (!isEnd && pending.length <= MAX_BEGUN_LENGTH && LINE_BEGUN.test(pending)) return false
    state = 'body'
    return true
  }

  /** Begins the answer after this mark. */
  function pass({ index, length, ornament, isNegative }: Mark): void {
    pending = pending.slice(index + length)
    closer = [...ornament.replace(/[^*_`]/g, '')].reverse().join('')
    isMarked = true
    isNotCovered ||= isNegative
    isLineStart = false
    state = 'opening'
  }

  /** Takes from the start of `pending`. */
  function take(length: number): string {
    const text = pending.slice(0, length)
    pending = pending.slice(length)
    if (text !== '') isLineStart = text.endsWith('\n')
    return text
  }

  /** The first mark in the body of an answer. A mark that opens an answer counts only once. */
  function nextMark(): Mark | null {
    const lineStart = isLineStart ? 0 : pending.indexOf('\n') + 1
    const line = isMarked || (lineStart === 0 && !isLineStart) ? null : firstMark(pending.slice(lineStart))
    const index = pending.indexOf(NOT_COVERED)
    const lineAt = lineStart + (line?.index ?? 0)
    if (line !== null && (index === -1 || lineAt <= index)) return { ...line, index: lineAt }
    return index === -1 ? null : { index, length: NOT_COVERED.length, opens: false, ornament: '', isNegative: false }
  }

  /** Characters at the end of a body that may yet turn out to be a mark. */
  function undecidedLength(body: string): number {
    const tail = body.slice(-MAX_BEGUN_LENGTH)
    const line = tail.slice(tail.lastIndexOf('\n') + 1)
    const isWhole = line.length < tail.length || (isLineStart && tail.length === body.length)
    if (!isMarked && isWhole && LINE_BEGUN.test(line)) return line.length
    let length = Math.min(NOT_COVERED.length - 1, tail.length)
    while (!tail.endsWith(NOT_COVERED.slice(0, length))) length -= 1
    return length
  }

  return {
    push,
    release,
    onToolCall: () => {
      if (state === 'held') state = 'lead'
    },
    endStep,
    isWaiting: () => state === 'held' && pending !== '',
    isMarked: () => isMarked,
    isNotCovered: () => isNotCovered,
  }
}

interface Mark {
  readonly index: number
  readonly length: number
  /** Whether it marks where the answer begins. */
  readonly opens: boolean
  /** Whether it says that the docs don't cover the question. */
  readonly isNegative: boolean
  /** Characters on its line before its word. */
  readonly ornament: string
}

/** The first line of a text that opens an answer. */
function firstMark(text: string): Mark | null {
  const [answer, notCovered] = [ANSWER_LINE.exec(text), NOT_COVERED_LINE.exec(text)]
  const isNegative = notCovered !== null && (answer === null || notCovered.index < answer.index)
  const match = isNegative ? notCovered : answer
  return match && { index: match.index, length: match[0].length, opens: true, isNegative, ornament: match[1] ?? '' }
}

/** A pattern for every beginning of a word, from the empty one to the whole word. */
function begunPattern(word: string): string {
  return [...word].reduceRight((following, letter) => `(?:${letter}${following})?`, '')
}
