/**
 * A model's text, in pieces -> the part of it that readers may see. A mark (`ANSWER:`) opens the answer: all text
 * after it is shown. Text before it, which introduces a tool call, is never shown. Text without a mark is buffered
 * until the caller releases it or the step ends without a call. Marks and calls that are written as text are never
 * shown, wherever the pieces are cut.
 */
import { firstMark, isMarkBegun, type Mark, MAX_BEGUN_LENGTH, MAX_MARK_LENGTH, NOT_COVERED } from './marks.ts'
import { findOpening, MAX_OPENING_LENGTH, readOpening } from './text-calls.ts'

const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/

/** The gate of one answer. An answer that has begun continues in the next steps. */
export interface AnswerGate {
  /** Takes a piece; returns text that may be shown. */
  readonly push: (text: string) => string
  /** Treats the buffered text as the beginning of the answer; returns text that may be shown. */
  readonly release: () => string
  /** Ends the step; returns the remaining text, unless it introduced a tool call (`hasCalls`). */
  readonly endStep: (hasCalls: boolean) => string
  /** Reverts the beginning of the answer after a step: its text introduced tool calls and was not shown. */
  readonly restart: () => void
  /** Text of this step that holds calls, null if there is none. */
  readonly textCall: () => string | null
  /** UTF-16 units of text that `release` would show. */
  readonly heldLength: () => number
  /** True if the model has marked where its answer begins. */
  readonly isMarked: () => boolean
  /** True if the model has written that the docs don't cover the question. */
  readonly isNotCovered: () => boolean
}

