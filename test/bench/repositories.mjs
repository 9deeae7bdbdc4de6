/**
 * Sources of real sites, as a new owner has them: pages, links that open nothing, markup in the text, titles that are
 * names of files, and judged queries, which were written before any of them was searched.
 *
 *   node --import tsx test/bench/repositories.mjs DIR [--list] [NAME…]
 *
 * DIR has a checkout of each repository, under its name without its owner's. `--list` also lists what was found.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunkPages } from '../../src/core/content/chunk.ts'
import { codeSpans } from '../../src/core/content/structure/encoding.ts'
import { readFolder } from '../../src/core/node/content/content-folder.ts'
import { findSiteRules } from '../../src/core/node/content/site-rules.ts'
import { createSearcher } from '../../src/core/search/searcher.ts'
import { REPOSITORIES } from './repository-queries.mjs'

/** Markup that readers should not see, in text that is no code. */
const MARKUP = /\{\{|\{%|:::|<\/?[A-Z][A-Za-z]*[\s/>]|\]\(|^\s*```|<!--|^import .* from ['"]|^#{1,6} |\[\^|\{#|\{:/
/** Causes of links that are broken, and of those that other programs may serve. */
const BROKEN = ['prefix', 'folder', 'case', 'unpublished', 'page', 'anchor']
const MAX_LISTED = 60
const RESULTS = 10

const [dir, ...args] = process.argv.slice(2)
const isListed = args.includes('--list')
const names = args.filter((arg) => !arg.startsWith('--'))
if (dir === undefined) throw new Error('The folder of the repositories is missing')

console.log('| repository | generator | pages | broken | other | markup | file titles | first | first three |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const repository of REPOSITORIES) {
  if (names.length === 0 || names.includes(repository.name)) await measure(repository)
}

async function measure({ name, folder, options = {}, queries }) {
  const path = join(dir, name, folder)
  const { rules } = await findSiteRules(path, null)
  const { pages, warnings } = await readFolder(path, options)
  const links = warnings.filter(({ type }) => type === 'link')
  const broken = links.filter(({ cause }) => BROKEN.includes(cause))
  const leftovers = pages.flatMap(leftoversOf)
  const named = pages.filter((page) => isNamedByFile(page, path))
  const ranks = rankQueries(pages, queries)
  const within = (most) => ranks.filter(({ rank }) => rank < most).length
  const counts = [pages.length, broken.length, links.length - broken.length, leftovers.length, named.length]
  const found = [`${within(1)}/${queries.length}`, `${within(3)}/${queries.length}`]
  console.log(`| ${[`${name} ${folder}`.trim(), rules.generator, ...counts, ...found].join(' | ')} |`)
  if (!isListed) return
  const lines = [
    ...broken.map(({ path, line, message }) => `${path}:${line} ${message}`),
    ...leftovers, ...named.map(({ path, title }) => `${path}: ${title}`),
  ]
  for (const line of lines.slice(0, MAX_LISTED)) console.log(`    ${line.slice(0, 200)}`)
  for (const { query, rank, first } of ranks) if (rank > 0) console.log(`    ${query}: ${rank + 1}, first ${first}`)
}

function leftoversOf({ path, sections }) {
  return sections.flatMap(({ heading, text, structure }) => {
    let prose = text
    for (const { start, end } of codeSpans(structure).toReversed()) prose = prose.slice(0, start) + prose.slice(end)
    return [heading ?? '', ...prose.split('\n')].filter((line) => MARKUP.test(line)).map((line) => `${path}: ${line}`)
  })
}

/** True if the page's title is the name of its file, which its text does not have. */
function isNamedByFile({ path, title, slug }, folder) {
  const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const name = (slug === 'index' ? path : slug).replace(/^.*\//, '')
  return letters(title) === letters(name) && !letters(readFileSync(join(folder, path), 'utf8')).includes(letters(title))
}

function rankQueries(pages, queries) {
  const chunks = chunkPages(pages)
  const searcher = createSearcher(chunks)
  const pathOf = new Map(pages.map((page) => [page.slug, page.path]))
  return queries.map(([query, wanted]) => {
    const hits = searcher.search(query, { limit: RESULTS }).map(({ id }) => pathOf.get(id.split('#')[0]) ?? '')
    const parts = [wanted].flat().map((part) => part.toLowerCase())
    const rank = [...new Set(hits)].findIndex((path) => parts.some((part) => path.toLowerCase().includes(part)))
    return { query, rank: rank === -1 ? RESULTS : rank, first: hits[0] ?? 'none' }
  })
}
