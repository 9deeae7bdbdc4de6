import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages, contentHash } from '../../../../src/core/content/chunk.ts'
import {
  formatWorklist, mergeQueries, parseQueries, queriesStatus,
} from '../../../../src/core/graph-builder/queries/worklist.ts'
import { extractGraph } from '../../../../src/core/graph-builder/rules/extract.ts'
import { readSite } from '../../../../src/core/ask.ts'

const FILES = { 'jobs.md': '# Jobs\n\n## Scheduled tasks\n\n# not a heading\n\nRun at night.', 'theme.md': '# Color scheme\n\nDark.' }
const pagesOf = (files: Readonly<Record<string, string>>) => {
  return readSite(Object.entries(files).map(([path, text]) => ({ path, text }))).pages
}
const contentOf = async (files: Readonly<Record<string, string>>) => {
  const chunks = chunkPages(pagesOf(files))
  return { chunks, contentHash: await contentHash(chunks) }
}
const merge = async (entries: Readonly<Record<string, readonly string[]>>, isAddition = false) => {
  const content = await contentOf(FILES)
  const graph = await extractGraph(pagesOf(FILES))
  return mergeQueries(graph, new Map(Object.entries(entries)), { ...content, isAddition })
}

test('a list has the instructions, and each section with its text indented', async () => {
  const { chunks } = await contentOf(FILES)
  const list = formatWorklist(chunks.filter(({ id }) => id === 'theme'))
  assert.match(list, /^# Queries to write\n\nFor each section below, write up to 8 phrases/)
  assert.ok(list.endsWith('\n## theme\n\n    Color scheme\n\n    Dark.\n'))
})

test('merged queries count, and the next list has the other sections', async () => {
  const { graph, sections, added, refused } = await merge({ theme: ['night mode', 'dark'] })
  const { chunks, contentHash: hash } = await contentOf(FILES)
  assert.deepEqual([sections, added, refused.map(({ query }) => query)], [1, 1, ['dark']])
  const { missing, current, stale } = queriesStatus(graph, chunks, hash)
  assert.deepEqual([missing.map(({ id }) => id).includes('theme'), current, stale.length], [false, 1, 0])
})

test('a section whose text has changed is in the list again', async () => {
  const { graph } = await merge({ theme: ['night mode'] })
  const { chunks, contentHash: hash } = await contentOf({ ...FILES, 'theme.md': '# Color scheme\n\nLight.' })
  const { missing, stale } = queriesStatus(graph, chunks, hash)
  assert.deepEqual(stale.map(({ id }) => id), ['theme'])
  assert.ok(missing.some(({ id }) => id === 'theme'))
})

test('new queries replace those of a section; an addition keeps them', async () => {
  const content = await contentOf(FILES)
  const { graph } = await merge({ theme: ['night mode'] })
  const next = new Map([['theme', ['black background']]])
  const queriesAfter = (isAddition: boolean) => {
    return mergeQueries(graph, next, { ...content, isAddition }).graph.sections.find(({ id }) => id === 'theme')?.queries
  }
  assert.deepEqual(queriesAfter(false), ['black background'])
  assert.deepEqual(queriesAfter(true), ['night mode', 'black background'])
})

test('an addition to queries for an earlier text is refused: they would be lost, or count for a text that they may not fit', async () => {
  const { graph } = await merge({ theme: ['night mode'] })
  const changed = await contentOf({ ...FILES, 'theme.md': '# Color scheme\n\nLight.' })
  const merged = mergeQueries(graph, new Map([['theme', ['black']]]), { ...changed, isAddition: true })
  assert.deepEqual(merged.refused.map(({ reason }) => reason), ['its other queries are for an earlier text: write its line again, for `--in`'])
  assert.deepEqual(merged.graph, graph)
})

test('a section of whose queries none may count is left as it was', async () => {
  const content = await contentOf(FILES)
  const { graph } = await merge({ theme: ['night mode'] })
  const merged = mergeQueries(graph, new Map([['theme', ['dark']], ['jobs', ['jobs']]]), { ...content, isAddition: false })
  assert.deepEqual(merged.graph, graph)
  assert.deepEqual([merged.sections, merged.added, merged.refused.length], [0, 0, 2])
})

test('queries of a section that is not in the graph yet are refused, and it is in no list', async () => {
  const { graph } = await merge({})
  const more = await contentOf({ ...FILES, 'new.md': '# New\n\nText.' })
  const { refused, added } = mergeQueries(graph, new Map([['new', ['fresh']]]), { ...more, isAddition: false })
  assert.deepEqual([added, refused.map(({ reason }) => reason)], [0, ['the graph lacks the section: run `ask kg build` first']])
  assert.equal(queriesStatus(graph, more.chunks, more.contentHash).missing.some(({ id }) => id === 'new'), false)
})

test('parseQueries() reads a line for each section, and skips empty lines', () => {
  const text = '\uFEFF{"id": "a", "queries": ["x"]}\r\n\n{"id": "b", "queries": []}'
  assert.deepEqual(parseQueries(text), new Map([['a', ['x']], ['b', []]]))
})

for (const line of ['{"id": "a"', '{"id": 1, "queries": []}', '{"id": "a", "queries": "x"}', '{"id": "a", "queries": [1]}', '[]']) {
  test(`parseQueries() names the line that is none: ${line}`, () => {
    assert.throws(() => parseQueries(`{"id": "a", "queries": []}\n${line}`), (error: Error) => {
      return error.message.startsWith('line 2 must be like {"id":') && error.message.endsWith(`found ${JSON.stringify(line)}`)
    })
  })
}
