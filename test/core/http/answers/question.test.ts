import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsk, readSite } from '../../../../src/core/ask.ts'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { extractGraph } from '../../../../src/core/graph-builder/rules/extract.ts'
import { sentenceOf } from '../../../../src/core/http/answers/question.ts'
import { SETTINGS } from '../../../support/http.ts'

test('sentenceOf() rounds a wait up to the unit that reads best', () => {
  const waits = [1, 119, 120, 121, 7_199, 7_200, 7_201, 86_400].map((seconds) => {
    return /again in (.*)$/.exec(sentenceOf({ reason: 'quota', seconds }, SETTINGS.answers))?.[1]
  })
  assert.deepEqual(waits, ['1 s', '119 s', '2 min', '3 min', '120 min', '2 h', '3 h', '24 h'])
})

test('a request with detail gets the words of readers that led to a result, and queries that go on; others get neither', async () => {
  const { pages } = readSite([{ path: 'jobs.md', text: '# Scheduled tasks\n\nRun at night.' }])
  const graph = await extractGraph(pages)
  const sections = graph.sections.map((section) => ({ ...section, queries: ['cron', 'cron for a site'] }))
  const ask = createAsk({ content: async () => chunkPages(pages), graph: async () => ({ ...graph, sections }) })
  const replyTo = async (fields: object) => {
    const body = JSON.stringify({ query: 'cron', ...fields })
    return (await ask.fetch(new Request('http://localhost/api/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))).json()
  }
  const result = { title: 'Scheduled tasks', url: '/jobs/', snippet: 'Run at night.' }
  const reply = { query: 'cron', model: '', mode: 'keyword' }
  assert.deepEqual(await replyTo({}), { ...reply, results: [result] })
  const found = [{ id: 'jobs', ...result, phrase: 'cron' }]
  assert.deepEqual(await replyTo({ detail: true }), { ...reply, results: found, completions: ['cron for a site'] })
})
