/**
 * The draws behind a typed set: a page and a kind for each query, so that neither is the writer's choice.
 * `node --import tsx typed/draw.mjs SET FOLDER`, in test/bench.
 */
import { createRandom, shuffled } from '../random.mjs'
import { chunkPages } from '../../../src/index.ts'
import { readFolder } from '../../../src/node.ts'

const SEEDS = {
  astro: 20_261_122,
  vite: 20_261_122,
  'react-router': 20_261_124,
  fastapi: 20_261_125,
  vue: 20_261_122,
  hono: 20_261_122,
}
/** Queries of each group of pages. A page belongs to the first group that matches its address. */
const GROUPS = {
  astro: [
    ['errors', 14, /^reference\/errors\//],
    ['integrations', 14, /^guides\/integrations-guide\//],
    ['deploy', 10, /^guides\/deploy(\/|$)/],
    ['cms, backend, media', 14, /^guides\/(cms|backend|media)(\/|$)/],
    ['migrate, upgrade', 6, /^guides\/(migrate-to-astro|upgrade-to)(\/|$)/],
    ['recipes', 10, /^recipes(\/|$)/],
    ['tutorial', 4, /^tutorial/],
    ['reference', 23, /^reference\//],
    ['guides and others', 55, /^/],
  ],
  vite: [
    ['guide', 60, /^guide/],
    ['config', 26, /^config/],
    ['blog and others', 14, /^/],
  ],
  'react-router': [
    ['api', 25, /^api(\/|$)/],
    ['start', 17, /^start(\/|$)/],
    ['how-to', 16, /^how-to(\/|$)/],
    ['explanation', 7, /^explanation(\/|$)/],
    ['upgrading and others', 5, /^/],
  ],
  fastapi: [
    ['tutorial', 31, /^tutorial(\/|$)/],
    ['advanced', 17, /^advanced(\/|$)/],
    ['deployment', 6, /^deployment(\/|$)/],
    ['how-to', 5, /^how-to(\/|$)/],
    ['reference', 4, /^reference(\/|$)/],
    ['release notes', 1, /^release-notes$/],
    ['others', 6, /^/],
  ],
  vue: [
    ['essentials, components', 22, /^guide\/(essentials|components)\//],
    ['guide', 30, /^guide\//],
    ['api', 17, /^api\//],
    ['others', 6, /^/],
  ],
  hono: [
    ['getting started', 12, /^docs\/getting-started\//],
    ['guides, concepts', 20, /^docs\/(guides|concepts)\//],
    ['api', 14, /^docs\/api\//],
    ['helpers', 12, /^docs\/helpers\//],
    ['middleware and others', 17, /^/],
  ],
}
/** Percent of the queries outside the group of errors, whose kind is `error`. */
const KINDS = { name: 22, words: 25, identifier: 15, question: 12, sentence: 8, synonym: 8, typo: 10 }

const [set, folder] = process.argv.slice(2)
const { pages } = await readFolder(folder)
const seed = SEEDS[set]
const draws = drawPages(GROUPS[set], countSections(chunkPages(pages)))
const kinds = drawKinds(draws.filter(({ group }) => group !== 'errors').length)
for (const { group, page } of draws) console.log([group === 'errors' ? 'error' : kinds.shift(), page, group].join('\t'))

function countSections(chunks) {
  const counts = new Map()
  for (const { page } of chunks) counts.set(page, (counts.get(page) ?? 0) + 1)
  return counts
}

/** A page's weight is the root of its number of sections, over the square of the draws it has had and one. */
function drawPages(groups, counts) {
  const next = createRandom(seed)
  const left = new Set([...counts.keys()].sort())
  return groups.flatMap(([group, total, pattern]) => {
    const names = [...left].filter((page) => pattern.test(page))
    for (const page of names) left.delete(page)
    const drawn = new Map()
    return Array.from({ length: total }, () => {
      const weights = names.map((page) => Math.sqrt(counts.get(page)) / (1 + (drawn.get(page) ?? 0)) ** 2)
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const page = names[Math.max(0, weights.findIndex((weight) => (rest -= weight) < 0))]
      drawn.set(page, (drawn.get(page) ?? 0) + 1)
      return { group, page }
    })
  })
}

function drawKinds(total) {
  const kinds = Object.entries(KINDS).flatMap(([kind, percent]) => Array(Math.ceil((percent * total) / 100)).fill(kind))
  return shuffled(kinds, seed)
}
