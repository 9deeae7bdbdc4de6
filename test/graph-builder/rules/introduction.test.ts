import assert from 'node:assert/strict'
import { test } from 'node:test'
import { introduceSite } from '../../../src/graph-builder/rules/introduction.ts'
import { page } from '../../support/chunk.ts'

test('introduceSite() gives the description and the first sentence of the root page', () => {
  const root = page('index', { '': 'Acme is fast. Acme is small.' }, { description: 'Documentation of Acme' })
  assert.equal(introduceSite([page('guides/a', { '': 'A guide.' }), root]), 'Documentation of Acme. Acme is fast.')
})

test('introduceSite() gives two sentences without a description', () => {
  assert.equal(introduceSite([page('index', { '': 'Acme is fast. Acme is small. Acme is new.' })]), 'Acme is fast. Acme is small.')
})

test('introduceSite() takes the introduction nearest to the root', () => {
  const pages = [
    page('a', { '': 'About a.' }),
    page('getting-started', { '': 'Start here.' }),
    page('guides/introduction', { '': 'Deeper.' }),
    page('introduction', { '': 'This is Acme.' }),
  ]
  assert.equal(introduceSite(pages), 'This is Acme.')
  assert.equal(introduceSite(pages.slice(0, 3)), 'Start here.')
  assert.equal(introduceSite(pages.slice(0, 1)), 'About a.')
})

test('introduceSite() leaves out lists, leads to them, repetitions and what is too long', () => {
  const intro = `See these:\n\none\ntwo\n\nDocs of Acme. ${'Very '.repeat(100)}long. It is fast.`
  assert.equal(introduceSite([page('index', { '': intro }, { description: 'Docs of Acme' })]), 'Docs of Acme. It is fast.')
})

test('introduceSite() says nothing of a site without a word', () => {
  assert.equal(introduceSite([page('index', {}), page('b', { '': 'Below.' })]), 'Below.')
  assert.equal(introduceSite([page('index', {})]), '')
  assert.equal(introduceSite([]), '')
})
