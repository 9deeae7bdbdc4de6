import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSectionWriter, type SectionWriter } from '../../../src/core/content/section-writer.ts'
import { codeSpans } from '../../../src/core/content/structure/encoding.ts'
import { rulesOf } from '../../support/rules.ts'

/** Checks the text of the only section, and the code at its ranges. */
function check(write: (writer: SectionWriter) => void, expected: string, ...code: string[]) {
  const writer = createSectionWriter({ depth: 6, title: null })
  write(writer)
  const [section] = writer.finish().sections
  assert.equal(section!.text, expected)
  assert.deepEqual(codeSpans(section!.structure).map(({ start, end }) => section!.text.slice(start, end)), code)
}

function start(depth: number, text: string, anchor: string | null = text) {
  return { depth, text, anchor, line: 1 }
}

test('createSectionWriter() leaves out excluded sections with those below, and their headings as titles', () => {
  const writer = createSectionWriter({ depth: 2, title: null })
  for (const heading of [{ ...start(2, 'x'), isExcluded: true }, start(3, 'y'), start(2, 'a'), { ...start(3, 'z'), isExcluded: true }]) {
    writer.heading(heading)
    writer.prose(`below ${heading.text}`)
  }
  const { sections, nextHeading } = writer.finish()
  assert.deepEqual(sections.map(({ heading, text }) => [heading, text]), [[null, ''], ['a', 'below a']])
  assert.equal(nextHeading, 'a')
})

for (const [name, run] of rulesOf('createSectionWriter()', check, [
  ['folds white space in prose',
    [(w) => w.prose('  a \t\n b  '), 'a b'], [(w) => ['a ', ' b', 'c', '  ', 'd'].forEach(w.prose), 'a bc d'],
    [(w) => w.prose('a\u00a0 b\r\nc\fd'), 'a\u00a0 b c d'], [(w) => w.prose(' \n'), '']],
  ['keeps a no-break space between texts, and drops it at the edges',
    [(w) => { w.prose('\u00a0a\u00a0'); w.inlineCode('b'); w.prose('\u00a0 '); w.prose(' c\u00a0') }, 'a\u00a0b\u00a0 c', 'b']],
  ['separates text by the strongest of several separators',
    [(w) => { w.prose('a'); w.separate('line'); w.separate('block'); w.separate('cell'); w.prose('b') }, 'a\n\nb'],
    [(w) => { w.prose('a'); w.separate('line'); w.prose('b'); w.separate('cell'); w.prose('c') }, 'a\nb\tc'],
    [(w) => { w.prose('a '); w.separate('none'); w.prose('b') }, 'a b']],
  ['writes no separator before the first text or after the last',
    [(w) => { w.separate('block'); w.prose('a '); w.separate('block') }, 'a']],
  ['drops white space at a separator', [(w) => { w.prose('a '); w.separate('line'); w.prose(' b') }, 'a\nb']],
  ['keeps code inside a sentence as it is',
    [(w) => { w.prose('a '); w.inlineCode('b  c\r\nd\ne'); w.prose(', f') }, 'a b  c d e, f', 'b  c d e'],
    [(w) => { w.prose('a '); w.inlineCode(' '); w.prose('b') }, 'a b']],
  ['keeps code blocks whole, without blank lines around them',
    [(w) => { w.prose('a'); w.codeBlock('\n \n  b\r\n\n\tc  \n\n', { lang: 'js' }); w.prose('d') }, 'a\n\n  b\n\n\tc\n\nd', '  b\n\n\tc'],
    [(w) => { w.prose('a'); w.codeBlock(' \n\t\n', { lang: null }); w.prose('b') }, 'ab']],
  ['reads a code block of many blank lines', [(w) => w.codeBlock(' \n'.repeat(5_000_000), { lang: null }), '']],
])) test(name, run)

test('createSectionWriter() gives blocks and languages of code', () => {
  const writer = createSectionWriter({ depth: 6, title: null })
  writer.inlineCode('a')
  writer.codeBlock('b', { lang: 'js' })
  assert.deepEqual(codeSpans(writer.finish().sections[0]!.structure), [
    { start: 0, end: 1, isBlock: false, lang: null },
    { start: 3, end: 4, isBlock: true, lang: 'js' },
  ])
})

test('createSectionWriter() takes the first h1 for the title unless it is known', () => {
  const unknown = createSectionWriter({ depth: 6, title: null })
  assert.equal(unknown.heading(start(1, ' A  b ')), false)
  assert.equal(unknown.heading(start(1, 'C')), true)
  assert.equal(unknown.finish().title, 'A b')
  const known = createSectionWriter({ depth: 6, title: 'A b' })
  assert.equal(known.heading(start(1, 'A  b')), false)
  assert.equal(known.heading(start(1, 'C')), true)
  assert.equal(known.finish().title, 'A b')
})

test('createSectionWriter() takes a heading without words for none', () => {
  const writer = createSectionWriter({ depth: 6, title: null })
  assert.deepEqual([writer.heading(start(1, ' ')), writer.heading(start(2, '', 'a'))], [false, false])
  assert.deepEqual([writer.finish().title, writer.finish().sections[0]!.text], [null, ''])
})

test('createSectionWriter() takes headings without an anchor or below its depth for text', () => {
  const writer = createSectionWriter({ depth: 2, title: 'T' })
  writer.prose('a')
  assert.equal(writer.heading(start(2, 'B', null)), false)
  assert.equal(writer.heading(start(3, 'C')), false)
  writer.prose('d')
  assert.deepEqual(writer.finish().sections.map(({ text }) => text), ['a\n\nB\n\nC\n\nd'])
})
