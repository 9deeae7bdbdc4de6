import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createRecordedFetch, decodeRecording } from '../../../src/addons/demo/recorded-model.ts'
import type { AnswerEvent } from '../../../src/core/answer/event.ts'
import { createAsk } from '../../../src/core/ask.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'

const recording = decodeRecording(readFileSync('docs/demo.json', 'utf8'))
const model = { apiKey: 'none', name: 'recorded answers', baseUrl: 'https://no-model.invalid/v1' }
const content = async () => chunkPages((await readFolder('docs')).pages)
const { answer } = createAsk({ content, model, fetch: createRecordedFetch(recording, 0) })

/** The outcome of a question to the docs of this project, with its support, and the first event that tells the model. */
async function ask(question: string) {
  const events: AnswerEvent[] = []
  for await (const event of answer!(question)) events.push(event)
  const named = events.find((event) => event.type === 'sources')
  const ended = events.find((event) => event.type === 'outcome')
  assert.ok(named?.type === 'sources' && ended?.type === 'outcome')
  assert.equal(named.model, 'recorded answers')
  return ended
}

for (const { question, text } of recording.answers) {
  test(`a recorded answer is as its record says: ${question}`, async () => {
    const { outcome, support, cited } = await ask(question)
    if (text === null) assert.equal(outcome, 'refused')
    else if (text.startsWith('NOT_IN_DOCS')) assert.equal(outcome, 'not-covered')
    else assert.deepEqual([outcome, support], ['answered', 'grounded'])
    assert.deepEqual(cited.length > 0, text !== null)
  })
}

test('the record has answers of each outcome', async () => {
  const outcomes = await Promise.all(recording.answers.map(async ({ question }) => (await ask(question)).outcome))
  assert.deepEqual([...new Set(outcomes)].sort(), ['answered', 'not-covered', 'refused'])
})

test('a question is recognized in other case and without its mark, and none other is answered from the docs', async () => {
  assert.equal((await ask('which data about readers are stored')).support, 'grounded')
  assert.deepEqual((await ask('Which color has the sky?')).support, 'ungrounded')
})

test('decodeRecording() refuses what is no record', () => {
  for (const text of ['', '{}', '{"answers":[{"question":"?"}],"otherwise":"-"}', '{"answers":[]}']) {
    assert.throws(() => decodeRecording(text), { code: 'file-format' })
  }
})
