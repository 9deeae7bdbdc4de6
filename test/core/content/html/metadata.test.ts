import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage, textOf } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'

function checkTitle(html: string, expected: string | null) {
  assert.equal(readPage(html).title, expected, html)
}

const HEAD = '<title>A | Site</title><meta property="og:title" content="B">'

for (const [name, run] of rulesOf('readHtmlMetadata()', checkTitle, [
  ['takes the title from the content, the card, the head',
    [`${HEAD}<main><h1>C <a href="#_top">#</a></h1></main>`, 'C'], [`${HEAD}<main><h2>C</h2></main><h1>D</h1>`, 'B'],
    ['<title>A | Site</title>', 'A'], ['<p>a', null], ['<title>\n</title>', null]],
  ['cuts the name of the site off a title',
    ['<title>Routing | Site</title>', 'Routing'], ['<title>Routing - Site</title>', 'Routing'],
    ['<title>Routing – Site</title>', 'Routing'], ['<title>Routing — Site 1.0</title>', 'Routing'],
    ['<title>Q&amp;A | Guides | Site</title>', 'Q&A | Guides'],
    ['<title>Read-only\n fields</title>', 'Read-only fields'], ['<title> | Site</title>', '| Site'],
    ...['S | A - B', 'A - B | S', 'A - B'].map((title): [string, string] => [`<meta property="og:site_name" content="S"><meta property="og:title" content="${title}">`, 'A - B']), ['<meta property="og:site_name" content="S"><title>S | A - B</title>', 'A - B']],
  ['does not take the title of a drawing',
    ['<svg><title>x</title></svg><p>a', null], ['<title>A</title><svg><title>x</title></svg>', 'A']],
  ['finds the title that the author marked, anywhere in the page',
    ['<title>T</title><main><h1>A</h1><p data-ask-title>B <b>c</b>', 'B c'],
    ['<title>JSDoc: Class: B</title><h1 class="page-title">Class: B</h1><article>c</article>', 'Class: B'],
    ['<h1 class="page-title">A</h1><main><h1>B</h1>c</main>', 'B'],
    ['<title>T: B</title><div class="headertitle"><div class="title">B <div class="ingroups"><a>C</a></div></div></div><div class="contents"><h1>A</h1></div>', 'B'],
    ['<p data-ask-title>B</p><main><h1>A</h1></main>', 'B'], ['<main data-ask-title=" B "><h1>A</h1></main>', 'B'],
    ['<p data-ask-title>B</p><p data-ask-title>C</p><h1>A</h1>', 'B'], ['<main><h1>A</h1><p data-ask-title> </p>', 'A']],
  ['reads the title of the metadata of Pagefind',
    ['<h1>A</h1><p data-pagefind-meta="title">B</p>', 'B'], ['<h1>A</h1><p data-pagefind-meta="title:B, c: d">', 'B, c: d'],
    ['<meta data-pagefind-meta="title[content]" content="B"><h1>A</h1>', 'B'],
    ['<h1>A</h1><img data-pagefind-meta="image[src], title[alt]" src="x" alt="B">', 'B'],
    ['<h1>A</h1><p data-pagefind-meta="image, title, date:title">B</p>', 'B'],
    ['<h1>A</h1><p data-pagefind-meta="date:1, title">B</p><p data-pagefind-meta="subtitle">B</p>', 'A'],
    ['<h1>A</h1><p data-pagefind-meta="title[alt]">B</p>', 'A']],
  ['takes the last title of Pagefind, and a default for a page without an h1',
    ['<p data-pagefind-meta="title">B</p><p data-pagefind-meta="title">C</p>', 'C'],
    ['<p data-pagefind-default-meta="title:B"><h1>A</h1>', 'A'],
    ['<title>T</title><p data-pagefind-default-meta="title:B">', 'B'],
    ['<p data-ask-title>B</p><p data-pagefind-meta="title">C</p>', 'B']],
  ['reads a title in an element that is left out, except with all inside',
    ['<div data-pagefind-ignore><p data-pagefind-meta="title">B</p></div><h1>A</h1>', 'B'],
    ['<div data-pagefind-ignore="index" data-pagefind-meta="title:B"></div><h1>A</h1>', 'B'],
    ['<span hidden data-ask-title>B</span><h1>A</h1>', 'B'],
    ['<div data-pagefind-ignore="all"><p data-pagefind-meta="title">B</p></div><h1>A</h1>', 'A'],
    ['<template><p data-ask-title>B</p></template><h1>A</h1>', 'A']],
  ['reads a title without controls and links to itself',
    ['<h1 data-ask-title>B <a href="#b">#</a><button>Copy</button><span hidden>x</span></h1>', 'B'],
    ['<title data-ask-title>B</title><h1>A</h1>', 'B'], ['<title data-pagefind-meta="title">B</title><h1>A</h1>', 'B'],
    ['<h1 data-ask-title><a href="#b">B</a><br>c</h1>', 'B c']],
])) test(name, run)

test('readHtmlMetadata() reads description and language', () => {
  const { description, lang } = readPage('<html lang="pt-BR"><meta name="Description" content=" a\n b ">')
  assert.deepEqual([description, lang], ['a b', 'pt-BR'])
  assert.equal(readPage('<meta property="og:description" content="a">').description, 'a')
  assert.equal(readPage('<html xml:lang="de">').lang, 'de')
  assert.deepEqual([readPage('').description, readPage('').lang], [null, null])
})

