import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryTurn } from '../../../src/core/answer/conversation.ts'
import { wordingOf } from '../../../src/core/answer/wording.ts'
import { AskError, type ErrorCode } from '../../../src/core/base/errors.ts'
import { replyError } from '../../../src/core/llm/protocols/reply.ts'
import { libraryOf } from '../../support/library.ts'
import { type AnswerSetting, playAnswer } from '../../support/play-answer.ts'
import type { Turn } from '../../support/scripted-model.ts'

const LOOK: Turn = [{ call: 'search', args: { query: 'static' } }]
const OPEN_PORT = [{ call: 'open', args: { id: 'guide/server#port' } }] as const
const ANSWER: Turn = ['ANSWER:\nIt is 4321 [1].']
const LINKED = 'It is 4321 [1](/guide/server/#port).'
const LONG = 'A port is a number that programs listen on. '.repeat(6)
const NOTICE = '\n\n*This answer names no section of the documentation: check it before you rely on it.*'
const REFUSED = 'No answer can be given to this question.'

type Ended = readonly [text: string, outcome: string, requests: number]
type Failed = readonly [sentence: RegExp, code: ErrorCode, line: RegExp]

/** Text, outcome, requests and log of an answer that ends well. */
async function check(turns: readonly Turn[], expected: Ended, { log: lines = [], ...setting }: AnswerSetting & { log?: readonly string[] } = {}) {
  const { text, events, report, model, log } = await playAnswer(turns, setting)
  assert.deepEqual([text, report.outcome, model.asked.length], expected)
  assert.deepEqual([events.at(-1), report.error, log, report.answer], [{ type: 'done' }, null, lines, text])
}

/** Reader's sentence, code and owner's line of an answer that fails. */
async function checkFailure(turns: readonly Turn[], [sentence, code, line]: Failed, setting?: AnswerSetting) {
  const { events, report, log, model } = await playAnswer(turns, setting)
  const last = events.at(-1)!
  assert.match(last.type === 'error' ? last.error : '', sentence)
  assert.deepEqual([report.outcome, report.error, log.length, model.openStreams()], ['error', code, 1, 0])
  assert.match(log[0]!, line)
  assert.equal(events.filter(({ type }) => type === 'error' || type === 'done').length, 1)
}

test('an answer that is cut ends with an ellipsis, after the end of its block of code', async () => {
  for (const finish of ['length', 'pause'] as const) {
    await check([['ANSWER:\nIt is 4321 [1]. And', { finish }]], [`${LINKED} And…`, 'answered', 1])
  }
  const { text } = await playAnswer([['ANSWER:\nRun [1]:\n\n```sh\nnpm i', { finish: 'length' }]])
  assert.match(text, /```sh\nnpm i\n```\n\n…$/)
})

test('an answer longer than allowed is cut, and its model stopped', async () => {
  const bounds = { maxAnswerLength: 30 }
  const turn: Turn = ['ANSWER:\n', 'It is 4321 [1]. ', 'word '.repeat(50), { fail: new Error('read on') }]
  await check([turn], [`${LINKED} word word word…`, 'answered', 1], { bounds })
})

test('an answer that repeats itself without end is cut, and its model stopped', async () => {
  for (const copy of ['The port is a number. ', '- A port is a number\n', 'I hope this helps.\n\n', 'Is it on?\nSet the port of it.\n', '等待时间加倍。']) {
    for (const turn of [[`ANSWER:\nIt is 4321 [1].\n\n${copy.repeat(600)}`], ['ANSWER:\nIt is 4321 [1].\n\n', ...Array<string>(600).fill(copy), { fail: new Error('read on') }]]) {
      const { text, report } = await playAnswer([turn])
      assert.deepEqual([text.split(copy.trim()).length - 1, report.outcome, text.includes('…')], [16, 'answered', true], copy)
    }
  }
})

