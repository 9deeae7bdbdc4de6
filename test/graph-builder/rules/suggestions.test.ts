import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpelling } from '../../../src/graph-builder/prose/spelling.ts'
import { suggestQuestions } from '../../../src/graph-builder/rules/suggestions.ts'
import type { Chunk } from '../../../src/content/chunk.ts'
import { chunk } from '../../support/chunk.ts'

const ANSWER = 'It takes a file, a folder and a command, and it is explained here step by step in some detail, as Acme has it.'

function suggest(chunks: readonly Chunk[]) {
  return suggestQuestions(chunks, readSpelling(chunks))
}

/** The questions made from headings of pages of their own, each `group/heading` or `heading`. */
function check(headings: readonly string[], expected: readonly string[], text = ANSWER) {
  const chunks = headings.map((one, i) => {
    const [group, heading] = one.includes('/') ? one.split('/') as [string, string] : [null, one]
    return chunk(text, { page: `page-${i}`, group, heading })
  })
  assert.deepEqual(suggest(chunks), expected)
}

test('suggestQuestions() asks nothing that a section does not answer', () => {
  check(['Deploy your site to a host'], [], 'Short.')
  assert.deepEqual(suggest([chunk(ANSWER, { heading: 'Add a new page', parents: ['A', 'B'] })]), [])
})

test('suggestQuestions() takes the title of a page for its intro', () => {
  assert.deepEqual(suggest([chunk(ANSWER, { heading: null, title: 'Deploy your site today' })]), ['How do I deploy my site today?'])
})

test('suggestQuestions() lets groups take turns and stops at six', () => {
  check(
    ['A/Add one file', 'A/Add two files', 'A/Add three files', 'A/Add many files', 'A/Add several files', 'B/Use a file', 'C/Run a file'],
    ['How do I add one file?', 'How do I use a file?', 'How do I run a file?', 'How do I add two files?', 'How do I add three files?', 'How do I add many files?'],
  )
  check(['A/Add one file', 'B/Add one file'], ['How do I add one file?'])
})

test('suggestQuestions() prefers titles and top headings, one of a page', () => {
  const chunks = [
    chunk(ANSWER, { page: 'a', heading: 'Add a folder', parents: ['Folders'] }),
    chunk(ANSWER, { page: 'a', heading: 'Add a file' }),
    chunk(ANSWER, { page: 'b', heading: null, title: 'Add a command' }),
  ]
  assert.deepEqual(suggest(chunks), ['How do I add a command?', 'How do I add a file?'])
})

test('suggestQuestions() leaves out a question that begins like another', () => {
  check(['Deploy your site', 'Deploy your site to a host', 'Why use Acme?', 'Why use Acme islands?'], ['How do I deploy my site?', 'Why use Acme?'])
})

test('suggestQuestions() leaves out pages about the project, its past, and steps of a tutorial', () => {
  for (const page of ['contributing/docs', 'changelog', 'blog/acme-2', 'maintain/releases', 'tutorial/1-setup']) {
    assert.deepEqual(suggest([chunk(ANSWER, { page, heading: 'Add a new page' })]), [], page)
  }
  const title = chunk(ANSWER, { page: 'tutorial/1-setup', heading: null, title: 'Build your first page' })
  assert.deepEqual(suggest([title]), ['How do I build my first page?'])
})

test('suggestQuestions() makes no English question of another language', () => {
  check(['Import a CSV', 'Test a Modul'], [], 'Ein Abschnitt erklärt das Laden von Daten aus einer Tabelle, Schritt um Schritt und mit Beispielen.')
  assert.deepEqual(suggest([chunk(ANSWER, { heading: 'Add a new page', lang: 'de' })]), [])
})
