import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordingOf } from '../../../../src/core/answer/wording.ts'
import { AskError } from '../../../../src/core/base/errors.ts'
import { rounds } from '../../../support/fuzz.ts'
import { libraryOf } from '../../../support/library.ts'
import { playAnswer, type PlayedAnswer } from '../../../support/play-answer.ts'
import { createRandom, type Random } from '../../../support/random.ts'
import type { Play } from '../../../support/scripted-model.ts'

const RUNS = rounds(1_500)

const WORDS = [
  'ANSWER:', '\n', ' ', 'NOT_IN_DOCS', 'NOT_IN', '_DOCS', '[1]', '[2', ']', '[port][1]', '`--port`', '```\n', '**', 'The port is 4321. ',
  'A port is a number that programs listen on, more or less. ', '[x](https://evil.example)', '![](https://evil.example)', 'https://evil.example ',
]
const CALLS: readonly Play[] = [
  { call: 'search', args: { query: 'static' } }, { call: 'search', args: null },
  { call: 'open', args: { id: 1 } }, { call: 'open', args: { id: 'guide/routing' } },
  { call: 'open', args: { id: 'nowhere', from: -1 } }, { call: 'rm', args: { path: '/' } },
]
const ENDS: readonly Play[] = [
  { finish: 'stop' }, { finish: 'length' }, { finish: 'pause' }, { finish: 'refusal' },
  { finish: 'content-filter' }, { fail: new AskError('model-busy', 'busy') },
]

function randomTurn(random: Random): readonly Play[] {
  const parts = Array.from({ length: random.below(12) }, (): Play => {
    const kind = random.below(8)
    if (kind === 0) return random.pick(CALLS)
    return kind === 1 ? { reasoning: 'Secret thought. ' } : random.text(WORDS, 3)
  })
  return random.below(3) === 0 ? [...parts, random.pick(ENDS)] : parts
}

/** What holds for every answer. */
function checkAnswer({ events, text, report, model, log }: PlayedAnswer) {
  const types = events.map(({ type }) => type)
  const last = types.at(-1)!
  assert.equal(types.filter((type) => type === 'done' || type === 'error').length, 1)
  assert.ok(last === 'done' || last === 'error')
  const sourcesAt = types.indexOf('sources')
  assert.equal(types.lastIndexOf('sources'), sourcesAt)
  const tokenAt = types.indexOf('token')
  if (tokenAt !== -1) assert.equal(sourcesAt, tokenAt - 1, 'sources come right before the first token')
  else if (sourcesAt !== -1) assert.equal(types[sourcesAt + 1], 'error', 'without a token they come only with a failure')
  assert.ok(last === 'error' || text.trim() !== '', 'no answer is empty')
  assert.ok(!/NOT_IN_DOCS|Secret/.test(text), text)
  assert.deepEqual([report.answer, report.steps, model.openStreams()], [text, model.asked.length, 0])
  assert.equal(report.outcome === 'error', last === 'error')
  const isSilent = text === wordingOf('en').noAnswer
  assert.equal(log.length, last === 'error' || isSilent ? 1 : 0)
  assert.ok(model.asked.length <= 6)
}

test(`createAnswerer() keeps its promises with any of ${RUNS} models`, async () => {
  const random = createRandom(7)
  const library = libraryOf()
  const outcomes = new Set<string>()
  for (let run = 0; run < RUNS; run += 1) {
    const played = await playAnswer(() => randomTurn(random), { library })
    checkAnswer(played)
    outcomes.add(played.report.outcome)
  }
  assert.deepEqual([...outcomes].sort(), ['answered', 'error', 'not-covered', 'refused'])
})
