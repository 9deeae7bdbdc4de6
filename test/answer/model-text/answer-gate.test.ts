import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerGate } from '../../../src/answer/model-text/answer-gate.ts'

const LONG = 'Routes are files, and files are routes, as long as they are.'

interface Outcome {
  readonly shown: string
  readonly isMarked: boolean
  readonly isNotCovered: boolean
}

/** One step that ends without a call, in these pieces. */
function play(pieces: readonly string[]): Outcome {
  const hold = createAnswerGate()
  const shown = [...pieces.map((piece) => hold.push(piece)), hold.endStep(false)].join('')
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

test('createAnswerGate() holds words without a mark until they are released', () => {
  const hold = createAnswerGate()
  assert.equal(hold.push('Let me look') + hold.push(` that up. ${LONG}`), '')
  assert.equal(hold.heldLength(), 'Let me look that up. '.length + LONG.length)
  assert.equal(hold.release(), `Let me look that up. ${LONG}`)
  assert.equal(hold.heldLength(), 0)
  assert.equal(hold.push(' More.'), ' More.')
  assert.equal(hold.isMarked(), false)
})

test('createAnswerGate() does not count white space as words', () => {
  const hold = createAnswerGate()
  assert.equal(hold.push(' '.repeat(100)), '')
  assert.equal(hold.heldLength(), 0)
})

test('createAnswerGate() removes a mark that comes when words are shown already', () => {
  const late = (pieces: readonly string[]) => {
    const hold = createAnswerGate()
    const shown = [hold.push(LONG), hold.release(), ...pieces.map(hold.push), hold.endStep(false)].join('')
    return [shown, hold.isMarked(), hold.isNotCovered()]
  }
  assert.deepEqual(late(['\nANS', 'WER:\nFiles.']), [`${LONG}\nFiles.`, true, false])
  assert.deepEqual(late(['\nNOT_IN', '_DOCS\nNothing.']), [`${LONG}\nNothing.`, true, true])
})

test('createAnswerGate() shows nothing of a step that led up to a call', () => {
  const hold = createAnswerGate()
  assert.equal(hold.push('Let me look.') + hold.push(LONG.repeat(9)) + hold.endStep(true), '')
  assert.equal(hold.push(LONG) + hold.endStep(false), LONG, 'the next step begins anew')
})

test('createAnswerGate() sees a mark after words that led up to a call', () => {
  const hold = createAnswerGate()
  assert.equal(hold.push(`${LONG}\n**ANS`) + hold.push('WER:**\nFiles.'), 'Files.')
})

test('createAnswerGate() knows the marks of the commonest languages', () => {
  const marks = ['ANTWORT', 'RESPUESTA', 'RÉPONSE', 'RESPOSTA', 'RISPOSTA', 'ANTWOORD', 'ODPOWIEDŹ', 'CEVAP', 'JAWABAN', 'ОТВЕТ', '回答', '答え', '답변', 'الإجابة', 'उत्तर']
  for (const mark of marks) check(`${mark}:\nFiles.`, { shown: 'Files.' })
  for (const mark of ['NICHT_IN_DOCS', 'NO_EN_DOCS', 'PAS_DANS_LES_DOCS', 'NÃO_NOS_DOCS', 'НЕ_В_ДОКУМЕНТАЦИИ', '文档中没有']) {
    check(`ANSWER:\n${mark}\nNothing on boats.`, { isNotCovered: true, shown: 'Nothing on boats.' })
  }
})

test('createAnswerGate() never shows a call that is written as text', () => {
  const calls = ['<tool_call>{"name": "search"}</tool_call>', '[TOOL_CALLS]search[ARGS]{"query": "x"}', '{"name": "open", "arguments": {"id": "a"}}', '```json\n{"name": "search", "arguments": {"query": "x"}}\n```']
  for (const call of calls) {
    check(call, { shown: '', isMarked: false })
    check(`Let me look.\n${call}`, { shown: '', isMarked: false })
    check(`ANSWER:\nFiles [1].\n\n${call}\nMore.`, { shown: 'Files [1].' })
  }
})

test('createAnswerGate() takes code and other words for no call', () => {
  const texts = ['```js\nsearch()\n```', '```json\n{"name": "acme"}\n```', '<Tabs> are tags.', '[words][1] are cited.', '```sh\n<tool_call>\n```', 'A `<tool_call>` tag.', 'search for it.', '`open` it.']
  for (const text of texts) check(`ANSWER:\n${text}`, { shown: text })
})

test('createAnswerGate() stays open in the steps that follow', () => {
  const hold = createAnswerGate()
  assert.equal(hold.push('ANSWER:\nFiles') + hold.endStep(false), 'Files')
  assert.equal(hold.push(' are') + hold.endStep(true), ' are')
})