test('words and letters that repeat without end are cut', async () => {
  for (const copy of ['very ', 'G', '[1] ', 'the a ']) {
    const { text } = await playAnswer([['ANSWER:\nIt is 4321 [1], ', ...Array<string>(2_000).fill(copy), { fail: new Error('read on') }]])
    assert.ok(text.length < 5_000 && text.includes('…'), `${copy} ${text.length}`)
  }
  const dashes = `| a | b |\n|${'-'.repeat(300)}|---|\n| 1 | 2 [1] |`
  assert.ok((await playAnswer([[`ANSWER:\n${dashes}`]])).text.includes('| 1 | 2 [1]('))
})

test('code of an answer may have the same line often, but not without end', async () => {
  const line = '      "type": "string",\n'
  for (const [copies, shown] of [[40, 40], [600, 128]] as const) {
    const { text } = await playAnswer([['ANSWER:\nIt is 4321 [1]:\n\n```json\n', ...Array<string>(copies).fill(line), '```\n']])
    assert.deepEqual([text.split(line.trim()).length - 1, text.includes('…')], [shown, shown < copies])
  }
})

test('a refusal gets a fixed sentence', async () => {
  for (const finish of ['refusal', 'content-filter'] as const) {
    await check([[{ finish }]], [REFUSED, 'refused', 1])
    await check([['ANSWER:\nIt is 4321 [1].', { finish }]], [`${LINKED}\n\n${REFUSED}`, 'refused', 1])
  }
  const log = ['A question was refused (model-refusal): filtered']
  await check([[{ fail: new AskError('model-refusal', 'filtered') }]], [REFUSED, 'refused', 1], { log })
})

test('a question that the docs do not cover gets what the model wrote, else a fixed sentence', async () => {
  const written = 'Rien sur les bateaux; voir [1](/guide/server/#port).'
  await check([['ANSWER:\nNOT_IN_DOCS\nRien sur les bateaux; voir [1].']], [written, 'not-covered', 1])
  await check([['NOT_IN_DOCS']], ['The documentation does not cover this question.', 'not-covered', 1])
  await check([['NOT_IN_DOCS\n', ...OPEN_PORT]], ['The documentation does not cover this question.', 'not-covered', 1])
  await check([LOOK, ['ANSWER:\nNOT_IN_DOCS\n']], ['The documentation does not cover this question.', 'not-covered', 2])
  for (const end of [' NOT_IN_DOCS', ': NOT_IN_DOCS.', '\n\nNOT_IN_DOCS\n']) {
    await check([[`ANSWER:\nThe docs have nothing on boats${end}`]], [`The docs have nothing on boats${end.startsWith(':') ? ':  .' : ''}`, 'not-covered', 1])
  }
  assert.equal((await playAnswer([['ANSWER:\nIt is 4321 [1]. As to boats: NOT_IN_DOCS']])).report.outcome, 'answered')
  assert.equal((await playAnswer([['ANSWER:\nAs to boats: NOT_IN_DOCS. As to ports, ask.']])).report.outcome, 'answered')
  // It gets no essay.
  const { text, report } = await playAnswer([[`NOT_IN_DOCS\n${'From what I know elsewhere. '.repeat(100)}`]])
  assert.ok(text.length <= 1_001 && text.endsWith('…'))
  assert.equal(report.outcome, 'not-covered')
})

test('an answer without a citation gets a notice, however short it is', async () => {
  await check([[`ANSWER:\n${LONG}`]], [`${LONG.trim()}${NOTICE}`, 'answered', 1])
  await check([[`ANSWER:\n${LONG}[1]`]], [`${LONG}[1](/guide/server/#port)\n\n${wordingOf('en').weak}`, 'answered', 1])
  await check([['ANSWER:\nYes.']], [`Yes.${NOTICE}`, 'answered', 1])
})

