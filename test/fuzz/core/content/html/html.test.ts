import { test } from 'node:test'
import { readHtml } from '../../../../../src/core/content/html/html.ts'
import { checkGrowth, checkLinear, rounds } from '../../../../support/fuzz.ts'
import { readPage } from '../../../../support/html.ts'
import { createRandom } from '../../../../support/random.ts'
import { checkSections } from '../../../../support/structure.ts'

const PIECES = [
  ...['<', '>', '</', '/>', '<!--', '-->', '"', "'", '=', '&', '&amp;', '&#0;', ';', ' ', '\n', '\r', '\0', '\ud800', '🎉'],
  ...['<p>', '</p>', '<div id=a>', '<div hidden>', '</div>', '<main>', '</main>', '<pre>', '</pre>', '<code>', '</code>'],
  ...['<h1>', '<h2 id=b>', '</h2>', '<h3 id=b>', '<a id=c>', '<a href="#d">', '</a>', '<ul>', '<li>', '</ul>', '<br>'],
  ...['<table>', '<tr>', '<td>', '</td>', '</table>', '<script>', '</script>', '<title>', '</title>', '<svg>', '</svg>'],
  ...['<math>', '<annotation encoding="application/x-tex">', '</math>', '<p data-pagefind-body>', '<span class=line>'],
  ...['<div data-ask-ignore>', '<p data-ask-title>', '<i data-pagefind-meta=title>', '<main data-pagefind-weight=2>'],
  ...['a', 'b c'],
]

test('readHtml() gives well-formed sections for any text', () => {
  const random = createRandom(7)
  for (let round = 0; round < rounds(3_000); round += 1) {
    const html = random.text(PIECES, 40)
    try {
      checkSections(readPage(html, 2 + random.below(5)).sections)
    } catch (cause) {
      throw new Error(JSON.stringify(html), { cause })
    }
  }
})

test('readHtml() takes time in proportion to the text', () => {
  const read = (text: string) => readHtml({ path: 'a.html', text }, { depth: 6 })
  const hostile = [
    ...['<div>', '<', '</', '<a ', '<a href=#>#', '<!--', '<b><div>', '<ul><li>x', '<table><tr><td>', '<td>x<br>', '<pre>'],
    ...['<p hidden>', '<svg><p>', '<h2 id=a>', '<a id=x></a><h2></h2>', '<header>', '<p data-pagefind-body>x', '&#x'],
    ...['<math><annotation>', '<title>a - ', '<script>', '<![CDATA[', '<p class="'],
    ...['<p data-ask-title>x', '<i data-pagefind-meta="a,title">', '<p data-pagefind-ignore><b data-pagefind-weight=1>'],
  ]
  checkLinear(100_000, hostile, read)
  checkGrowth(50_000, (count) => read(`<p ${'a=1 '.repeat(count)}`))
  for (const list of ['title ,', ', ', '[', 'title[']) checkGrowth(50_000, (count) => read(`<p data-pagefind-meta="${list.repeat(count)}">`))
  checkGrowth(15_000, (count) => read(Array.from({ length: count }, (_, id) => `<h2 id=a${id}>x</h2>`).join('')))
})
