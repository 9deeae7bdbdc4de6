/** A graph build through each of the three formats, against the same mock. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LLMock } from '@copilotkit/aimock'
import { readSite } from '../../../src/index.ts'
import { buildWithModel, planModelBuild } from '../../../src/core/graph-builder/model/model-build.ts'
import { verifyGraph } from '../../../src/core/graph-builder/verify/verify.ts'
import { createModel } from '../../../src/core/llm/client/client.ts'
import type { Protocol } from '../../../src/core/llm/model.ts'
import { resolveModel } from '../../../src/core/llm/settings.ts'
import { goodReply } from '../../support/describing-model.ts'

const pages = readSite([
  { path: 'routing.md', text: '# Routing\n\nHow pages are found.\n\n## Static routes\n\nA static route is a file. Pass `--static`.\n' },
], { base: '/', trailingSlash: true, depth: 6 }).pages

const mock = new LLMock({ port: 0 })
mock.on({ predicate: () => true }, ({ messages }) => {
  const asked = messages.find(({ role }) => role === 'user')
  const text = typeof asked?.content === 'string' ? asked.content : (asked?.content ?? []).map((part) => part.text ?? '').join('')
  return { content: goodReply({ system: '', messages: [{ role: 'user', text }], tools: [], mayCall: false, maxOutputTokens: 1 }) }
})
await mock.start()
after(() => mock.stop())

const PROTOCOLS: readonly (readonly [Protocol, string])[] = [['chat', '/v1'], ['responses', '/v1'], ['anthropic', '']]

for (const [protocol, path] of PROTOCOLS) {
  test(`a graph is built through ${protocol}, proved, and asked for once`, async () => {
    const settings = resolveModel({ apiKey: 'canary-key', name: 'm-1', baseUrl: mock.url + path, protocol })!
    const model = createModel(settings, { fetch, date: Date.now, random: Math.random, log: (line) => assert.fail(line) })
    const records = new Map<string, unknown>()
    const cache = { get: (key: string) => records.get(key), put: async (key: string, value: unknown) => void records.set(key, value) }
    const options = { signal: new AbortController().signal, timeoutMs: 120_000, maxOutputTokens: 2_000, concurrency: 2, onProgress: () => undefined }
    const { graph, requests, fallbacks } = await buildWithModel(await planModelBuild(pages, { model, cache }), { model, cache }, options)
    assert.deepEqual(graph.sections.map(({ summary }) => summary), ['Written about Routing.', 'Written about Static routes.'])
    assert.deepEqual([graph.builtBy, requests, fallbacks], ['m-1', 2, { refused: 0, unproved: 0, malformed: 0 }])
    assert.deepEqual(await verifyGraph(graph, pages), [])
    const again = await planModelBuild(pages, { model, cache })
    assert.equal(again.asked, 0)
  })
}
