import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../../../support/html.ts'

function checkTitle(html: string, expected: string | null) {
  assert.equal(readPage(html).title, expected)
}

test('readHtmlMetadata()() takes the title from the content, the card, the head', () => {
  const head = '<title>A | Site</title><meta property="og:title" content="B">'
  checkTitle(`${head}<main><h1>C <a href="#_top">#</a></h1></main>`, 'C')
  checkTitle(`${head}<main><h2>C</h2></main><h1>D</h1>`, 'B')
  checkTitle('<title>A | Site</title>', 'A')
  checkTitle('<p>a', null)
  checkTitle('<title>\n</title>', null)
})

test('readHtmlMetadata()() cuts the name of the site off a title', () => {
  const checkHead = (title: string, expected: string) => checkTitle(`<title>${title}</title>`, expected)
  checkHead('Routing | Site', 'Routing')
  checkHead('Routing - Site', 'Routing')
  checkHead('Routing – Site', 'Routing')
  checkHead('Routing — Site 1.0', 'Routing')
  checkHead('Q&amp;A | Guides | Site', 'Q&A | Guides')
  checkHead('Read-only\n fields', 'Read-only fields')
  checkHead(' | Site', '| Site')
})

test('readHtmlMetadata()() does not take the title of a drawing', () => {
  checkTitle('<svg><title>x</title></svg><p>a', null)
  checkTitle('<title>A</title><svg><title>x</title></svg>', 'A')
})

test('readHtmlMetadata()() reads description and language', () => {
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

test('readHtmlMetadata()() finds pages that are not to be searched', () => {
  const check = (head: string, expected: string | null) => assert.equal(readPage(`${head}<p>a`).hidden, expected)
  check('<meta name="robots" content="follow, NOINDEX">', 'noindex')
  check('<meta name="ROBOTS" content="none">', 'noindex')
  check('<meta name="robots" content="index, max-image-preview:none">', null)
  check('<meta http-equiv="Refresh" content="0; URL=/b/">', 'redirect')
  check('<meta http-equiv="refresh" content="300">', null)
  check('<html data-ask-ignore>', 'excluded')
  check('<html><body data-pagefind-ignore="all">', 'excluded')
  check('<body data-search-exclude>', 'excluded')
  check('<body data-pagefind-ignore data-pagefind-body>', null)
  check('<noscript><meta http-equiv="refresh" content="0;url=/b/"></noscript>', null)
})
