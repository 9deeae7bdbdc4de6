import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuery, splitOperators, type Vocabulary } from '../../../../src/core/search/query/query.ts'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { rulesOf } from '../../../support/rules.ts'

const lexiconOf = (...terms: readonly string[]) => ({ find: (term: string) => terms.indexOf(term) })
const english: Vocabulary = { analyze: createAnalyze(), languages: ['en'], lexicon: lexiconOf() }

/** `term*weight`, with `…` where it may be the beginning of a longer word. */
function check(text: string, expected: string) {
  const words = parseQuery(text, english).words.map(({ terms, weight, isPrefix }) => {
    return terms.join('|') + (weight === 1 ? '' : `*${weight}`) + (isPrefix ? '…' : '')
  })
  assert.equal(words.join(' '), expected)
}

for (const [name, run] of rulesOf('parseQuery()', check, [
  ['takes the last word for the beginning of one',
    ['dynamic rou', 'dynam rou…'], ['fs.readFi', 'fs read fi… readfi… fs.readfi…'], ['--ho', 'ho… --ho…']],
  ['takes a word with something behind it for a whole one',
    ['dynamic routes ', 'dynam rout'], ['dynamic routes?', 'dynam rout']],
  ['counts a word that is typed again, and function words for less',
    ['routes to route ', 'rout*2 to*0.3'], ['how do I deploy?', 'how*0.3 do*0.3 i*0.3 deploy'],
    ["I'd deploy, e.g. here", "i'd*0.3 deploy e*0.3 g*0.3 e.g*0.3 here…"]],
  ['has no words where nothing is to be looked for',
    ['', ''], ['   ', ''], ['?!', ''], ['😀', ''], ['\ud800', ''], ['…', '']],
])) test(name, run)

function checkJoined(text: string, expected: string) {
  const { words } = parseQuery(text, english)
  assert.equal(words.map(({ word, joined }) => `${word}=${joined.join('|')}`).join(' '), expected)
}

for (const [name, run] of rulesOf('parseQuery()', checkJoined, [
  ['takes the member of an object for its name, too',
    ['reply.send', 'reply=replysend send=replysend reply.send=.send'],
    ['import.meta.env', 'import=importmeta meta=importmeta|metaenv env=metaenv import.meta.env=']],
  ['joins a word and its neighbor to a name of letters and digits',
    ['log4j 2', 'log4j=log4j2 2=log4j2'], ['win32 api', 'win= 32= win32=win32api api=win32api'],
    ['python 3 port 80', 'python= 3= port= 80=']],
])) test(name, run)

test('parseQuery() counts the parts of a compound, and its wholes, for less beside other words', () => {
  const lexicon = lexiconOf('astrojs/mdx', 'maskrepeat')
  const weights = (text: string) => {
    return parseQuery(text, { ...english, lexicon }).words.map(({ word, weight }) => `${word} ${+weight.toFixed(2)}`).join(', ')
  }
  assert.equal(weights('mask-repeat property'), 'mask 0.71, repeat 0.71, maskrepeat 1, property 1')
  assert.equal(weights('install @astrojs/mdx'), 'install 1, astrojs 0.71, mdx 0.71, @astrojs 0.58, astrojs/mdx 0.58, @astrojs/mdx 0.58')
  // Alone it drowns nothing; one that the index lacks is its words; a long question has enough of others.
  assert.equal(weights('mask-repeat'), 'mask 1, repeat 1, maskrepeat 1')
  assert.equal(weights('mask-image property'), 'mask 1, image 1, maskimage 1, property 1')
  assert.ok(parseQuery(`mask-repeat ${'ab cd '.repeat(7)}`, { ...english, lexicon }).words.every(({ weight }) => weight >= 1))
})

test('parseQuery() takes the symbols that the index has', () => {
  const known = { ...english, lexicon: lexiconOf('-', '=>', '?', '??') }
  const wordsOf = (text: string) => parseQuery(text, known).words.map(({ word, weight }) => `${word} ${weight}`).join(', ')
  assert.equal(wordsOf('=>'), '=> 1')
  assert.equal(wordsOf('=> :='), '=> 1')
  assert.equal(wordsOf('use => or :='), 'use 0.3, => 1, or 0.3')
  assert.equal(wordsOf('??:'), '?? 1')
  assert.equal(wordsOf('the ? operator'), 'the 0.3, ? 1, operator 1')
  assert.equal(wordsOf('why ?'), 'why 0.3')
  assert.equal(wordsOf('guide - setup'), 'guide 1, - 0.3, setup 1')
})

test('parseQuery() reads no more of a long query than the first 2,000 units', () => {
  const { words } = parseQuery(Array.from({ length: 1_000 }, (_, i) => `w${i}x`).join(' '), english)
  assert.ok(words.length > 300 && words.length < 400)
  assert.ok(words.every(({ isPrefix }) => !isPrefix))
})

test('parseQuery() looks each name of a query up once', () => {
  let lookUps = 0
  parseQuery('aB cD '.repeat(300), { ...english, lexicon: { find: () => (lookUps += 1, -1) } })
  assert.ok(lookUps <= 600, `${lookUps}`)
})

test('parseQuery() gives a word a term in each language of the index', () => {
  const vocabulary = { ...english, languages: ['de', 'en'] }
  const [servers, version, and] = parseQuery('servers k8s und ', vocabulary).words
  assert.deepEqual(servers!.terms, ['serv\u0001', 'server'])
  assert.deepEqual(version!.terms, ['k8s'])
  assert.equal(and!.weight, 0.3)
})

const LONG = Array.from({ length: 10 }, (_, i) => `w${i}`).join(' ')

/** `plain | phrases | excluded`, lists parted by `;`. */
function checkSplit(text: string, expected: string) {
  const { plain, phrases, excluded } = splitOperators(text, (word) => word === '-help')
  assert.equal([plain.replace(/\s+/g, ' ').trim(), phrases.join(';'), excluded.join(';')].join(' | ').trim(), expected)
}

for (const [name, run] of rulesOf('splitOperators()', checkSplit, [
  ['takes quoted phrases and what is ruled out',
    ['deploy "edge functions" -vercel', 'deploy edge functions | edge functions | vercel'],
    ['"a b" "c d"', 'a b c d | a b;c d |'], ['deploy -"edge functions"', 'deploy |  | edge functions']],
  ['takes any quotes', ['“set up”', 'set up | set up |'], ['«set up»', 'set up | set up |']],
  ['takes a quote without its partner for punctuation', ['5" screen', '5" screen |  |'], ['"a" b "c', 'a b "c | a |']],
  ['needs something to look for', ['-vercel', '-vercel |  |'], ['-vercel -netlify', '-vercel -netlify |  |']],
  ['leaves flags, names with dashes and single letters alone',
    ...['--host', 'no-emit', 'npm -D', 'a - b', 'astro -help', '-1', 'e-', '-']
      .map((text): [string, string] => [text, `${text} |  |`])],
  ['reads a long question as prose',
    [`${LONG} "a b"`, `${LONG} a b | a b |`], [`${LONG} "a b c"`, `${LONG} "a b c" |  |`],
    [`${LONG} w "a b" -c`, `${LONG} w "a b" -c |  |`]],
])) test(name, run)
