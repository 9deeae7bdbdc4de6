import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../../../../src/core/content/page.ts'
import { readSpelling } from '../../../../src/core/graph-builder/prose/spelling.ts'
import { introduceSite } from '../../../../src/core/graph-builder/rules/extract.ts'
import { chunksOf, page } from '../../../support/chunk.ts'

/** A page that shows what the site is about. */
const NAMES = page('notes', { '': 'People like Acme, or use Acme with Bolt.' })

function check(pages: readonly Page[], expected: string) {
  assert.equal(introduceSite(pages, readSpelling(chunksOf(...pages, NAMES))), expected)
}

test('introduceSite() gives the description of the root page and a sentence on what the site is about', () => {
  const root = page('index', { '': 'Acme is a fast tool. Acme is small.' }, { description: 'Documentation of Acme' })
  check([page('guides/a', { '': 'A guide.' }), root], 'Documentation of Acme. Acme is a fast tool. Acme is small.')
})

test('introduceSite() gives a definition, with the sentence after it if that needs nothing else', () => {
  check([page('index', { '': 'Hello there. Acme is a tool. It is small. Acme is new.' })], 'Acme is a tool. It is small.')
  check([page('index', { '': 'Acme, short for accumulator, is a tool. It has parts:\n\none\ntwo' })], 'Acme, short for accumulator, is a tool.')
  check([page('index', { '': '', 'What is Acme?': 'Acme is a tool.' })], 'Acme is a tool.')
})

test('introduceSite() gives what the subject does where no page defines it', () => {
  check([page('index', { '': 'Acme helps you build sites. Acme is new.' })], 'Acme helps you build sites. Acme is new.')
  check([page('index', { '': 'Acmeは静的サイトを作る道具です。' })], 'Acmeは静的サイトを作る道具です。')
  check([page('index', { '': 'Acme est un outil.' })], 'Acme est un outil.')
})

test('introduceSite() takes a short title of the root page for the name of its subject', () => {
  check([page('index', { '': 'bolt is a tool.' }, { title: 'bolt' })], 'bolt is a tool.')
  check([page('index', { '': 'Docs is a tool.' }, { title: 'Docs' })], '')
})

test('introduceSite() takes the introduction nearest to the root', () => {
  const pages = [
    page('a', { '': 'Acme is a page.' }),
    page('getting-started', { '': 'Acme is a start.' }),
    page('guides/1.introduction', { '': 'Acme is a deep tool.' }),
    page('introduction', { '': 'Acme is a tool.' }),
  ]
  check(pages, 'Acme is a tool.')
  check(pages.slice(0, 3), 'Acme is a start.')
  check(pages.slice(2, 3), 'Acme is a deep tool.')
  check(pages.slice(0, 1), '')
})

test('introduceSite() takes the own page of a folder last', () => {
  const folder = page('guide', { '': 'Acme is a guide.' }, { path: 'guide/index.md' })
  check([folder], 'Acme is a guide.')
  check([folder, page('deep/intro', { '': 'Acme is a tool.' })], 'Acme is a tool.')
})

test('introduceSite() prefers silence to a sentence that does not introduce', () => {
  for (const text of ['The docs have two parts.', 'Acme supports it.', 'Bolt is a tool.', 'Acme is a {{ kind }}.', 'Acme is a tool as shown below.', 'Acme is a tool:']) {
    check([page('index', { '': text })], '')
  }
  for (const description of ['Overview of all pages', 'Learn how to use it', 'See the {{ name }}', 'This page is new']) {
    check([page('index', {}, { description })], '')
  }
})

test('introduceSite() leaves out lists, repetitions and what is too long', () => {
  check([page('index', { '': 'Acme is a tool.\nBolt is a part.' })], '')
  const root = page('index', { '': `Docs of Acme. Acme is a ${'very '.repeat(100)}long tool.` }, { description: 'Docs of Acme' })
  check([root], 'Docs of Acme.')
  check([page('index', { '': 'Acme is a tool.' }, { description: 'Acme is a tool' })], 'Acme is a tool.')
})

test('introduceSite() says nothing of a site without a word', () => {
  check([page('index', {}), page('b', { '': 'Acme is a tool.' })], '')
  assert.equal(introduceSite([], readSpelling([])), '')
})
