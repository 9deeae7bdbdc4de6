import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asTitle, createToName, fitness, toName } from '../../src/search/name.ts'
import { createAnalyze } from '../../src/text/analyze.ts'

const analyze = createAnalyze()
const nameOf = (text: string) => toName(text, analyze(text))

function check(text: string, key: string) {
  assert.equal(nameOf(text).key, key)
}

test('toName() takes the folded words for the key', () => {
  check('What is Astro?', 'what is astro')
  check('  Café\n Olé ', 'cafe ole')
  check('<Image />', 'image')
})

test('toName() keeps identifiers whole', () => {
  check('.env files', '.env files')
  check('`http.createServer()`', 'http.createserver')
  check('@astrojs/node', '@astrojs/node')
  check('On-demand rendering', 'ondemand rendering')
})

test('toName() takes the text itself where it has no words', () => {
  check('=>', '=>')
  check(' 🚀  🚀 ', '🚀 🚀')
  check('  ', '')
})

test('toName() gives no name to what is too long for one', () => {
  check('word '.repeat(100), '')
})

test('createToName() names texts as toName() does, again and again', () => {
  const remember = createToName()
  const long = 'word '.repeat(100)
  for (const text of ['What is Astro?', '@astrojs/node', '<Image />', '=>', 'ﾃｽﾄのｶﾞｲﾄﾞ', '\u00ad', 'テスト\u200b', 'src/.env.local `astro dev`', long]) {
    for (let round = 0; round < 2; round += 1) assert.deepEqual(remember(text), nameOf(text), text)
  }
})

test('fitness() prefers the same spelling but for case, then the title of a page, then the same case', () => {
  const asked = nameOf('image()').spelling
  const other = nameOf('<Image />').spelling
  const spellings = [other, asTitle(other), asked, asTitle(asked)]
  assert.deepEqual(spellings.map((spelling) => fitness(spelling, asked)), [1, 3, 6, 8])
  assert.equal(fitness(nameOf('Image( )').spelling, nameOf('IMAGE( ) ').spelling), 5)
})
