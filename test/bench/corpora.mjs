/** The judged collections beside the checkout, the corpora and the query log made from them. */
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { generateSections } from './generate.mjs'
import { shuffled } from './random.mjs'

const JUDGED = new URL('../../../shared/corpora/judged/', import.meta.url)
const CWD = pathToFileURL(`${process.cwd()}/`)
const DOCS_FILE = /\.docs\.jsonl$/
const LOG_SEED = 1

/** Judged sets of queries, each with the collection it searches. */
export const QUERY_SETS = [
  { name: 'astro', docs: 'astro' },
  { name: 'astro-typo', docs: 'astro' },
  { name: 'astro-prefix', docs: 'astro' },
  { name: 'cranfield', docs: 'cranfield' },
  { name: 'cisi', docs: 'cisi' },
]

/** Name of the corpus that is not generated. */
export const REAL = 'real'

/** Whether the collections are here; without them there is nothing to measure. */
export function hasCorpora() {
  return existsSync(JUDGED)
}

/** Sections of a collection: `{id, title, heading, body}[]`. */
export function readDocs(name) {
  return readLines(`${name}.docs.jsonl`)
}

/** Judged queries of a set: `{id, text, rel, exclude?}[]`. */
export function readQueries(name) {
  return readLines(`${name}.queries.jsonl`)
}

/** The judged set of that name; throws a RangeError that lists the names there are. */
export function findSet(name) {
  const set = QUERY_SETS.find((one) => one.name === name)
  if (set !== undefined) return set
  throw new RangeError(`No set ${name}; there are ${QUERY_SETS.map((one) => one.name).join(', ')}`)
}

/** The Astro sections as they are (`real`), those of a file of `collect.mjs`, or a number of sections generated of Astro's. */
export function readCorpus(sections) {
  if (isFile(sections)) return readLines(sections, CWD)
  const docs = readDocs('astro')
  return sections === REAL ? docs : generateSections(docs, sections)
}

/** Clean, mistyped and unfinished queries mixed, in one fixed order: those of a file's sections are beside it. */
export function readQueryLog(sections = REAL) {
  const sets = QUERY_SETS.filter((set) => set.docs === 'astro')
  const queries = isFile(sections)
    ? readLines(sections.replace(DOCS_FILE, '.queries.jsonl'), CWD)
    : sets.flatMap((set) => readQueries(set.name))
  return shuffled(queries.map(({ text }) => text), LOG_SEED)
}

/** True for the name of a file of sections. */
export function isFile(sections) {
  return DOCS_FILE.test(sections)
}

function readLines(file, folder = JUDGED) {
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
