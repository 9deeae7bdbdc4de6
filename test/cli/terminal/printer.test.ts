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
const PLAIN = { NO_COLOR: '1' }
const SOURCE = node({ id: 'routing', summary: '', group: null, mode: 'source-primary' })

for (const [name, print, expected, io] of [
  [
    'results() shows title, heading, group, id and snippet', (to) => to.results([RESULT, { id: 'index', title: 'Home', url: '/', snippet: '' }]),
    'Guides · Routing › Static\n  routing#static\n  One two three four five six.\n\nHome\n  index\n',
  ],
  [
    'results() shows the other versions of a result on one line',
    (to) => to.results([{ id: 'v10/install', title: 'Install', url: '/v10/install/', snippet: 'Run it.', alsoIn: ['v1', 'v2\u001b[2J'] }]),
    'Install\n  v10/install\n  Run it.\n  also in v1, v2\ufffd[2J\n',
  ],
  [
    'results() wraps to the terminal and colors it', (to) => to.results([RESULT]),
    '\u001b[1mGuides · Routing ›\u001b[0m\n\u001b[1mStatic\u001b[0m\n  \u001b[36mrouting#static\u001b[0m\n  \u001b[2m/routing/#static\u001b[0m\n  One two three four\n  five six.\n',
    fakeTerminal(24),
  ],
  [
    'section() shows the Markdown of a section, and then no advice to read the page', (to) => to.section(SOURCE, '| 1\u001b[2J | 2 |'),
    'Routing\n/routing/\n\nText\n\n| 1\ufffd[2J | 2 |\n',
  ],
  [
    'section() shows facts line by line, and advice to read a page of code or tables', (to) => to.section({ ...SOURCE, facts: [{ kind: 'code', literal: 'one\n  two', chunkId: 'x' }] }),
    'Routing\n/routing/\n\nFacts\n  code     one\n             two\nThis section is mostly code or tables: read the page itself.\n',
  ],
  ['section() leaves out what a section lacks', (to) => to.section({ ...SOURCE, mode: 'agent-primary' }, ''), 'Routing\n/routing/\n'],
  ['overview() shows the context alone', (to) => to.overview({ overview: '', context: 'A site.' }), 'A site.\n'],
  ['overview() shows headings in bold', (to) => to.overview({ overview: '## A', context: '' }), '\u001b[1m## A\u001b[0m\n', fakeTerminal(80)],
  [
    'table() aligns values and wraps them below one another', (to) => to.table([['A', 'one'], ['Long', 'two three four']]),
    '  A     one\n  Long  two three\n        four\n', fakeTerminal(20, PLAIN),
  ],
  [
    'sources() numbers what an answer rests on, with its address', (to) => to.sources([{ url: '/a/#b', title: 'A', heading: 'B', group: 'G' }, { url: '/c/' }], 'Sources'),
    '\nSources\n  [1] G · A › B\n      /a/#b\n  [2] /c/\n      /c/\n',
  ],
  ['note() is one line', (to) => to.note('Reading:\na\u001b[2J'), 'Reading: a\ufffd[2J\n'],
  ['note() is dim', (to) => to.note('a'), '\u001b[2ma\u001b[0m\n', fakeTerminal(80)],
] satisfies readonly (readonly [string, (to: Printer) => void, string, FakeIo?])[]) {
  test(name, () => assert.equal(printed(print, io), expected))
}

test('results() shows the whole address in a terminal, where that of the site is known', () => {
  const terminal = () => fakeTerminal(80, PLAIN)
  const of = (site: string | null, url = RESULT.url) => printed((to) => to.results([{ ...RESULT, url }], site), terminal()).split('\n')[2]
  assert.equal(of('https://acme.dev/api/ask'), '  https://acme.dev/routing/#static')
  assert.equal(of('acme.dev'), '  /routing/#static')
  assert.equal(of(null, 'https://acme.dev/routing/'), '  https://acme.dev/routing/')
})

test('results() has no color with NO_COLOR, on a dumb terminal or in a pipe', () => {
  for (const io of [fakeTerminal(80, PLAIN), fakeTerminal(80, { TERM: 'dumb' }), fakeIo()]) {
    assert.doesNotMatch(printed((to) => to.results([RESULT]), io), /\u001b/)
  }
  assert.match(printed((to) => to.results([RESULT]), fakeTerminal(80, { NO_COLOR: '' })), /\u001b/)
})

test('results() lets no content reach the terminal as a command', () => {
  const evil = { id: 'a\u001b[2J', title: 'b\u001b[2J', heading: 'c\u001b[2J', group: 'd\u001b[2J', url: '/', snippet: 'e\u001b[2J' }
  assert.doesNotMatch(printed((to) => to.results([evil])), /\u001b/)
})

test('sections() lists ids below their groups, and apart from them those without one', () => {
  const alone = [node({ id: 'index', title: 'Home', group: null }), node({ id: 'z', title: 'Z', group: null })]
  const list = alone.toSpliced(1, 0, node({ id: 'a', title: 'A' }), node({ id: 'a#b', title: 'A', heading: 'B' }))
  const expected = '  index  Home\n\nGuides\n  a  A\n  a#b  A › B\n\n  z  Z\n'
  assert.equal(printed((to) => to.sections(list)), expected)
  assert.equal(printed((to) => list.forEach((section) => to.sections([section]))), expected, 'in parts')
})
