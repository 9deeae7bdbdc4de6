import { test } from 'node:test'
import { rounds } from '../../../../support/fuzz.ts'
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
