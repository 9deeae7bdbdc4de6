import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPrinter, type Printer } from '../../../src/cli/terminal/printer.ts'
import { node } from '../../support/graph.ts'
import { type FakeIo, fakeIo, fakeTerminal } from '../../support/io.ts'

/** What is written to a pipe, or to the terminal given. */
function printed(print: (printer: Printer) => void, io: FakeIo = fakeIo()): string {
  print(createPrinter(io.stdout, io.env))
  return io.written.out
}

const RESULT = { id: 'routing#static', title: 'Routing', heading: 'Static', group: 'Guides', url: '/routing/#static', snippet: 'One two three four five six.' }

test('results() shows title, heading, group, id and snippet', () => {
  const shown = printed((to) => to.results([RESULT, { id: 'index', title: 'Home', url: '/', snippet: '' }]))
  assert.equal(shown, 'Guides · Routing › Static\n  routing#static\n  One two three four five six.\n\nHome\n  index\n')
})

test('results() shows the other versions of a result on one line', () => {
  const shown = printed((to) => to.results([{ id: 'v10/install', title: 'Install', url: '/v10/install/', snippet: 'Run it.', alsoIn: ['v1', 'v2\u001b[2J'] }]))
  assert.equal(shown, 'Install\n  v10/install\n  Run it.\n  also in v1, v2\ufffd[2J\n')
})

test('results() wraps to the terminal and colors it', () => {
  const shown = printed((to) => to.results([RESULT]), fakeTerminal(24))
  assert.equal(shown, '\u001b[1mGuides · Routing ›\u001b[0m\n\u001b[1mStatic\u001b[0m\n  \u001b[36mrouting#static\u001b[0m\n  \u001b[2m/routing/#static\u001b[0m\n  One two three four\n  five six.\n')
})

test('results() shows the whole address in a terminal, where that of the site is known', () => {
  const terminal = () => fakeTerminal(80, { NO_COLOR: '1' })
  const of = (site: string | null, url = RESULT.url) => printed((to) => to.results([{ ...RESULT, url }], site), terminal()).split('\n')[2]
  assert.equal(of('https://acme.dev/api/ask'), '  https://acme.dev/routing/#static')
  assert.equal(of('acme.dev'), '  /routing/#static')
  assert.equal(of(null, 'https://acme.dev/routing/'), '  https://acme.dev/routing/')
})

test('results() has no color with NO_COLOR, on a dumb terminal or in a pipe', () => {
  for (const io of [fakeTerminal(80, { NO_COLOR: '1' }), fakeTerminal(80, { TERM: 'dumb' }), fakeIo()]) {
    assert.doesNotMatch(printed((to) => to.results([RESULT]), io), /\u001b/)
  }
  assert.match(printed((to) => to.results([RESULT]), fakeTerminal(80, { NO_COLOR: '' })), /\u001b/)
})

test('results() lets no content reach the terminal as a command', () => {
  const evil = { id: 'a\u001b[2J', title: 'b\u001b[2J', heading: 'c\u001b[2J', group: 'd\u001b[2J', url: '/', snippet: 'e\u001b[2J' }
  assert.doesNotMatch(printed((to) => to.results([evil])), /\u001b/)
})

test('glossary() shows terms with their aliases and definitions', () => {
  const terms = [
    { term: 'Island', aliases: ['isle', 'ilet'], definition: 'A component.' },
    { term: 'Route', aliases: [], definition: 'A path.' },
  ]
  assert.equal(printed((to) => to.glossary(terms)), 'Island (isle, ilet)\n  A component.\n\nRoute\n  A path.\n')
})

test('sections() lists ids below their groups', () => {
  const list = [node({ id: 'index', title: 'Home', group: null }), node({ id: 'a', title: 'A' }), node({ id: 'a#b', title: 'A', heading: 'B' })]
  const expected = '  index  Home\n\nGuides\n  a  A\n  a#b  A › B\n'
  assert.equal(printed((to) => to.sections(list)), expected)
  assert.equal(printed((to) => list.forEach((section) => to.sections([section]))), expected, 'in parts')
})

test('section() shows summary, facts line by line and terms', () => {
  const shown = node({
    id: 'routing#static',
    facts: [{ kind: 'flag', literal: '--static', chunkId: 'x' }, { kind: 'code', literal: 'one\n  two', chunkId: 'x' }],
    terms: ['static', 'route'],
    mode: 'source-primary',
  })
  assert.equal(
    printed((to) => to.section(shown)),
    `Guides · Routing › static
/routing/#static

What routing#static says.

Facts
  flag     --static
  code     one
             two

Terms: static, route
This section is mostly code or tables: read the page itself.
`,
  )
})

test('section() shows the Markdown of a section, and then no advice to read the page', () => {
  const shown = node({ id: 'routing', summary: '', group: null, mode: 'source-primary' })
  const markdown = '| a | b |\n| --- | --- |\n| 1\u001b[2J | 2 |'
  assert.equal(printed((to) => to.section(shown, markdown)), `Routing\n/routing/\n\nText\n\n${markdown.replace('\u001b', '\ufffd')}\n`)
  assert.doesNotMatch(printed((to) => to.section(shown, '')), /Text/)
})

test('section() leaves out what a section lacks', () => {
  assert.equal(printed((to) => to.section(node({ id: 'routing', summary: '', group: null }))), 'Routing\n/routing/\n')
})

test('overview() shows the context, then the contents as they are', () => {
  assert.equal(printed((to) => to.overview({ overview: '## A\n\n- [B](/b/)', context: 'A site.' })), 'A site.\n\n## A\n\n- [B](/b/)\n')
  assert.equal(printed((to) => to.overview({ overview: '', context: 'A site.' })), 'A site.\n')
  assert.equal(printed((to) => to.overview({ overview: '## A', context: '' }), fakeTerminal(80)), '\u001b[1m## A\u001b[0m\n')
})

test('table() aligns values and wraps them below one another', () => {
  assert.equal(printed((to) => to.table([['A', 'one'], ['Long', 'two three four']]), fakeTerminal(20, { NO_COLOR: '1' })), '  A     one\n  Long  two three\n        four\n')
})

test('sources() numbers what an answer rests on, with its address', () => {
  const sources = [{ url: '/a/#b', title: 'A', heading: 'B', group: 'G' }, { url: '/c/' }]
  assert.equal(printed((to) => to.sources(sources, 'Sources')), '\nSources\n  [1] G · A › B\n      /a/#b\n  [2] /c/\n      /c/\n')
})

test('note() is one dim line', () => {
  assert.equal(printed((to) => to.note('Reading:\na\u001b[2J')), 'Reading: a\ufffd[2J\n')
  assert.equal(printed((to) => to.note('a'), fakeTerminal(80)), '\u001b[2ma\u001b[0m\n')
})
