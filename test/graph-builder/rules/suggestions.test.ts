import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestQuestions } from '../../../src/graph-builder/rules/suggestions.ts'
import { chunk } from '../../support/chunk.ts'

const ANSWER = 'It takes a file, a folder and a command, and it is explained here step by step in some detail.'

/** The questions made from headings, each `group/heading` or `heading`. */
function check(headings: readonly string[], expected: readonly string[], text = ANSWER) {
  const chunks = headings.map((one) => {
    const [group, heading] = one.includes('/') ? one.split('/') as [string, string] : [null, one]
    return chunk(text, { group, heading })
  })
  assert.deepEqual(suggestQuestions(chunks), expected)
}

test('suggestQuestions() makes questions of headings that open with a verb', () => {
  check(['Deploy your site to a host'], ['How do I deploy my site to a host?'])
  check(['Adding a new page'], ['How do I add a new page?'])
  check(['Setting up a project'], ['How do I set up a project?'])
  check(['How to write a test'], ['How do I write a test?'])
  check(['Using the API'], ['How do I use the API?'])
})

test('suggestQuestions() takes questions as they are, in any language', () => {
  check(['What is an island?', 'なぜ島を使うのですか、教えて？'], ['What is an island?', 'なぜ島を使うのですか、教えて？'])
})

test('suggestQuestions() makes none of other headings', () => {
  check(['Reading and starting the app', 'Islands', 'Add', 'Build it', 'Removed: the old API', 'Test (unit)', 'Why?', `Add ${'a long word '.repeat(9)}`], [])
})

test('suggestQuestions() asks nothing that a section does not answer', () => {
  check(['Deploy your site to a host'], [], 'Short.')
  assert.deepEqual(suggestQuestions([chunk(ANSWER, { heading: 'Add a new page', parents: ['A', 'B'] })]), [])
})

test('suggestQuestions() takes the title of a page for its intro', () => {
  assert.deepEqual(suggestQuestions([chunk(ANSWER, { heading: null, title: 'Deploy a site today' })]), ['How do I deploy a site today?'])
})

test('suggestQuestions() lets groups take turns and stops at six', () => {
  check(
    ['A/Add one thing', 'A/Add two things', 'A/Add three things', 'A/Add four things', 'A/Add five things', 'B/Use some thing', 'C/Run some thing'],
    ['How do I add one thing?', 'How do I use some thing?', 'How do I run some thing?', 'How do I add two things?', 'How do I add three things?', 'How do I add four things?'],
  )
  check(['A/Add one thing', 'B/Add one thing'], ['How do I add one thing?'])
})
