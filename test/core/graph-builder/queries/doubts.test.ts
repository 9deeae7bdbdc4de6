import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { findDoubts } from '../../../../src/core/graph-builder/queries/doubts.ts'
import { readSite } from '../../../../src/core/read-site.ts'

const CHUNKS = chunkPages(readSite([
  { path: 'jobs.md', text: '# Scheduled tasks\n\nThe server runs them each night.' },
  { path: 'theme.md', text: '# Color scheme\n\nReaders choose light or dark.' },
]).pages)

for (const [name, queries, doubtful] of [
  ['its section has its words', { jobs: ['tasks at night'], theme: ['dark colors'] }, []],
  ['another query of its section has its words', { jobs: ['cron job', 'cron'], theme: [] }, []],
  ['no section has its words', { jobs: ['cron'], theme: [] }, []],
  ['another section has its words', { jobs: ['dark mode'], theme: [] }, ['jobs: dark mode fits theme']],
  ['a query of another section has its words', { jobs: ['black screen'], theme: ['black background', 'black'] }, ['jobs: black screen fits theme']],
] as const) {
  test(`findDoubts(): ${name}`, () => {
    const doubts = findDoubts(CHUNKS, new Map(Object.entries(queries)))
    assert.deepEqual(doubts.map(({ id, query, fits }) => `${id}: ${query} fits ${fits}`), doubtful)
  })
}