test('readHtmlMetadata() reads the version of the first element that states it, else that of Docusaurus', () => {
  assert.equal(readPage('<body data-ask-version="2.x"><nav data-ask-version="3.x">').version, '2.x')
  assert.equal(readPage('<meta name="docsearch:version" content="current"><p>').version, 'current')
  assert.equal(readPage('<meta name="docsearch:version" content="current"><ask-overlay data-ask-version="2.x">').version, '2.x')
  assert.equal(readPage('<p>').version, null)
})

test('readHtmlMetadata() finds pages that are not to be searched', () => {
  const check = (head: string, expected: string | null) => assert.equal(readPage(`${head}<p>a`).hidden, expected)
  check('<meta name="robots" content="follow, NOINDEX">', 'noindex')
  check('<meta name="ROBOTS" content="none">', 'noindex')
  check('<meta name="googlebot" content="noindex"><meta name="robots" content="index">', 'noindex')
  check('<meta name="robots" content="index, max-image-preview:none">', null)
  check('<meta http-equiv="Refresh" content="0; URL=/b/">', 'redirect')
  check('<meta http-equiv="refresh" content="300">', null)
  check('<html data-ask-ignore>', 'excluded')
  check('<html><body data-pagefind-ignore="all">', 'excluded')
  check('<body data-search-exclude>', 'excluded')
  check('<body data-pagefind-ignore data-pagefind-body>', null)
  check('<noscript><meta http-equiv="refresh" content="0;url=/b/"></noscript>', null)
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

function checkRoot(html: string, expected: string) {
  assert.equal(textOf(html), expected)
}

test('readHtmlMetadata() takes what the author marked, all of it', () => {
  checkRoot('<main>a<p data-pagefind-body>b</p>c<div data-pagefind-body>d<p data-pagefind-body>e</p></div></main>', 'b\n\nd\n\ne')
  checkRoot('<main>a<p data-ask-body>b</p>c<div data-ask-body>d</div></main>', 'b\n\nd')
  checkRoot('<main data-pagefind-body>a<p data-ask-body>b</p></main>', 'b')
  checkRoot('<main>a<nav data-ask-body data-ask-ignore>b</nav></main>', 'b')
  assert.equal(readPage('<p data-ask-body>a').hasBodyMark, true)
  assert.equal(readPage('<p data-pagefind-body>a').hasBodyMark, true)
  assert.equal(readPage('<main>a').hasBodyMark, false)
})

for (const [name, run] of rulesOf('readHtmlMetadata()', checkRoot, [
  ['takes the surest sign of content',
    ['a<article>b</article><main>c</main>', 'c'], ['a<div role="main">b</div><article>c</article>', 'b'],
    ['a<article>b</article><div class="vp-doc">c</div>', 'b'],
    ['a<div class="rspress-doc">b</div>', 'b'],
    ['a<div class="x vp-doc y">b</div><div class="theme-doc-markdown">c</div>', 'b'],
    ['a<div class="theme-doc-markdown">b</div><div class="md-content">c</div>', 'b'],
    ['a<div class="md-content">b</div><div id="content">c</div>', 'b'], ['a<div id="content">b</div>', 'b'],
    // Asciidoctor
    ['<body>a<div id="content"><div id="content">b</div></div><div id="footnotes">c</div><div id="footer">d</div>', 'b\n\nc'],
    ['<body>a<div id="footnotes">b</div>', 'a\n\nb'], ['<body><main>a</main><div id="footnotes">b</div>', 'a']],
  ['takes the first of several, and an article only where it is alone',
    ['<main>a</main><main>b</main>', 'a'], ['<article>a</article><article>b</article>', 'a\n\nb']],
  ['takes the whole page where it finds no sign', ['<html><body><p>a</p></body></html>', 'a'], ['a', 'a']],
  ['does not look where nothing is shown', ['<template><main>a</main></template><div hidden><main>b</main></div>c', 'c']],
  ['ends the content where its element ends',
    ['<main>a<p>b</main>c', 'a\n\nb'], ['<ul><li role="main">a<li>b</ul>', 'a'], ['<main>a', 'a']],
])) test(name, run)

function checkWeight(html: string, expected: number | null) {
  assert.equal(readPage(html).weight, expected, html)
}

for (const [name, run] of rulesOf('readHtmlMetadata()', checkWeight, [
  ['takes the weight of Pagefind that is that of the page or of its content',
    ['<main data-pagefind-weight="2">a', 2], ['<body data-pagefind-weight="0.5"><main>a', 0.5],
    ['<main data-pagefind-body data-pagefind-weight="3">a', 3], ['<main><h1 data-pagefind-weight="10">a</h1>', null],
    ['<p data-pagefind-body data-pagefind-weight="3">a</p><p data-pagefind-body>b', null],
    ['<main data-pagefind-weight="0">a', 0.1]],
  ['prefers data-ask-weight, wherever it is', ['<main data-pagefind-weight="2">a<p data-ask-weight="4">', 4]],
])) test(name, run)

test('readHtml() reads a page with any number of classes', () => {
  assert.equal(textOf(`<body class="${'a '.repeat(130_000)}"><main>b`), 'b')
})

test('readHtml() warns of a weight out of range', () => {
  const message = 'data-pagefind-weight must be a number from 0.1 to 10'
  assert.deepEqual(readPage('\n<main data-pagefind-weight="high">a').warnings, [{ line: 2, message }])
  assert.deepEqual(readPage('\n<main data-pagefind-weight="high">\n<h2 id=a>b</h2>').warnings, [{ line: 2, message }])
  checkWeight('<main data-pagefind-weight="">a', null)
})
