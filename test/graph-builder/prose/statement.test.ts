import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continues, isAside, isWholeSentence, standsAlone } from '../../../src/graph-builder/prose/statement.ts'

function check(is: (text: string) => boolean, expected: boolean, texts: readonly string[]) {
  for (const text of texts) assert.equal(is(text), expected, text)
}

test('isWholeSentence() takes sentences with an end', () => {
  check(isWholeSentence, true, ['Acme is fast.', 'Acme (a tool) is fast!', 'Acmeは速い。', 'It is “fast.”'])
  check(isWholeSentence, false, ['Acme is fast', 'Acme is:', 'Is it fast?', 'Acme reads files, folders...', 'Acme (a tool is fast.'])
})

test('isWholeSentence() takes no template and no unfinished text', () => {
  check(isWholeSentence, false, ['Browse {{ category.text }} here.', 'Use {% note %} now.', 'Costs ${price}.', 'TODO: describe it.', 'Lorem ipsum dolor.'])
})

test('standsAlone() takes no sentence that needs another or its page', () => {
  check(standsAlone, true, ['Acme is a tool for docs.', 'An island is a component.', 'Ist das so, ja.'])
  check(standsAlone, false, ['It is fast.', 'This page is short.', 'See the guide.', 'Acme works as shown below.', 'Learn how to start.', 'In this guide, Acme is new.', 'If so, stop.'])
})

test('continues() takes the pronoun of the sentence before', () => {
  check(continues, true, ['It is fast.', 'It’s fast.', 'Acme is small.'])
  check(continues, false, ['This is fast.', 'It consists of:', 'See the guide.', 'It is listed below.'])
})

test('isAside() takes sentences that lead elsewhere', () => {
  check(isAside, true, ['See the guide.', 'For more details, read on.', 'Note that it is new.'])
  check(isAside, false, ['Seeds are values.', 'Formats are kinds.', 'For files it is fast.'])
})
