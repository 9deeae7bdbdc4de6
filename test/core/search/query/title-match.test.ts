import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asPageTitle, createToTitleKey, exactness, titleKeysOf } from '../../../../src/core/search/query/title-match.ts'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { rulesOf } from '../../../support/rules.ts'

const analyze = createAnalyze()
const nameOf = (text: string) => titleKeysOf(text, analyze(text), ['en'])[0]!

function check(text: string, key: string) {
  assert.equal(nameOf(text).key, key)
}

for (const [name, run] of rulesOf('titleKeysOf()', check, [
  ['takes the terms of the words for the key',
    ['View Transitions', 'view transit'], ['What is Astro?', 'what is astro'], ['  Café\n Olé ', 'cafe ole'],
    ['<Image />', 'imag']],
  ['keeps identifiers whole',
    ['.env files', '.env file'], ['`http.createServer()`', 'http.createserver'], ['@astrojs/node', '@astrojs/node'],
    ['On-demand rendering', 'ondemand render']],
  ['takes the text itself where it has no words', ['=>', '=>'], [' 🚀  🚀 ', '🚀 🚀'], ['  ', '']],
  ['gives no key for a text that is too long', ['word '.repeat(100), '']],
])) test(name, run)

test('createToTitleKey() gives the keys that titleKeysOf() gives, again and again', () => {
  const remember = createToTitleKey('en')
  const long = 'word '.repeat(100)
  for (const text of ['What is Astro?', '@astrojs/node', '<Image />', '=>', 'ﾃｽﾄのｶﾞｲﾄﾞ', '\u00ad', 'テスト\u200b', 'src/.env.local `astro dev`', long]) {
    for (let round = 0; round < 2; round += 1) assert.deepEqual(remember(text), nameOf(text), text)
  }
})

test('exactness() prefers the same spelling but for case, then the title of a page, then the same case', () => {
  const asked = nameOf('image()').spelling
  const other = nameOf('<Image />').spelling
  const spellings = [other, asPageTitle(other), asked, asPageTitle(asked)]
  assert.deepEqual(spellings.map((spelling) => exactness(spelling, asked)), [1, 3, 6, 8])
  assert.equal(exactness(nameOf('Image( )').spelling, nameOf('IMAGE( ) ').spelling), 5)
})

test('titleKeysOf() gives a key for each language that has terms of its own', () => {
  const keys = (text: string) => titleKeysOf(text, analyze(text), ['en', 'de']).map(({ key }) => key)
  assert.deepEqual(keys('Bilder'), ['bilder', 'bild\u0001'])
  assert.deepEqual(keys('v1.2.3'), ['1.2.3'])
})