test('an answer closes its search before it costs too much, and fails where even its end could', async () => {
  const asked: number[] = []
  const few = await playAnswer([ANSWER], { mayCost: (tokens) => asked.push(tokens) > 1 })
  assert.equal(few.model.asked[0]?.mayCall, false)
  const [first] = few.model.asked[0]?.messages ?? []
  assert.match(first?.role === 'user' ? first.text : '', /No more searches\./)
  assert.deepEqual([asked.length, asked[0]! > asked[1]!], [2, true])
  const none = await playAnswer([ANSWER], { mayCost: () => false })
  assert.deepEqual(none.events.at(-1), { type: 'error', error: 'Too many questions at the moment. Please try again in a minute.' })
  assert.equal(none.model.asked.length, 0)
})

test('fixed sentences are in the language of the question', async () => {
  const said = async (question: string, history: readonly HistoryTurn[] = []) => {
    return (await playAnswer([['ANSWER:\nNOT_IN_DOCS']], { question, history })).text
  }
  for (const [question, language] of [
    ['How do I turn this off?', 'en'], ['Wie kann ich das ausschalten?', 'de'], ['Comment puis-je changer le port pour les tests ?', 'fr'],
    ['¿Cómo puedo cambiar el puerto de la aplicación?', 'es'], ['Como posso mudar a porta do servidor?', 'pt'],
    ['ポートを変える方法は？', 'ja'], ['如何更改端口？', 'zh'], ['Как изменить порт?', 'en'], ['astro:env client', 'en'],
  ] as const) assert.equal(await said(question), wordingOf(language).notCovered, question)
  const history = [{ query: 'Wie kann ich das ausschalten?', answer: 'So.' }, { query: 'Docker?', answer: 'So.' }]
  assert.equal(await said('nginx?', history), wordingOf('de').notCovered)
  assert.equal(await said('What is it in nginx?', history), wordingOf('en').notCovered)
})

test('an answer ends with its outcome', async () => {
  const outcomeOf = async (words: string) => {
    const { events } = await playAnswer([[`ANSWER:\n${words}`]])
    assert.deepEqual(events.slice(-2).map(({ type }) => type), ['outcome', 'done'])
    return events.at(-2)
  }
  const cited = ['/guide/server/#port']
  // A strong hit of the first search is shown in full.
  const base = { type: 'outcome', id: 'k1', opened: cited }
  assert.deepEqual(await outcomeOf('It is 4321 [1].'), { ...base, outcome: 'answered', support: 'grounded', cited })
  assert.deepEqual(await outcomeOf('It is `--xyzzy` [1].'), { ...base, outcome: 'answered', support: 'weak', cited })
  assert.deepEqual(await outcomeOf('It is 4321.'), { ...base, outcome: 'answered', support: 'ungrounded', cited: [] })
  assert.deepEqual(await outcomeOf('NOT_IN_DOCS\nNearest is [1].'), { ...base, outcome: 'not-covered', support: 'grounded', cited, contact: 'mailto:help@acme.test' })
})

test('an answer names what readers type who want the sections that it cites, to go on with', async () => {
  const queries = ['which port', 'change the port', 'PORT change the']
  const library = { ...libraryOf(), queries: async (id: string) => (id === 'guide/server#port' ? queries : []) }
  const { events } = await playAnswer([ANSWER], { library })
  const outcome = events.at(-2)
  assert.deepEqual(outcome?.type === 'outcome' && outcome.followUps, ['change the port'])
})

test('an empty turn is asked for once more, without calls', async () => {
  await check([[], ANSWER], [LINKED, 'answered', 2])
  await check([['ANSWER:\n  '], ANSWER], [LINKED, 'answered', 2])
  await check([[{ reasoning: 'Hm.' }, { finish: 'length' }], ANSWER], [LINKED, 'answered', 2])
  const { model } = await playAnswer([LOOK, [], ANSWER])
  const [, second, third] = model.asked
  assert.deepEqual([second!.mayCall, third!.mayCall, third!.messages.length], [true, false, 3])
  const newest = third!.messages.at(-1)!
  assert.match(newest.role === 'tools' ? newest.note! : '', /^Your last reply was empty\. No more searches\./)
})

