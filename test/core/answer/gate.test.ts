import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate, endTurn, pushText, release, retract, startTurn } from '../../../src/core/answer/gate.ts'
import { rulesOf } from '../../support/rules.ts'

const LONG = 'Routes are files, and files are routes, as long as they are.'

interface Outcome {
  readonly shown: string
  readonly isMarked: boolean
  readonly isNotCovered: boolean
}

/** One turn that ends without a call, in these pieces. */
function play(pieces: readonly string[]): Outcome {
  const gate = createGate()
  const shown = [...pieces.map((piece) => pushText(gate, piece)), endTurn(gate)].join('')
  return { shown, isMarked: gate.isMarked, isNotCovered: gate.isNotCovered }
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

for (const [name, run] of rulesOf('createGate()', check, [
  ['shows what stands behind ANSWER:, and nothing before it',
    ['ANSWER:\nFiles [1].', { shown: 'Files [1].' }], ['ANSWER: Files [1].', { shown: 'Files [1].' }],
    ['Let me see.\nANSWER:\nFiles.', { shown: 'Files.' }], ['\n\n  ANSWER:\n\n\nFiles.', { shown: 'Files.' }]],
  ['shows no copy of the prompt',
    ['No more searches. Write ANSWER: and answer.', { shown: '', isMarked: false }],
    ['Write ANSWER: and answer.\nANSWER:\nFiles.', { shown: 'Files.' }]],
  ['never shows NOT_IN_DOCS, wherever it stands',
    ['ANSWER:\nFiles. As to boats: NOT_IN_DOCS here.', { shown: 'Files. As to boats:   here.' }],
    ['ANSWER:\nFiles.\nNOT_IN_DOCS\nMore.', { shown: 'Files.\n \nMore.' }],
    ['ANSWER:\nFiles: NOT_NOT_IN_DOCSIN_DOCS', { shown: 'Files: NOT_ IN_DOCS' }],
    ['ANSWER:\nFiles: NOT_IN_DO', { shown: 'Files: NOT_IN_DO' }]],
])) test(name, run)

test('createGate() knows the mark in the dress that models give it', () => {
  for (const mark of ['**ANSWER:**', '**ANSWER**:', '## ANSWER:', '> ANSWER:', '`ANSWER:`', '_**ANSWER:**_', 'ANSWER :', 'ANSWER：', '[ANSWER]:', '"ANSWER:', '**ANSWER**', '\u200bANSWER:', 'answer:', '**Answer:**', 'Réponse :']) {
    check(`${mark}\nFiles.`, { shown: 'Files.' })
  }
  check('ANSWER:\n**Files** are routes.', { shown: '**Files** are routes.' })
  check('ANSWER: ANSWER:\nFiles.', { shown: 'Files.' })
  check('ANSWER:\nFiles.\n\n**ANSWER:**\nRoutes.', { shown: 'Files.\n\nRoutes.' })
  check('ANSWER:\nFiles.\nANSWER:', { shown: 'Files.' })
  for (const mark of ['Final Answer:', '**Final answer**:', '### Final Answer', 'FINAL ANSWER:']) check(`Thought: files.\n${mark}\nFiles.`, { shown: 'Files.' })
})

test('createGate() takes no other words for the mark', () => {
  for (const text of ['The ANSWER: 42', 'ANSWERS: 42', 'Answer: 42', 'Final answers: 42', 'AN', 'ANSWER', 'ANSWER is 42']) {
    check(text, { shown: text, isMarked: false })
  }
  check('ANSWER:\nYes.\nANSWER: is a label here.', { shown: 'Yes.\nANSWER: is a label here.' })
  check('ANSWER:\n```\nANSWER:\n```', { shown: '```\nANSWER:\n```' })
  check('ANSWER:\nIt writes:\n\n`ANSWER:`\n\nfirst.', { shown: 'It writes:\n\n`ANSWER:`\n\nfirst.' })
  check('Files.\nAnswer:\nRoutes.', { shown: 'Files.\nAnswer:\nRoutes.', isMarked: false })
})

test('createGate() shows no thinking in plain words, if a label of the answer follows', () => {
  for (const [label, answer] of [['**Thinking:**', '**Answer:**'], ['Reasoning:', 'Response:'], ['### Thoughts:', '### Answer:'], ['> _Thought_:', 'Réponse :']] as const) {
    check(`${label} I look into ${LONG} [1].\n\nThe answer: files [2].\n\n${answer} Files [1].`, { shown: 'Files [1].' })
  }
  check('Thinking: files, and nothing more [1].', { shown: 'Thinking: files, and nothing more [1].', isMarked: false })
  check('Files [1].\n\nAnswer: is a word.', { shown: 'Files [1].\n\nAnswer: is a word.', isMarked: false })
})

test('createGate() knows NOT_IN_DOCS behind ANSWER:, and without it', () => {
  const covered = { isNotCovered: true, shown: 'Nothing on boats.' }
  for (const mark of ['NOT_IN_DOCS\n', 'NOT_IN_DOCS: ', 'NOT_IN_DOCS. ', '**NOT_IN_DOCS**\n', '`NOT_IN_DOCS`\n', '\n\nNOT_IN_DOCS\n\n', 'NOT\\_IN\\_DOCS\n', 'NOT IN DOCS\n', 'NOT-IN-DOCS\n', 'NOT_IN-DOCS: ', 'not_in_docs\n', '[NOT_IN_DOCS]\n', 'NOT_IN_DOCS — ']) {
    check(`ANSWER:\n${mark}Nothing on boats.`, covered)
    check(`${mark}Nothing on boats.`, covered)
  }
  check('I looked.\nNOT_IN_DOCS\nNothing on boats.', covered)
  check('ANSWER:\nNOT_IN_DOCS', { isNotCovered: true })
  check('NOT_IN_DOCS\nANSWER:\nNothing on boats.', covered)
})

test('createGate() shows what looks like a call of another kind within an answer', () => {
  for (const text of [
    '```json\n{\n  "search": {\n    "provider": "local"\n  }\n}\n```\nDone [1].', '```python\n>>> open("file.txt")\n```\nIt opens [1].',
    'Action: Open the settings.', 'Action: search for it.', '[Search (beta)] is new.', 'Search(query) is a method.',
    '{"tool_calls": [{"name": "get_weather"}]}', '```xml\n<search><query>x\n```', 'NO DOCKER is needed.', 'NOT DOCUMENTED options.',
  ]) check(`ANSWER:\nSo it is [1].\n${text}`, { shown: `So it is [1].\n${text}` })
  check('ANSWER:\nNO DOCKER is needed.', { shown: 'NO DOCKER is needed.' })
})

test('createGate() holds words without a mark until they are due or cite', () => {
  const gate = createGate()
  assert.equal(pushText(gate, 'Let me look') + pushText(gate, ` that up. ${LONG}`), '')
  assert.equal(release(gate), `Let me look that up. ${LONG}`)
  assert.equal(pushText(gate, ' More.'), ' More.')
  assert.equal(gate.isMarked, false)
  for (const words of [LONG.repeat(400), `${LONG} ${LONG} [1].`]) assert.equal(pushText(createGate(), words), words)
  assert.equal(pushText(createGate(), `${LONG} ${LONG} As [1] says, it`), '', 'thinking cites within its sentences')
  assert.equal(pushText(createGate(), 'In [1] I see it.'), '', 'a few words that cite')
  for (const thinking of [`${LONG.repeat(20)} So it is [1]. `, `Okay, the user asks for files. ${LONG} It is [1]. `, `We need to look. ${LONG} ${LONG} [1]. `]) {
    assert.equal(pushText(createGate(), thinking) + pushText(createGate(), `${thinking}More.`), '', thinking)
    check(thinking, { shown: thinking.trimEnd(), isMarked: false })
  }
})

test('createGate() holds the first words after a mark for a call that comes together with them', () => {
  const gate = createGate()
  assert.equal(pushText(gate, 'ANSWER:\nFiles are'), '')
  assert.equal(pushText(gate, ' routes'), 'Files are routes', 'no call came')
  for (const words of [`${LONG} ${LONG}`, 'Files [1]']) assert.equal(pushText(createGate(), `ANSWER:\n${words}`), words)
  const last = createGate()
  startTurn(last, false, false)
  assert.equal(pushText(last, 'ANSWER:\nFiles'), 'Files', 'no call may come')
})

test('createGate() does not count white space as words', () => {
  const gate = createGate()
  assert.equal(pushText(gate, ' '.repeat(20_000)), '')
})

test('createGate() removes a mark that comes when words are shown already', () => {
  const late = (pieces: readonly string[]) => {
    const gate = createGate()
    const first = pushText(gate, LONG) + release(gate)
    const shown = [first, ...pieces.map((piece) => pushText(gate, piece)), endTurn(gate)].join('')
    return [shown, gate.isMarked, gate.isNotCovered]
  }
  assert.deepEqual(late(['\nANS', 'WER:\nFiles.']), [`${LONG}\nFiles.`, true, false])
  assert.deepEqual(late(['\nNOT_IN', '_DOCS\nNothing.']), [`${LONG}\nNothing.`, true, true])
})

test('createGate() shows nothing of a turn that led up to a call', () => {
  const gate = createGate()
  gate.hasCall = true
  assert.equal(pushText(gate, 'Let me look.') + pushText(gate, LONG.repeat(9)) + endTurn(gate), '')
  startTurn(gate, true, false)
  assert.equal(pushText(gate, LONG) + endTurn(gate), LONG, 'the next turn begins anew')
})

test('createGate() knows the marks of the commonest languages', () => {
  const marks = ['ANTWORT', 'RESPUESTA', 'RÉPONSE', 'RESPOSTA', 'RISPOSTA', 'ANTWOORD', 'ODPOWIEDŹ', 'CEVAP', 'JAWABAN', 'ОТВЕТ', '回答', '答え', '답변', 'الإجابة', 'उत्तर']
  for (const mark of marks) check(`${mark}:\nFiles.`, { shown: 'Files.' })
  for (const mark of ['NICHT_IN_DOCS', 'NICHT-IN-DOKUMENTATION', 'NO_EN_DOCS', 'PAS_DANS_LES_DOCS', 'NÃO_NOS_DOCS', 'НЕ_В_ДОКУМЕНТАЦИИ', '文档中没有']) {
    check(`ANSWER:\n${mark}\nNothing on boats.`, { isNotCovered: true, shown: 'Nothing on boats.' })
  }
  check('ANSWER:\n文档中没有关于船的信息。', { shown: '文档中没有关于船的信息。' })
})

test('createGate() never shows a call that is written as text', () => {
  const calls = ['<tool_call>{"name": "search"}</tool_call>', '[TOOL_CALLS]search[ARGS]{"query": "x"}', '{"name": "open", "arguments": {"id": "a"}}', '```json\n{"name": "search", "arguments": {"query": "x"}}\n```']
  for (const call of calls) {
    check(call, { shown: '', isMarked: false })
    check(`Let me look.\n${call}`, { shown: '', isMarked: false })
    check(`ANSWER:\nFiles [1].\n\n${call}\nMore.`, { shown: 'Files [1].' })
  }
})

test('createGate() sees a call after a block of code, however the text is cut', () => {
  for (const fence of ['```', '~~~']) {
    check(`ANSWER:\nRun it [1]:\n\n${fence}sh\nls\n${fence}\n\n[TOOL_CALLS]search[ARGS]{"query": "x"}`, { shown: `Run it [1]:\n\n${fence}sh\nls\n${fence}` })
  }
  check('ANSWER:\n```npm i``` installs it [1].\n[TOOL_CALLS]search[ARGS]{"query": "x"}', { shown: '```npm i``` installs it [1].' })
  check('ANSWER:\nRun it [1]:\n```js title="a.js"\nls\n```js\n```\n<tool_call>', { shown: 'Run it [1]:\n```js title="a.js"\nls\n```js\n```' })
})

test('createGate() takes code and other words for no call', () => {
  const texts = ['```js\nsearch()\n```', '```json\n{"name": "acme"}\n```', '<Tabs> are tags.', '[words][1] are cited.', '```sh\n<tool_call>\n```', 'A `<tool_call>` tag.', 'search for it.', '`open` it.']
  for (const text of texts) check(`ANSWER:\n${text}`, { shown: text })
})

test('createGate() stays open in the turns that follow', () => {
  const gate = createGate()
  assert.equal(pushText(gate, 'ANSWER:\nFiles') + endTurn(gate), 'Files')
  startTurn(gate, true, false)
  gate.hasCall = true
  assert.equal(pushText(gate, ' are') + endTurn(gate), ' are')
  for (const text of ['ANSWER: routes', 'NOT_IN_DOCS\nroutes']) {
    startTurn(gate, true, false)
    gate.hasCall = true
    assert.equal(pushText(gate, text) + endTurn(gate), 'routes')
    assert.equal(gate.isNotCovered, false)
  }
})

test('retract() forgets what was thinking, unless readers have a part of it', () => {
  const gate = createGate()
  assert.equal(pushText(gate, `I plan.\nANSWER:\nno`), '')
  assert.equal(retract(gate), true)
  assert.equal(pushText(gate, '\nANSWER:\nFiles [1]') + endTurn(gate), 'Files [1]')
  assert.equal(retract(gate), false)
  const calling = createGate()
  calling.hasCall = true
  assert.equal(retract(calling), true)
  assert.equal(pushText(calling, LONG) + endTurn(calling), '', 'a call came before the end of thinking')
})

test('startTurn() shows nothing before the end of thinking where a model is known to write it', () => {
  const gate = createGate()
  startTurn(gate, true, true)
  assert.equal(pushText(gate, `ANSWER:\n${LONG} ${LONG} [1].`), '')
  retract(gate)
  assert.equal(pushText(gate, `ANSWER:\n${LONG} ${LONG} [1].`), `${LONG} ${LONG} [1].`)
})

test('endTurn() shows no thinking that was cut off before its end', () => {
  for (const [isCut, shown] of [[true, ''], [false, LONG]] as const) {
    const gate = createGate()
    startTurn(gate, true, true)
    assert.equal(pushText(gate, LONG) + endTurn(gate, isCut), shown)
  }
})
