import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chunk } from '../../../../src/core/content/chunk.ts'
import { readSpelling } from '../../../../src/core/graph-builder/prose/spelling.ts'
import { questionOf, suggestQuestions } from '../../../../src/core/graph-builder/rules/suggestions.ts'
import { chunk } from '../../../support/chunk.ts'
import { rulesOf } from '../../../support/rules.ts'

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

/** Sentences that show which words are names. */
const PROSE = `
Acme has a plugin, a server, a parser, an environment and hooks between contexts, with custom properties and errors.
Write a plugin for the server. It keeps data, takes data, or it drops data. A parser needs your environment. Use hooks, and pass data to hooks. Each plugin has data.
Read the data, and send data, or store data. We like Visual Studio Code, and the Visual Studio Code team. A static site
is visual, as Acme is, and so are its tests. We deploy to Cloudflare Workers, and to Cloudflare. These workers run code. The architecture is right.`

/** The question of each heading, null for none; a heading is a section of a site with this prose. */
function checkQuestion(headings: Readonly<Record<string, string | null>>, isEnglish = true) {
  for (const [heading, expected] of Object.entries(headings)) {
    const spelling = readSpelling([chunk(PROSE, { heading })])
    assert.equal(questionOf(heading, spelling, () => isEnglish), expected, heading)
  }
}

for (const [name, run] of rulesOf('questionOf()', checkQuestion, [
  ['makes questions of headings that open with a verb',
    [{
      'Deploy your site to a host': 'How do I deploy my site to a host?',
      'Adding a new page': 'How do I add a new page?',
      'Setting up a project': 'How do I set up a project?',
      'How to write a test': 'How do I write a test?',
      'Using the Acme API': 'How do I use the Acme API?',
    }]],
  ['writes the words of a title as sentences do, and keeps names',
    [{
      'Set Up Your Environment': 'How do I set up my environment?',
      'Using Hooks with Custom Properties': 'How do I use hooks with custom properties?',
      'Manage Errors from a Server': 'How do I manage errors from a server?',
      'Use VS Code': null,
      'Deploying to Cloudflare Workers': null,
      'Deploying a Static Site': 'How do I deploy a static site?',
      'Choose a Right Architecture': 'How do I choose a right architecture?',
      'Use useFetch in plugins': 'How do I use useFetch in plugins?',
      'What is a Static Site?': 'What is a static site?',
    }]],
  ['makes none of other headings',
    [{ 'Reading and starting the app': null, Islands: null, Add: null, 'Build it': null, 'Removed: the old API': null }],
    [{ 'Test (unit)': null, 'Why?': null, [`Add ${'a long word '.repeat(9)}`]: null, 'Troubleshooting & tips': null }]],
  ['makes none of a verb that may be a noun, or lacks its object', [{
    'Build hooks': null, 'Query parameter names': null, 'Rendering performance tips': null, 'Access to data': null,
    'Share Between Contexts': null, 'Use with a server': null, 'Use cases for hooks': null, 'Secure Headers Plugin': null,
    'Build a server': 'How do I build a server?',
  }]],
  ['makes none of words that depend on their page', [{
    'Run different examples': null, 'Share the types': null, 'Customize this plugin': null, 'Export the function using hooks': null,
    'What is next?': null, 'What has changed?': null, 'Why Acme?': null, 'Need some help?': null, 'Do you need a server?': null,
  }]],
  ['makes none of a title with a word that may be a name or not',
    [{ 'Use Gizmo Frobnicators': null, 'Use Gizmo frobnicators': 'How do I use Gizmo frobnicators?' }]],
  ['makes none of a noun without its article',
    [{ 'Write custom parser': null, 'Add plugin to hooks': null, 'Convert data to hooks': null, 'Convert my data to hooks': 'How do I convert my data to hooks?' }]],
  ['takes questions as they are in other languages',
    [{ 'なぜ島を使うのですか、教えて？': 'なぜ島を使うのですか、教えて？', 'Wie geht das?': 'Wie geht das?', 'Import a CSV': null }, false],
    [{ 'What is an island?': 'What is an island?', 'Who maintains Acme?': 'Who maintains Acme?' }]],
])) test(name, run)