/** Checks that readers get the sections that were found, and the owner a line. */
async function checkNothing(turns: readonly Turn[], line: RegExp, setting?: AnswerSetting) {
  const { events, text, report, log } = await playAnswer(turns, setting)
  assert.deepEqual(events.slice(-4).map(({ type }) => type), ['sources', 'token', 'outcome', 'done'])
  assert.deepEqual([text, report.outcome, log.length], [wordingOf('en').noAnswer, 'not-covered', 1])
  assert.match(log[0]!, line)
}

test('a model that writes nothing leaves its readers the sections that were found', async () => {
  await checkNothing([[], []], /^The model gave no answer in 2 requests \(stop\): the sections that were found are shown$/)
  await checkNothing([[{ reasoning: 'Hm.' }, { finish: 'length' }], [{ finish: 'length' }]], /in 2 requests \(length\)/)
  await checkNothing([[`ANSWER:\n${'word '.repeat(300)}`]], /in 1 request \(cut off\)/)
  await checkNothing([['ANSWER:\n![](https://evil.example/x.png)']], /in 1 request \(stop\)/)
})

test('the last request is kept for answering', async () => {
  const { model, text } = await playAnswer([LOOK, OPEN_PORT, ANSWER], { bounds: { maxSteps: 3 } })
  assert.equal(text, LINKED)
  assert.deepEqual(model.asked.map(({ mayCall }) => mayCall), [true, true, false])
  const newest = model.asked[2]!.messages.at(-1)!
  assert.match(newest.role === 'tools' ? newest.note! : '', /^No more searches\. Write ANSWER:/)
  const broken: Turn = ['I see', { fail: new AskError('model', 'The stream broke') }]
  const again = await playAnswer([broken, OPEN_PORT], { bounds: { maxSteps: 2 } })
  assert.deepEqual(again.model.asked.map(({ mayCall }) => mayCall), [true, false], 'a turn that is repeated')
  assert.equal(again.events.filter(({ type }) => type === 'search').length, 1)
})

test('calls in spite of that: the words that came with them count', async () => {
  await check([LOOK, ['It is 4321 [1].', ...OPEN_PORT]], [LINKED, 'answered', 2], { bounds: { maxSteps: 2 } })
  await checkNothing([LOOK, OPEN_PORT], /in 2 requests \(tool-calls\)/, { bounds: { maxSteps: 2 } })
})

test('a model that never stops calling is stopped', async () => {
  const { model, report, events } = await playAnswer((_, number) =>
     Array.from({ length: 30 }, (_, i) => ({ call: 'search', args: { query: `port ${number} ${i}` } })),
  )
  assert.deepEqual(events.at(-1), { type: 'done' })
  assert.equal(model.asked.length, 2, 'thirty calls are more than all that are allowed')
  assert.equal(report.calls.length, 60)
})

test('a call of a model that writes far more than it was allowed is not run: a part of a turn can not go back', async () => {
  const written = '<tool_call>{"name": "search", "arguments": {"query": "port"}}</tool_call>\n'.repeat(600)
  for (const part of [{ call: 'search', args: { query: 'y'.repeat(30_000) } }, written]) {
    const { model, text } = await playAnswer([[part], ANSWER])
    assert.deepEqual([text, model.asked[1]?.messages.map(({ role }) => role)], [LINKED, ['user']])
  }
})

test('an answer of a model that writes far more than it was allowed is cut', async () => {
  const letters = Array.from({ length: 15_000 }, (_, i) => 'aeioubcdfghk'.charAt(i % 5 + (i * i) % 7)).join('')
  const { text, report } = await playAnswer([['ANSWER:\nIt is 4321 [1]. ', letters, letters, { fail: new Error('read on') }]])
  assert.equal(text, `${LINKED} ${letters}${letters}…`)
  assert.deepEqual([report.outcome, report.finish], ['answered', 'length'])
})

test('one call at a time uses up all requests', async () => {
  const { model, report } = await playAnswer((_, number) => [{ call: 'search', args: { query: `port ${number}` } }])
  assert.equal(model.asked.length, 6)
  assert.deepEqual(model.asked.map(({ mayCall }) => mayCall), [true, true, true, true, true, false])
  assert.equal(report.outcome, 'not-covered')
})