/** A gate that has shown nothing. */
export function createAnswerGate(): AnswerGate {
  let state: 'held' | 'opening' | 'body' | 'call' = 'held'
  /** Text that is not decided yet. */
  let pending = ''
  /** The last line of held text; null if it is too long for a mark to open it. */
  let line: string | null = ''
  let isLineStart = true
  /** Emphasis that a mark began with and that should end after it. */
  let closer = ''
  /** Characters that end the block of code that is being shown; empty outside of one. */
  let fence = ''
  let textCall: string | null = null
  /** True if text of the answer was returned to be shown. */
  let hasBegun = false
  let isMarked = false
  let isNotCovered = false

  function push(text: string): string {
    // Held text begins with a word. It is never searched as a whole: that would take the square of its length.
    const piece = state === 'held' && pending === '' ? text.trimStart() : text
    pending += piece
    if (state === 'call') return ''
    if (state !== 'held') return drain(false)
    const start = line === null ? piece.indexOf('\n') + 1 : 0
    if (line === null && start === 0) return ''
    const lines = (line ?? '') + piece.slice(start)
    const mark = firstMark(lines, false)
    if (mark !== null) {
      pass({ ...mark, index: pending.length - lines.length + mark.index })
      return drain(false)
    }
    const last = lines.slice(lines.lastIndexOf('\n') + 1)
    line = last.length > MAX_MARK_LENGTH ? null : last
    return ''
  }

  function release(): string {
    const at = findOpening(pending)
    state = at === -1 ? 'opening' : 'call'
    return at === -1 ? drain(false) : ''
  }

  function endStep(hasCalls: boolean): string {
    const at = state === 'held' ? findOpening(pending) : -1
    if (at !== -1) {
      pending = pending.slice(at)
      state = 'call'
    }
    const isLead = state === 'held' && hasCalls
    if (state === 'held') state = 'opening'
    const shown = isLead || state === 'call' ? '' : drain(true)
    textCall = state === 'call' ? pending : null
    // A mark with nothing but calls after it opened no answer.
    if ((hasCalls || textCall !== null) && !hasBegun && !isNotCovered) isMarked = false
    state = hasBegun ? 'body' : isMarked ? 'opening' : 'held'
    pending = ''
    line = ''
    fence = ''
    isLineStart = true
    return shown
  }

  function restart(): void {
    hasBegun = isMarked = false
    state = 'held'
  }

  /** The part of `pending` that is decided; at the end of a step, all of it. */
  function drain(isEnd: boolean): string {
    let shown = ''
    for (;;) {
      if (state === 'opening' && !passOpening(isEnd)) return shown
      const mark = nextMark(isEnd)
      const end = mark?.index ?? (isEnd ? pending.length : pending.length - undecidedLength(pending))
      const call = nextCall(end, isEnd)
      shown += take(call?.index ?? end)
      hasBegun ||= shown.trim() !== ''
      if (call !== null) {
        if (call.isDecided) state = 'call'
        return shown
      }
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
    const mark = firstMark(pending, isEnd)
    if (mark?.index === 0) {
      pass(mark)
      return passOpening(isEnd)
    }
    if (!isEnd && isMarkBegun(pending)) return false
    isLineStart = true
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
    if (text === '') return text
    for (let at = isLineStart ? 0 : text.indexOf('\n') + 1; at > 0 || isLineStart; at = text.indexOf('\n', at) + 1) {
      isLineStart = false
      readFence(text.slice(at, at + MAX_BEGUN_LENGTH))
      if (text.indexOf('\n', at) === -1) break
    }
    isLineStart = text.endsWith('\n')
    return text
  }

  function readFence(line: string): void {
    const run = FENCE.exec(line)?.[1] ?? ''
    if (run === '') return
    if (fence === '') fence = run
    else if (run.startsWith(fence)) fence = ''
  }

  /** The first mark in the body of an answer. A mark that opens an answer counts only once. */
  function nextMark(isEnd: boolean): Mark | null {
    const lineStart = isLineStart ? 0 : pending.indexOf('\n') + 1
    const line = isMarked || (lineStart === 0 && !isLineStart) ? null : firstMark(pending.slice(lineStart), isEnd)
    const index = pending.indexOf(NOT_COVERED)
    const lineAt = lineStart + (line?.index ?? 0)
    if (line !== null && (index === -1 || lineAt <= index)) return { ...line, index: lineAt }
    return index === -1 ? null : { index, length: NOT_COVERED.length, opens: false, ornament: '', isNegative: false }
  }

  /** The first line before an offset that opens a call outside of code, or may do so. */
  function nextCall(end: number, isEnd: boolean): { readonly index: number; readonly isDecided: boolean } | null {
    let open = fence
    for (
      let at = isLineStart ? 0 : pending.indexOf('\n') + 1;
      at > 0 || isLineStart;
      at = pending.indexOf('\n', at) + 1
    ) {
      if (at >= end) return null
      const line = pending.slice(at, at + MAX_OPENING_LENGTH)
      const opening = open === '' ? readOpening(line) : null
      if (opening === 'call') return { index: at, isDecided: true }
      if (opening === 'begun' && !isEnd && at + MAX_OPENING_LENGTH > pending.length) {
        return { index: at, isDecided: false }
      }
      const run = FENCE.exec(line)?.[1] ?? ''
      if (run !== '') open = open === '' ? run : run.startsWith(open) ? '' : open
      if (pending.indexOf('\n', at) === -1) return null
    }
    return null
  }

  /** Characters at the end of a body that may yet turn out to be a mark. */
  function undecidedLength(body: string): number {
    const tail = body.slice(-MAX_BEGUN_LENGTH)
    const line = tail.slice(tail.lastIndexOf('\n') + 1)
    const isWhole = line.length < tail.length || (isLineStart && tail.length === body.length)
    if (!isMarked && isWhole && isMarkBegun(line)) return line.length
    let length = Math.min(NOT_COVERED.length - 1, tail.length)
    while (!tail.endsWith(NOT_COVERED.slice(0, length))) length -= 1
    return length
  }

  return {
    push,
    release,
    endStep,
    restart,
    textCall: () => textCall,
    heldLength: () => (state === 'held' ? pending.length : 0),
    isMarked: () => isMarked,
    isNotCovered: () => isNotCovered,
  }
}
