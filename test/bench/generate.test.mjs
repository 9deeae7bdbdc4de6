import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDialect } from './dialect.mjs'
import { generateSections } from './generate.mjs'

const SOURCE = Array.from({ length: 40 }, (_, i) => ({
  id: `${i}`,
  title: `Title ${i}`,
  heading: i % 4 === 0 ? '' : `Heading ${i}`,
  body: `alpha bravo charlie delta ${'echo '.repeat(i)} word${i} foxtrot`,
}))

test('generateSections() gives as many sections as asked for, each with its own id', () => {
  const sections = generateSections(SOURCE, 500)
  assert.equal(sections.length, 500)
  assert.equal(new Set(sections.map((section) => section.id)).size, 500)
})

test('generateSections() gives the same sections each time', () => {
  assert.deepEqual(generateSections(SOURCE, 100), generateSections(SOURCE, 100))
})

test('generateSections() begins a longer run like a shorter one', () => {
  const short = generateSections(SOURCE, 100)
  assert.deepEqual(generateSections(SOURCE, 300).slice(0, 90), short.slice(0, 90))
})

test('generateSections() keeps the lengths of the source', () => {
  const meanWords = (sections) => sections.flatMap((section) => section.body.split(/\s+/)).length / sections.length
  assert.ok(Math.abs(meanWords(generateSections(SOURCE, 2000)) / meanWords(SOURCE) - 1) < 0.1)
})

test('createDialect() leaves the source its words and gives another area most words of its own', () => {
  assert.equal(createDialect(0, new Set())('routing'), 'routing')
  const tell = createDialect(1, new Set(['page']))
  const heads = ['routing', 'image', 'deploy', 'server', 'markdown', 'component', 'adapter', 'config', 'build', 'style']
  const changed = heads.filter((word) => tell(word) !== word)
  assert.ok(changed.length > heads.length / 2)
  assert.equal(tell('page'), 'page')
})

test('createDialect() changes words of one stem alike, in any case, and nothing but words', () => {
  const tell = createDialect(2, new Set())
  const stem = tell('render')
  assert.notEqual(stem, 'render')
  assert.deepEqual([tell('rendering'), tell('renders')], [`${stem}ing`, `${stem}s`])
  assert.equal(tell('RENDER').toLowerCase(), stem)
  assert.equal(tell('"render({'), `"${stem}({`)
  assert.equal(tell('42 -- a=1'), '42 -- a=1')
})
