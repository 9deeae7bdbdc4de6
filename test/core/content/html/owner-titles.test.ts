import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../../../support/html.ts'

function check(html: string, expected: string | null) {
  assert.equal(readPage(html).title, expected, html)
}

test('createTitleFinder() finds the title that the author marked, anywhere in the page', () => {
  check('<title>T</title><main><h1>A</h1><p data-ask-title>B <b>c</b>', 'B c')
  check('<p data-ask-title>B</p><main><h1>A</h1></main>', 'B')
  check('<main data-ask-title=" B "><h1>A</h1></main>', 'B')
  check('<p data-ask-title>B</p><p data-ask-title>C</p><h1>A</h1>', 'B')
  check('<main><h1>A</h1><p data-ask-title> </p>', 'A')
})

test('createTitleFinder() reads the title of the metadata of Pagefind', () => {
  check('<h1>A</h1><p data-pagefind-meta="title">B</p>', 'B')
  check('<h1>A</h1><p data-pagefind-meta="title:B, c: d">', 'B, c: d')
  check('<meta data-pagefind-meta="title[content]" content="B"><h1>A</h1>', 'B')
  check('<h1>A</h1><img data-pagefind-meta="image[src], title[alt]" src="x" alt="B">', 'B')
  check('<h1>A</h1><p data-pagefind-meta="image, title, date:title">B</p>', 'B')
  check('<h1>A</h1><p data-pagefind-meta="date:1, title">B</p><p data-pagefind-meta="subtitle">B</p>', 'A')
  check('<h1>A</h1><p data-pagefind-meta="title[alt]">B</p>', 'A')
})

test('createTitleFinder() takes the last title of Pagefind, and a default for a page without an h1', () => {
  check('<p data-pagefind-meta="title">B</p><p data-pagefind-meta="title">C</p>', 'C')
  check('<p data-pagefind-default-meta="title:B"><h1>A</h1>', 'A')
  check('<title>T</title><p data-pagefind-default-meta="title:B">', 'B')
  check('<p data-ask-title>B</p><p data-pagefind-meta="title">C</p>', 'B')
})

test('createTitleFinder() reads a title in an element that is left out, except with all inside', () => {
  check('<div data-pagefind-ignore><p data-pagefind-meta="title">B</p></div><h1>A</h1>', 'B')
  check('<div data-pagefind-ignore="index" data-pagefind-meta="title:B"></div><h1>A</h1>', 'B')
  check('<span hidden data-ask-title>B</span><h1>A</h1>', 'B')
  check('<div data-pagefind-ignore="all"><p data-pagefind-meta="title">B</p></div><h1>A</h1>', 'A')
  check('<template><p data-ask-title>B</p></template><h1>A</h1>', 'A')
})

test('createTitleFinder() reads a title without controls and links to itself', () => {
  check('<h1 data-ask-title>B <a href="#b">#</a><button>Copy</button><span hidden>x</span></h1>', 'B')
  check('<h1 data-ask-title><a href="#b">B</a><br>c</h1>', 'B c')
})

test('readHtml() keeps a heading that differs from the title that the author marked', () => {
  const outline = (html: string) => readPage(html).sections.map(({ heading, text }) => [heading, text])
  assert.deepEqual(outline('<main data-ask-title="B"><h1 id="a">A</h1>c'), [[null, ''], ['A', 'c']])
  assert.deepEqual(outline('<main><h1 id="a" data-ask-title>A</h1>c'), [[null, 'c']])
})

test('readHtml() holds a title that the author marked against titles of the site', () => {
  assert.equal(readPage('<h1 data-ask-title>A</h1>').titles.isFixed, true)
  assert.equal(readPage('<h1 data-pagefind-meta="title">A</h1>').titles.isFixed, true)
  assert.equal(readPage('<h1 data-pagefind-default-meta="title">A</h1>').titles.isFixed, false)
})
