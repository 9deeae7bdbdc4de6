import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSentences } from '../../../../src/core/graph-builder/prose/sentence.ts'
import { countWords } from '../../../../src/core/graph-builder/prose/spelling.ts'
import { findTerms, MAX_SUMMARY_LENGTH, proseOf, summarize } from '../../../../src/core/graph-builder/rules/summary.ts'
import { chunk } from '../../../support/chunk.ts'
import { createRandom } from '../../../support/random.ts'
import { rulesOf } from '../../../support/rules.ts'

interface Around {
  readonly heading?: string
  readonly description?: string
  readonly children?: readonly string[]
}

function summary(marked: string, { heading = 'Islands', description, children = [] }: Around = {}): string {
  const given = chunk(marked, { heading })
  return summarize(given, { sentences: firstSentences(given, 120), description: description ?? null, children })
}

function check(marked: string, expected: string, around: Around = {}) {
  assert.equal(summary(marked, around), expected)
}

const PADDING = 'It rained for forty days and forty nights, over hills and far away, in the small town by the sea. '

test('summarize() gives the first three sentences, without scraps and repetitions', () => {
  check('A page has parts. Some are slow. A page has parts. Islands hydrate all alone. Rain fell all day on them. None is left over.',
    'A page has parts. Islands hydrate all alone. Rain fell all day on them.')
})

for (const [name, run] of rulesOf('summarize()', check, [
  ['prefers a sentence of its own to one that leads elsewhere',
    ['See the guide for more islands. An island is interactive.', 'An island is interactive.'],
    ['A page is shown whole. For example, look at islands and islands. Islands hydrate all alone.', 'A page is shown whole. Islands hydrate all alone.'],
    ['See the guide for more islands.', 'See the guide for more islands.']],
  ['leaves out labels and scraps',
    ['Type: string\n\nYes.\n\nDefault: x.\n\nIt sets the port of the server.', 'It sets the port of the server.']],
  ['names the items that a sentence announces',
    ['There are three strategies:\n\n`hover` (default): on hover.\n`tap`: on tap.\nload – at once', 'There are three strategies: hover (default), tap, load.'],
    ['Two columns are shown:\n\nName\tUse\nport\tThe port', 'Two columns are shown: Name, port.']],
  ['names as many items as fit',
    [`You need two things:\n\n${PADDING}\n${PADDING}`, `You need two things: ${PADDING.trim().slice(0, -1)}, ${PADDING.trim()}`],
    [`You need all things：\n\n${'Wine: red\n'.repeat(90)}`, `You need all things： ${'Wine, '.repeat(62)}Wine.`]],
  ['ends a sentence whose items are missing or after code',
    ['Ports need some care. Then check your version using:\n\n```sh\nx\n```', 'Ports need some care.'],
    ['Add the following to the file:\n\n```js\nx\n```\n\none\ntwo', 'Add the following to the file.'],
    ['Run this to start it:', 'Run this to start it.']],
  ['opens a page with its description, once',
    ['How islands work in the page.', 'How islands work in the page.', { description: 'How islands work in the page' }],
    ['An island is interactive.', 'All on islands. An island is interactive.', { description: 'All on islands' }],
    ['', 'All on islands.', { description: 'All on\nislands' }]],
  ['gives the lines of a list, else the sections below',
    ['One thing\nAnother thing', 'One thing; Another thing'],
    ['Flag\tUse\n--a\tThe first', 'Flag: Use; --a: The first'],
    ['', 'First · Second', { children: ['First', 'Second'] }], ['```js\ncode()\n```', '']],
])) test(name, run)

test('summarize() keeps to its length at ends of sentences, words or items', () => {
  const long = 'word '.repeat(200)
  assert.match(summary(long), /^(?:word )+word…$/)
  assert.match(summary('x'.repeat(900)), /^x+…$/)
  assert.match(summary(`x${'🚀'.repeat(450)}`), /^x🚀+…$/u)
  check(`${PADDING.repeat(9)}`, PADDING.trim())
  check([1, 2, 3, 4, 5].map((n) => PADDING.replace('forty', String(n))).join(''), [1, 2, 3].map((n) => PADDING.replace('forty', String(n))).join('').trim())
  const items = Array.from({ length: 90 }, (_, i) => `Item number ${i}`)
  assert.match(summary(items.join('\n')), /^Item number 0; .*; Item number \d+$/)
  assert.match(summary('', { children: items }), /^Item number 0 · .* · Item number \d+$/)
})

test('summarize() is one line of at most 400 characters for any text', () => {
  const random = createRandom(19)
  for (let run = 0; run < 300; run += 1) {
    const text = summary(random.text(['Islands are here. ', 'a:', '\n', '\n\n', '\t', 'word ', '`code`', '```js\nx\n```', PADDING, '。', '\ud83d', '😀 ', ': '], 60))
    assert.ok(text.length <= MAX_SUMMARY_LENGTH && !/[\n\t]/.test(text) && text.trim() === text, JSON.stringify(text))
  }
})

const statsOfSite = countWords(['the site has pages', 'the site has routes', 'the site has sections', 'rare'])

function checkTerms(marked: string, heading: string, expected: readonly string[]) {
  assert.deepEqual(findTerms(chunk(marked, { heading }), statsOfSite), expected)
}

test('findTerms() gives one of words that differ by their ending, and eight at most', () => {
  checkTerms('strategy', 'Strategies', ['strategies'])
  assert.equal(findTerms(chunk('alpha bravo charlie delta echo foxtrot golf hotel india juliet'), statsOfSite).length, 8)
})

for (const [name, run] of rulesOf('findTerms()', checkTerms, [
  ['puts words of the heading first, then frequent and rare ones',
    ['Islands hydrate. The site has pages and pages. Islands hydrate.', 'Hydration', ['hydration', 'hydrate', 'islands', 'pages', 'site']]],
  ['counts code in a sentence, not a code block',
    ['Call it.\n\n```js\nvalue = compute(value)\n```\n\nThen stop.', 'Rendering', ['rendering', 'call', 'stop']],
    ['Call `compute` now.', 'Rendering', ['rendering', 'call', 'compute']]],
  ['takes short runs of scripts without spaces, not clauses', ['これはとても長い文章です、短い', '見出し', ['見出し', '短い']]],
])) test(name, run)

test('findTerms() reads no further than it must', () => {
  const long = chunk(`${'word '.repeat(10_000)}late`)
  assert.ok(!findTerms(long, statsOfSite).includes('late'))
})

test('proseOf() is the text outside of code blocks', () => {
  const prose = (marked: string) => proseOf(chunk(marked))
  assert.equal(prose('One `two`.'), 'One two.')
  assert.equal(prose('One.\n\n```js\ncode\n```\n\nTwo.\n\n```js\ncode\n```'), 'One.\n\n\n\n\nTwo.\n\n\n')
})
