import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../../../support/html.ts'

function check(html: string, expected: number | null) {
  assert.equal(readPage(html).weight, expected, html)
}

test('createWeightFinder() takes the weight of Pagefind that is that of the page or of its content', () => {
  check('<main data-pagefind-weight="2">a', 2)
  check('<body data-pagefind-weight="0.5"><main>a', 0.5)
  check('<main data-pagefind-body data-pagefind-weight="3">a', 3)
  check('<main><h1 data-pagefind-weight="10">a</h1>', null)
  check('<p data-pagefind-body data-pagefind-weight="3">a</p><p data-pagefind-body>b', null)
  check('<main data-pagefind-weight="0">a', 0.1)
})

test('createWeightFinder() prefers data-ask-weight, wherever it is', () => {
  check('<main data-pagefind-weight="2">a<p data-ask-weight="4">', 4)
})

test('readHtml() warns of a weight out of range', () => {
  const message = 'data-pagefind-weight must be a number from 0.1 to 10'
  assert.deepEqual(readPage('\n<main data-pagefind-weight="high">a').warnings, [{ line: 2, message }])
  check('<main data-pagefind-weight="">a', null)
})
