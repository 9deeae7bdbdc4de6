import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_BOUNDS } from '../../../src/core/answer/answerer.ts'
import { formatRules } from '../../../src/core/answer/prompt.ts'
import { wordingOf } from '../../../src/core/answer/wording.ts'
import { playAnswer } from '../../support/play-answer.ts'
import type { Turn } from '../../support/scripted-model.ts'

const LOOK: Turn = ['Let me look.', { call: 'search', args: { query: 'static' } }, { call: 'grep', args: null }]

test('the report tells all of an answer', async () => {
  let clock = 0
  const answer: Turn = ['ANSWER:\nPass `--port` [1]. Not `--harbour`.', { finish: 'stop' }]
  const { report } = await playAnswer([LOOK, answer], { now: () => (clock += 5) })
  const { firstTokenMs, totalMs, ...rest } = report
  assert.deepEqual(rest, {
    id: 'k1',
    question: 'Which port?',
    answer: 'Pass `--port` [1](/guide/server/#port). Not `--harbour`.\n\n' +
      '*Check before you use it, not found in the cited sections:* `--harbour`',
    outcome: 'answered', support: 'weak', error: null, model: 'scripted-1', provider: 'scripted',
    baseUrl: 'http://127.0.0.1/v1', steps: 2,
    calls: [{ name: 'search', args: { query: 'static' } }, { name: 'grep', args: null }], sources: 2,
    cited: ['/guide/server/#port'], opened: ['/guide/server/#port', '/guide/routing/#static-routes'],
    invented: ['--harbour'], usage: { input: 200, output: 20, cached: 10, cacheWrite: 4, reasoning: 2 }, cost: 220,
    isEstimated: false, isReplayed: false, finish: 'stop',
  })
  assert.ok(firstTokenMs! > 0 && totalMs > firstTokenMs!)
})

test('the report of an answer that failed tells what it came to', async () => {
  const { report } = await playAnswer([LOOK, [{ fail: new Error('broken') }]])
  const { answer, outcome, support, error, steps, sources, usage, isEstimated, finish, firstTokenMs } = report
  assert.deepEqual([answer, outcome, support, error, steps, sources], ['', 'error', 'ungrounded', 'model', 2, 2])
  // The request that broke is counted by its bytes.
  assert.ok(usage.input > 200 && isEstimated)
  assert.deepEqual([finish, firstTokenMs], ['tool-calls', null])
})

test('the report tells how well each statement of an answer rests on what it cites, and one notice what does not', async () => {
  const rows = [
    ['The port is 4321 [1].', 'grounded', ''],
    ['The port is 4321 [1]. That is a number [1].', 'grounded', ''],
    ['The port is 4321 [1]. That is a number.', 'grounded', ''],
    ['The port is 4321 [1]. That is a number. The flag is another one. It is a word.', 'grounded', ''],
    ['The port is 4321 [1].\n\nThat is a number.\n\nThe flag is another one. It is a word.', 'weak', ''],
    ['The port is 8080 [1].\n\nThat is a number.\n\nThe flag is another one. It is a word.', 'weak', '`8080`'],
    ['The port is 4321 [1]. It waits 60 seconds [1], with `--wait` and `--retry` for `server.wait` [1].', 'weak', '`60 seconds`, `--wait`, `--retry`'],
    ['The port is 8080 [1].', 'weak', '`8080`'],
    ['The port is 8080.', 'ungrounded', ''],
    ['The port is 4321. That is a number.', 'ungrounded', ''],
    ['The port is 4321 [9].', 'ungrounded', ''],
  ] as const
  const { unsupported, weak, ungrounded } = wordingOf('en')
  for (const [text, expected, listed] of rows) {
    const { report: { support, answer } } = await playAnswer([[`ANSWER:\n${text}`]])
    assert.equal(support, expected, text)
    assert.equal(/cited sections:\* (.*)$/.exec(answer)?.[1] ?? '', listed)
    const notices = [unsupported, weak, ungrounded].filter((notice) => answer.includes(notice))
    assert.equal(notices.length, support === 'grounded' ? 0 : 1, answer)
  }
})

test('an answer that repeats a sentence, or goes through languages, is weak at most', async () => {
  const supportOf = async (text: string) => (await playAnswer([[`ANSWER:\n${text}`]])).report.support
  assert.equal(await supportOf('The port of the server is 4321 [1]. '.repeat(2)), 'grounded')
  assert.equal(await supportOf('The port of the server is 4321 [1]. '.repeat(3)), 'weak')
  assert.equal(await supportOf('服务器端口是 4321 [1]。'.repeat(3)), 'weak')
  const [german, french] = ['Der Server hört auf einem Port, und die Nummer ist in den Einstellungen zu finden [1].', 'Le serveur écoute sur un port, et le numéro est dans la configuration du projet [1].']
  const english = 'The server listens on a port, and the number of it is in the settings of the project [1].'
  assert.equal(await supportOf([english, german].join('\n\n')), 'grounded')
  assert.equal(await supportOf([english, german, french].join('\n\n')), 'weak')
  assert.equal(await supportOf(`The port is 4321 [1]:\n\n\`\`\`\n${'port: 4321 # the same line\n'.repeat(4)}\`\`\``), 'grounded')
})

test('an answer that repeats the rules of the prompt is refused, and shows none of them', async () => {
  const rules = formatRules({ title: 'Acme', instructions: null }, DEFAULT_BOUNDS)
  const forms = [rules, rules.replace(/\n +/g, ' '), rules.replace(/^/gm, '> '), rules.replace(/(?<=[.:]) /g, '\n\n'), rules.slice(rules.length / 3)]
  for (const form of forms) {
    for (const pieces of [[form], form.match(/[^]{1,3}/g) ?? []]) {
      const { report: { answer, outcome } } = await playAnswer([['ANSWER:\nHere they are [1]:\n\n', ...pieces]])
      // Of pieces, the words that may also be chance are read before the others come.
      const [, shown = ''] = /are \[1\][^:]*:([^]*?)\n\nNo answer/.exec(answer) ?? []
      assert.deepEqual([outcome, shown.trim().split(/\s+/).length < 8], ['refused', true], answer)
    }
  }
})

test('an answer with a sentence of the rules is whole', async () => {
  const rules = formatRules({ title: 'Acme', instructions: null }, DEFAULT_BOUNDS)
  const [line = ''] = rules.split('\n').filter((each) => each.startsWith('- '))
  for (const pieces of [[line.slice(2)], line.slice(2).match(/[^]{1,3}/g) ?? []]) {
    const { report: { answer, outcome } } = await playAnswer([['ANSWER:\nIt says [1]: ', ...pieces, '. And ports.']])
    assert.deepEqual([outcome, answer.includes(`${line.slice(2)}. And ports.`)], ['answered', true], answer)
  }
})
