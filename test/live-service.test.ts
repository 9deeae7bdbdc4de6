import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveAsk } from '../src/ask.ts'
import { createLiveService } from '../src/live-service.ts'
import type { Service } from '../src/service.ts'
import { createTestHandler, neutral, textOf } from './support/http.ts'
import { createTestService } from './support/service.ts'

test('createLiveService() sends each call to the version that is current when it begins', async () => {
  const version = (name: string): Service => createTestService({
    chunks: async () => [],
    contentHash: async () => name,
    suggestions: async () => [name],
    glossary: async () => ({ terms: [{ term: name, aliases: [], definition: '' }] }),
    term: async () => ({ term: name, aliases: [], definition: '' }),
    sections: async () => ({ sections: [] }),
    section: async () => null,
    overview: async () => ({ overview: name, context: '' }),
    search: async () => ({ query: name, results: [] }),
  })
  const { service, replace, revision } = createLiveService(version('first'))
  const names = async () => {
    const { terms } = await service.glossary()
    const read = [await service.contentHash(), (await service.suggestions())[0], terms[0]?.term, (await service.term(''))?.term,
      (await service.overview()).overview, (await service.search('', 1)).query]
    return [...new Set(read)]
  }
  await service.warm()
  assert.deepEqual([await names(), revision()], [['first'], 0])
  assert.deepEqual([await service.chunks('a'), await service.sections(null), await service.section('a')], [[], { sections: [] }, null])
  const before = service.contentHash()
  replace(version('second'))
  assert.deepEqual([await before, await names(), revision()], ['first', ['second'], 1])
})

test('replies to reads are cached for the revision at their start', async () => {
  let name = 'first'
  let revision = 0
  let release = () => {}
  let isHeld = false
  const overview = async () => {
    const result = { overview: name, context: '' }
    if (isHeld) await new Promise<void>((resolve) => (release = resolve))
    return result
  }
  const handle = createTestHandler({ service: { overview }, revision: () => revision })
  const read = async () => JSON.parse(await textOf((await handle(neutral({ target: '/api/ask/overview' }))).body)).overview
  assert.equal(await read(), 'first')
  isHeld = true
  revision = 1
  const underWay = read()
  isHeld = false
  // Another version comes while the read of the last one is under way.
  name = 'second'
  revision = 2
  release()
  assert.equal(await underWay, 'first')
  assert.equal(await read(), 'second')
})

test('createLiveAsk() has no content before its first version, and keeps limits from version to version', async () => {
  const { ask, versionOf, replace } = createLiveAsk({ limits: { postsPerMinute: 2 }, log: () => undefined })
  const question = neutral({ method: 'POST', target: '/api/ask', headers: { 'content-type': 'application/json' }, body: '{"query":"x"}' })
  const post = async () => (await ask.handle({ ...question, client: '192.0.2.1' })).status
  assert.deepEqual((await ask.service.search('x', 1)).results, [])
  assert.equal(await post(), 200)
  const lines: string[] = []
  const chunk = { id: 'a', page: 'a', title: 'X', heading: null, parents: [], group: null, url: '/a/', anchor: null, text: 'x', structure: '', code: [], linkTexts: [], lang: null, version: null, path: 'a.md', line: 1 }
  const sources = { content: async () => [chunk], graph: async () => null, makeGraph: async () => assert.fail('no read needs a graph') }
  replace(versionOf(sources, (line) => lines.push(line)))
  assert.deepEqual((await ask.service.search('x', 1)).results.map(({ id }) => id), ['a'])
  assert.deepEqual([await post(), await post(), lines], [200, 429, []])
})