test('a call that the model has made before closes the search', async () => {
  const { model, text } = await playAnswer([LOOK, LOOK, ANSWER])
  assert.deepEqual([text, model.asked.map(({ mayCall }) => mayCall)], [LINKED, [true, true, false]])
})

test('a turn that breaks before readers have a word of it is repeated once', async () => {
  for (const words of [['Let me look at '], [{ reasoning: 'Hm.' }, 'I'], ['ANSWER:\nIt'], ['I see. ', ...OPEN_PORT], OPEN_PORT]) {
    const broken: Turn = [...words, { fail: new AskError('model', 'The stream broke') }]
    await check([broken, ANSWER], [LINKED, 'answered', 2])
    await check([LOOK, broken, ANSWER], [LINKED, 'answered', 3])
    await checkFailure([broken, broken], [/^The answer failed/, 'model', /The stream broke/])
  }
  // Before its text, the client repeats a turn.
  await checkFailure([[{ reasoning: 'Hm.' }, { fail: new AskError('model', 'The stream broke') }]], [/^The answer failed/, 'model', /The stream broke/])
  await check([['I see', { fail: new AskError('model-busy', 'Overloaded') }], ANSWER], [LINKED, 'answered', 2])
  await checkFailure([['I see', { fail: new AskError('model-timeout', 'late') }]], [/^The answer took too long/, 'model-timeout', /late/])
})

test('a request that is longer than the context of the model is answered from the first search', async () => {
  const full: Turn = [{ fail: new AskError('model-context', 'too long') }]
  const { text, model, log, report } = await playAnswer([LOOK, full, ANSWER])
  assert.deepEqual([text, report.outcome, model.asked[2]!.messages.length, model.asked[2]!.mayCall], [LINKED, 'answered', 1, false])
  assert.deepEqual(log, ['The answer rests on the first search: too long'])
  // A server may reject a call although none is allowed.
  assert.deepEqual(model.asked.map(({ tools }) => tools.length), [2, 2, 0])
  for (const fail of [new AskError('model-request', 'no roles'), replyError(500, 'no roles')]) {
    await check([LOOK, [{ fail }], ANSWER], [LINKED, 'answered', 3], { log: [`The answer rests on the first search: ${fail.message}`] })
  }
  // A broken connection is another matter.
  const broken = await playAnswer([LOOK, [{ fail: new AskError('model', "The model's server is gone") }]])
  assert.deepEqual([broken.model.asked.length, broken.events.at(-1)?.type], [2, 'error'])
  // Its server can't read the calls of this model: Groq, Ollama, llama.cpp, Bedrock.
  for (const message of ['tool_use_failed', "error parsing tool call: raw='ls'", 'failed to parse JSON: unexpected end', 'Failed to parse input at pos 9: </tool_call>', 'The model produced output that does not match the expected peg-native format', 'Model produced invalid sequence as part of ToolUse']) {
    const fail = replyError(500, { error: { message } })
    await check([[{ fail }], ANSWER], [LINKED, 'answered', 2], { log: [`The answer rests on the first search: ${fail.message}`] })
  }
  const { events } = await playAnswer([full])
  assert.deepEqual(events.slice(-2).map(({ type }) => type), ['sources', 'error'])
})

