/**
 * `npm run whole-words -- [--root DIR] [--docs astro=DIR] [--worst 20]`: searches the words of the Astro docs that longer
 * words begin with, as *edit* and *editor*, one by one: how often sections come first that have only longer words.
 */
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { formatTable } from './table.mjs'
import { folderOf, openService } from './typed/sets.mjs'

const SET = 'astro'
/** Least letters of a word: shorter ones begin too many others. */
const MIN_LETTERS = 3
/** Sections that a word stands in by itself: one may be a typo, and of very many nobody wants just any. */
const MIN_SECTIONS = 2
const MAX_SECTIONS = 150
/** Results that a reader sees without scrolling. */
const SEEN = 3
const LETTER = /\p{L}/u
const LETTERS = /^\p{L}+$/u
/** What a section has of a word: its term, also in a part of a compound, or the word with no letters next to it. */
const KINDS = ['term', 'word']
const HEAD = ['having its', 'words', 'first without it', `none of ${SEEN} with it`]

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
    docs: { type: 'string', multiple: true, default: [] },
    worst: { type: 'string', default: '0' },
  },
})
const folder = folderOf(SET, values.docs)
if (folder !== null) await measure(folder)

async function measure(from) {
  const { createAnalyze } = await import(pathToFileURL(resolve(values.root, 'src/core/text/analyze.ts')).href)
  const { service, chunks } = await openService(values.root, from)
  const analyze = createAnalyze()
  const sections = new Map(chunks.map((chunk) => [chunk.id, readSection(chunk, analyze)]))
  const words = wholeWords([...sections.values()].map(({ tokens }) => tokens))
  const rows = []
  for (const [word, term] of words) {
    const { results } = await service.search(word, SEEN)
    rows.push({ word, results, kinds: KINDS.map((kind) => results.map(({ id }) => sections.get(id)[kind].has(term))) })
  }
  const table = KINDS.map((kind, i) => {
    const shown = rows.map(({ kinds }) => kinds[i])
    return [kind, rows.length, shown.filter(([first]) => !first).length, shown.filter((has) => !has.includes(true)).length]
  })
  console.log(formatTable(HEAD, table.map((row) => row.map(String))))
  const worst = rows.filter(({ kinds }) => kinds.some(([first]) => !first)).slice(0, Number(values.worst))
  for (const { word, results, kinds } of worst) {
    const marked = results.map(({ id }, i) => `${kinds.map((has) => (has[i] ? '+' : '-')).join('')} ${id}`)
    console.log(`${word}  ${marked.join('  ')}`)
  }
}

/** The tokens of a section, and the terms that it has in each way. */
function readSection({ title, heading, parents, linkTexts, text }, analyze) {
  const read = [title, heading ?? '', ...parents, ...linkTexts, text].join('\n')
  const tokens = analyze(read)
  const isAlone = ({ start, end }) => !LETTER.test(read[start - 1] ?? '') && !LETTER.test(read[end] ?? '')
  const termsOf = (list) => new Set(list.map(({ term }) => term))
  return { tokens, term: termsOf(tokens), word: termsOf(tokens.filter(isAlone)) }
}

/** The words to search, each with its term, given the tokens of sections. */
function wholeWords(sections) {
  const counts = new Map()
  const terms = new Map()
  for (const tokens of sections) {
    const own = new Set(tokens.filter(({ kind }) => kind === 'word').map(({ word }) => word))
    for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const { word, term } of tokens) terms.set(word, term)
  }
  const sorted = [...terms.keys()].sort()
  const chosen = sorted.filter((word, i) => {
    const count = counts.get(word) ?? 0
    const isUsual = count >= MIN_SECTIONS && count <= MAX_SECTIONS
    return isUsual && word.length >= MIN_LETTERS && LETTERS.test(word) && sorted[i + 1]?.startsWith(word)
  })
  return chosen.map((word) => [word, terms.get(word)])
}
