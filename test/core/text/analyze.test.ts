import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnalyze, createChain } from '../../../src/core/text/analyze.ts'
import { rulesOf } from '../../support/rules.ts'

const analyze = createAnalyze()

/** `term@position`, parts in round, wholes in square, symbols in angle brackets. */
function check(text: string, expected: string) {
  const marks = { word: ['', ''], part: ['(', ')'], whole: ['[', ']'], symbol: ['<', '>'] } as const
  const tokens = analyze(text).map(({ term, position, kind }) => marks[kind].join(`${term}@${position}`))
  assert.equal(tokens.join(' '), expected)
}

for (const [name, run] of rulesOf('analyze()', check, [
  ['folds and stems words',
    ['Creating Dynamic routes', 'creat@0 dynam@1 rout@2'], ["Astro's Cafés", 'astro@0 cafe@1'],
    ["C's library, COM's model", 'c@0 librari@1 com@2 model@3']],
  ['finds letters and digits together and apart',
    ['Python3 python-3', '(python@0) (3@1) [python3@0] (python@2) (3@3) [python3@2]'],
    ['256MB', '(256@0) (mb@1) [256mb@0]'], ['k8s', 'k8s@0']],
  ['takes groups of digits for one number',
    ['1,048,576', '(1@0) (048@1) (576@2) [1048576@0]'], ['1.048.576', '(1@0) (048@1) (576@2) [1048576@0]'],
    ['1 048 576', '(1@0) (048@1) (576@2) [1048576@0]'],
    ["1'048'576.25", '(1@0) (048@1) (576@2) (25@3) [1048576@0] [1048576.25@0]'],
    ['٧٬٨٩٠', '(7@0) (890@1) [7890@0]']],
  ['gives symbols the position of the word after them',
    ['x => y', 'x@0 <=>@1> y@1'], ['Fix 🐛 now', 'fix@0 <🐛@1> now@1']],
  ['reads an operator with and without the punctuation after it', ['??:', '<??:@0> <??@0>'], ['..=', '<..=@0>'], ['... ::', '<...@0> <::@0>']],
  ['takes capitals without parts for a word', ['HTML URLs', 'html@0 url@1']],
  ['reads scripts without spaces', ['Astroの設定', 'astro@0 の@1 設定@2']],
  ['drops words of invisible characters alone', ['a \u3164\u115f b', 'a@0 b@1']],
  ['finds an identifier whole and by part',
    ['http.createServer', '(http@0) (creat@1) (server@2) [createserv@1] [http.createserver@0]'],
    ['woocommerce_init', '(woocommerc@0) (init@1) [woocommerceinit@0]'],
    ['--no-emit', '(no@0) (emit@1) [noemit@0] [--noemit@0]'], ['E_CONN_42', '(e@0) (conn@1) (42@2) [econn42@0]']],
  ['counts positions in single words', ['run astro-dev now', 'run@0 (astro@1) (dev@2) [astrodev@1] now@3']],
])) test(name, run)

test('analyze() gives one name to the same words in any style', () => {
  const styles = ['prerenderPage', 'prerender-page', 'prerender_page', 'PRERENDER_PAGE', 'PrerenderPage']
  const wholes = styles.map((text) => analyze(text).at(-1)!.term)
  assert.deepEqual([...new Set(wholes)], ['prerenderpag'])
  assert.equal(analyze('prerenderpage')[0]!.term, 'prerenderpag')
})

test('analyze() gives offsets of the text as it is', () => {
  const text = 'Ｃafé — http.createServer ｶﾞｲﾄﾞ 𝒳'
  const spans = analyze(text).map(({ start, end, word }) => `${text.slice(start, end)}=${word}`)
  assert.deepEqual(spans, [
    'Ｃafé=cafe', 'http=http', 'create=create', 'Server=server', 'createServer=createserver',
    'http.createServer=http.createserver', 'ｶﾞｲﾄﾞ=ガイド', '𝒳=x',
  ])
})

test('analyze() bounds what it keeps of a long word', () => {
  const [token] = analyze('a'.repeat(1_000_000))
  assert.equal(token!.term.length, 64)
  assert.equal(token!.end, 1_000_000)
  assert.equal(analyze('ab-'.repeat(100_000)).every(({ term }) => term.length <= 64), true)
})

test('analyze() takes any number of distinct words', () => {
  const words = Array.from({ length: 50_000 }, (_, i) => `w${i}x`)
  assert.equal(analyze(words.join(' ')).length, 50_000)
  assert.equal(analyze('w1x')[0]!.term, 'w1x')
})

test('createChain() reads a word as if it stood at the start of a text', () => {
  const { walk, read } = createChain('en')
  const found: string[] = []
  walk('the --host flag', ({ source, from, to, isCompound }) => {
    found.push(...read({ text: source.slice(from, to), isCompound }).map(({ term, start }) => `${term} ${start}`))
  })
  assert.deepEqual(found, ['the 0', 'host 2', '--host 0', 'flag 0'])
})