test('thinking that a model wrote into its text is never shown, an answer that the server took for thinking is', async () => {
  await check([[{ reasoning: 'ANSWER:\nIt is ' }, { reasoning: '4321 [1].' }]], [LINKED, 'answered', 1])
  await check([[{ reasoning: 'ANSWER:\nIt ' }, { again: true }, { reasoning: 'ANSWER:\nIt is 4321 [1].' }]], [LINKED, 'answered', 1])
  await check([[{ reasoning: 'Hm, so\nANSWER:\nno. Better:\nANSWER:\nIt is 4321 [1].' }]], [LINKED, 'answered', 1])
  await check([[{ reasoning: ' ANSWER:\nIt is 4321 [1]. And' }, { finish: 'length' }]], [`${LINKED} And…`, 'answered', 1])
  await check([[{ reasoning: 'Hm, so\nANSWER:\nno' }, { finish: 'length' }], ANSWER], [LINKED, 'answered', 2])
  const thinking = 'The docs [1] say it, I think. '.repeat(200)
  const turn: Turn = [thinking, { retract: '</think>' }, ...ANSWER]
  await check([turn], [LINKED, 'answered', 1])
  await check([['ANSWER:\nIt is ', { reasoning: 'hm' }, { retract: '' }, '4321 [1].']], [LINKED, 'answered', 1])
  await check([['It is unsure. ', { retract: '' }, 'It is 4321 [1].']], [LINKED, 'answered', 1])
  // A token that ends thinking is no word of an answer that has begun.
  await check([['ANSWER:\nIt is 4321 [1].', { retract: '<channel|>' }]], [LINKED, 'answered', 1])
  const open = [`ANSWER:\n${LONG}The mark \``, { retract: '</think>' }, '` ends it [1].'] as const
  await check([open], [`${LONG}The mark \`</think>\` ends it [1](/guide/server/#port).\n\n*Check before you use it, not found in the cited sections:* \`</think>\``, 'answered', 1])
})

test('the search is closed when time runs short', async () => {
  let clock = 0
  const { model } = await playAnswer([LOOK, ANSWER], { now: () => (clock += 30_000) })
  assert.deepEqual(model.asked.map(({ mayCall }) => mayCall), [true, false])
  assert.ok(model.asked.every(({ timeoutMs }) => timeoutMs < 120_000))
})

test('a failure of the model is told in fixed words, and to the owner in its own', async () => {
  const rows: readonly (readonly [ErrorCode, RegExp])[] = [
    ['model', /^The answer failed\. Please try again\.$/],
    ['model-key', /^Answers are not available at the moment/],
    ['model-quota', /^Answers are not available at the moment/],
    ['model-request', /^Answers are not available at the moment/],
    ['model-busy', /^Too many questions at the moment/],
    ['model-timeout', /^The answer took too long/],
  ]
  for (const [code, sentence] of rows) {
    const line = new RegExp(`^An answer failed \\(${code}\\): provider text$`)
    await checkFailure([[{ fail: new AskError(code, 'provider text') }]], [sentence, code, line])
  }
  await checkFailure([[{ fail: new Error('a defect') }]], [/^The answer failed/, 'model', /Error: a defect at /])
})

test('a failure after the first token is an error event too', async () => {
  const { events, text, report } = await playAnswer([['ANSWER:\nIt is 4321 [1]. Or ', { fail: new AskError('model', 'The stream broke') }]])
  assert.deepEqual([text, report.outcome, report.answer], [`${LINKED} Or`, 'error', `${LINKED} Or`])
  assert.deepEqual(events.at(-1), { type: 'error', error: 'The answer failed. Please try again.' })
})

test('createAnswerer() shows the first words after a mark when the stream breaks right behind them', async () => {
  const broken = { fail: new AskError('model', 'The stream broke') }
  const twice = (words: string) => playAnswer([[words, broken], [words, broken]])
  assert.equal((await twice('ANSWER:\nIt begins well. ')).text, 'It begins well.')
  assert.equal((await twice('I begin without a mark. ')).text, '')
})

test('content that can not be read, and a question that is too long, are errors before any request', async () => {
  const library = { search: async () => Promise.reject(new AskError('content', 'There is no folder docs')), open: async () => null, queries: async () => [] }
  await checkFailure([], [/^Answers are not available/, 'content', /no folder docs/], { library })
  await checkFailure([], [/^The question is too long/, 'bad-request', /at most 1000 characters/], { question: '😀'.repeat(1_001) })
  const fits = await playAnswer([ANSWER], { question: '😀'.repeat(1_000) })
  assert.equal(fits.report.outcome, 'answered')
})
