import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerGate } from '../../../src/answer/model-text/answer-gate.ts'

const HOLD_LENGTH = 40
const LONG = 'Routes are files, and files are routes, as long as they are.'

interface Outcome {
  readonly shown: string
  readonly isMarked: boolean
  readonly isNotCovered: boolean
}

/** One step that ends without a call, in these pieces. */
function play(pieces: readonly string[]): Outcome {
  const hold = createAnswerGate(HOLD_LENGTH)
  const shown = [...pieces.map((piece) => hold.push(piece)), hold.endStep()].join('')
  return { shown, isMarked: hold.isMarked(), isNotCovered: hold.isNotCovered() }
}

/** The same at every cut of the text, and letter by letter. */
function check(text: string, expected: Partial<Outcome>) {
  const cuts = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)])
  for (const pieces of [...cuts, [...text]]) {
    const { shown, ...flags } = play(pieces)
    const wanted: Outcome = { isMarked: true, isNotCovered: false, shown: '', ...expected }
    assert.deepEqual({ ...flags, shown: shown.trimEnd() }, wanted, JSON.stringify(pieces))
  }
}

test('createAnswerGate() shows what stands behind ANSWER:, and nothing before it', () => {
  check('ANSWER:\nFiles [1].', { shown: 'Files [1].' })
  check('ANSWER: Files [1].', { shown: 'Files [1].' })
  check('Let me see.\nANSWER:\nFiles.', { shown: 'Files.' })
  check('\n\n  ANSWER:\n\n\nFiles.', { shown: 'Files.' })
})

test('createAnswerGate() knows the mark in the dress that models give it', () => {
  for (const mark of ['**ANSWER:**', '**ANSWER**:', '## ANSWER:', '> ANSWER:', '`ANSWER:`', '_**ANSWER:**_', 'ANSWER :', 'ANSWER：']) {
    check(`${mark}\nFiles.`, { shown: 'Files.' })
  }
  check('ANSWER:\n**Files** are routes.', { shown: '**Files** are routes.' })
  check('ANSWER: ANSWER:\nFiles.', { shown: 'Files.' })
})

test('createAnswerGate() takes no other words for the mark', () => {
  for (const text of ['The ANSWER: 42', 'ANSWERS: 42', 'Answer: 42', 'AN', 'ANSWER', 'ANSWER is 42']) {
    check(text, { shown: text, isMarked: false })
  }
  check('ANSWER:\nYes.\nANSWER: is a label here.', { shown: 'Yes.\nANSWER: is a label here.' })
})

test('createAnswerGate() knows NOT_IN_DOCS behind ANSWER:, and without it', () => {
  const covered = { isNotCovered: true, shown: 'Nothing on boats.' }
  for (const mark of ['NOT_IN_DOCS\n', 'NOT_IN_DOCS: ', 'NOT_IN_DOCS. ', '**NOT_IN_DOCS**\n', '`NOT_IN_DOCS`\n', '\n\nNOT_IN_DOCS\n\n']) {
    check(`ANSWER:\n${mark}Nothing on boats.`, covered)
    check(`${mark}Nothing on boats.`, covered)
  }
  check('I looked.\nNOT_IN_DOCS\nNothing on boats.', covered)
  check('ANSWER:\nNOT_IN_DOCS', { isNotCovered: true })
  check('NOT_IN_DOCS\nANSWER:\nNothing on boats.', covered)
})

test('createAnswerGate() never shows NOT_IN_DOCS, wherever it stands', () => {
  check('ANSWER:\nFiles. As to boats: NOT_IN_DOCS here.', { shown: 'Files. As to boats:   here.' })
  check('ANSWER:\nFiles.\nNOT_IN_DOCS\nMore.', { shown: 'Files.\n \nMore.' })
  check('ANSWER:\nFiles: NOT_NOT_IN_DOCSIN_DOCS', { shown: 'Files: NOT_ IN_DOCS' })
  check('ANSWER:\nNOT_IN_DO', { shown: 'NOT_IN_DO' })
})

test('createAnswerGate() holds words without a mark until there are many', () => {
  const hold = createAnswerGate(HOLD_LENGTH)
  assert.equal(hold.push('Let me look'), '')
  assert.equal(hold.isWaiting(), true)
  assert.equal(hold.push(` that up. ${LONG}`), `Let me look that up. ${LONG}`)
  assert.equal(hold.isWaiting(), false)
  assert.equal(hold.push(' More.'), ' More.')
  assert.equal(hold.isMarked(), false)
})

test('createAnswerGate() does not count white space as words', () => {
  const hold = createAnswerGate(HOLD_LENGTH)
  assert.equal(hold.push(' '.repeat(100)), '')
  assert.equal(hold.isWaiting(), false)
})

test('createAnswerGate() removes a mark that comes when words are shown already', () => {
  const late = play([LONG, '\nANS', 'WER:\nFiles.'])
  assert.deepEqual(late, { shown: `${LONG}\nFiles.`, isMarked: true, isNotCovered: false })
  const negative = play([LONG, '\nNOT_IN', '_DOCS\nNothing.'])
  assert.deepEqual(negative, { shown: `${LONG}\nNothing.`, isMarked: true, isNotCovered: true })
})

test('createAnswerGate().release() shows what is held', () => {
  const hold = createAnswerGate(HOLD_LENGTH)
  hold.push('Files [1]')
  assert.equal(hold.release(), 'Files [1]')
  assert.equal(hold.push(' are routes.'), ' are routes.')
})

test('createAnswerGate().onToolCall() makes what is held and what follows a lead', () => {
  const hold = createAnswerGate(HOLD_LENGTH)
  hold.push('Let me look.')
  hold.onToolCall()
  assert.equal(hold.isWaiting(), false)
  assert.equal(hold.push(LONG.repeat(9)), '')
  assert.equal(hold.endStep(), '')
  assert.equal(hold.push(LONG), LONG, 'the next step begins anew')
})

test('createAnswerGate() sees a mark that follows a call', () => {
  const hold = createAnswerGate(HOLD_LENGTH)
  hold.onToolCall()
  assert.equal(hold.push(`${LONG}\n**ANS`) + hold.push('WER:**\nFiles.'), 'Files.')
})

test('createAnswerGate() stays open in the steps that follow', () => {
  const hold = createAnswerGate(HOLD_LENGTH)
  assert.equal(hold.push('ANSWER:\nFiles') + hold.endStep(), 'Files')
  hold.onToolCall()
  assert.equal(hold.push(' are') + hold.endStep(), ' are')
})
