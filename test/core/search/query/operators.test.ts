import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitOperators } from '../../../../src/core/search/query/operators.ts'

/** `plain | phrases | excluded`, lists parted by `;`. */
function check(text: string, expected: string) {
  const { plain, phrases, excluded } = splitOperators(text, (word) => word === '-help')
  assert.equal([plain.replace(/\s+/g, ' ').trim(), phrases.join(';'), excluded.join(';')].join(' | ').trim(), expected)
}

test('splitOperators() takes quoted phrases and what is ruled out', () => {
  check('deploy "edge functions" -vercel', 'deploy edge functions | edge functions | vercel')
  check('"a b" "c d"', 'a b c d | a b;c d |')
  check('deploy -"edge functions"', 'deploy |  | edge functions')
})

test('splitOperators() takes any quotes', () => {
  check('“set up”', 'set up | set up |')
  check('«set up»', 'set up | set up |')
})

test('splitOperators() leaves flags, names with dashes and single letters alone', () => {
  for (const text of ['--host', 'no-emit', 'npm -D', 'a - b', 'astro -help', '-1', 'e-', '-']) check(text, `${text} |  |`)
})

test('splitOperators() takes a quote without its partner for punctuation', () => {
  check('5" screen', '5" screen |  |')
  check('"a" b "c', 'a b "c | a |')
})

test('splitOperators() needs something to look for', () => {
  check('-vercel', '-vercel |  |')
  check('-vercel -netlify', '-vercel -netlify |  |')
})

test('splitOperators() reads a long question as prose', () => {
  const words = Array.from({ length: 10 }, (_, i) => `w${i}`).join(' ')
  check(`${words} "a b"`, `${words} a b | a b |`)
  check(`${words} "a b c"`, `${words} "a b c" |  |`)
  check(`${words} w "a b" -c`, `${words} w "a b" -c |  |`)
})
