/**
 * `npm run link-texts -- [--form exact|strict|none] [--docs DIR] [--queries 300]`: the judged Astro sets, with link texts in the
 * index, or with `--docs` the links of another folder as queries. Links that would give a query away are left out of the
 * index that this query searches: `exact` those whose text is the query, `strict` those with no other words.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createIndexBuilder } from '../../src/core/search/build/build.ts'
import { columnsOf } from '../../src/core/search/index/inverted-index.ts'
import { openIndex } from '../../src/core/search/rank/index-reader.ts'
import { resolveQuery, search } from '../../src/core/search/rank/search.ts'
import { readDocs, readQueries } from './corpora.mjs'
import { DEPTH, meanScores, scoreQuery } from './metrics.mjs'
import { givesAway, linkQueries, readLinks } from './site-links.mjs'

const ASTRO = fileURLToPath(new URL('../../../shared/corpora/astro-docs', import.meta.url))
const OPTIONS = {
  form: { type: 'string', default: 'exact' },
  docs: { type: 'string' },
  queries: { type: 'string', default: '300' },
}
const { values } = parseArgs({ options: OPTIONS })
const { chunks, sets } = values.docs === undefined ? await readAstro() : await readFolderSet(values.docs)
measure(chunks, sets)

/** The judged sections with the texts of all links to them, and the judged sets. */
async function readAstro() {
  const { chunks: own, links } = await readLinks(ASTRO, { base: '/en/' })
  const urls = new Map(own.map(({ id, url }) => [id, url]))
  const texts = new Map()
  for (const { to, text } of links) texts.set(urls.get(to), new Set([...(texts.get(urls.get(to)) ?? []), text]))
  const sections = readDocs('astro').map(({ id, title, heading, body }) => ({
    id,
    page: id.replace(/#.*$/, ''),
    title,
    heading: heading === '' ? null : heading,
    text: body,
    linkTexts: [...(texts.get(id) ?? [])],
  }))
  const names = { clean: 'astro', typo: 'astro-typo', cut: 'astro-prefix' }
  return { chunks: sections, sets: Object.fromEntries(Object.entries(names).map(([name, set]) => [name, readQueries(set)])) }
}

async function readFolderSet(folder) {
  const site = await readLinks(folder)
  return { chunks: site.chunks, sets: { links: linkQueries(site, Number(values.queries)) } }
}

/** Searches each query in an index without the links that give it away. */
function measure(all, sets) {
  const builder = createIndexBuilder()
  const byPage = grouped(all)
  const without = (leaves) => (chunk) => ({ ...chunk, linkTexts: chunk.linkTexts.filter((text) => !leaves(text)) })
  const isNone = values.form === 'none'
  for (const [page, chunks] of byPage) builder.replacePage(page, isNone ? chunks.map(without(() => true)) : chunks)
  const order = [...byPage.keys()]
  const whole = openIndex(columnsOf(builder.index(order)))
  const [clean] = Object.values(sets)
  const scores = new Map(Object.keys(sets).map((name) => [name, []]))
  for (const { id, text } of clean) {
    const leaves = (label) => givesAway(label, text, values.form === 'strict')
    const changed = isNone ? [] : order.filter((page) => byPage.get(page).some((chunk) => chunk.linkTexts.some(leaves)))
    for (const page of changed) builder.replacePage(page, byPage.get(page).map(without(leaves)))
    const reader = changed.length === 0 ? whole : openIndex(columnsOf(builder.index(order)))
    for (const [name, queries] of Object.entries(sets)) {
      for (const query of queries.filter((one) => one.id === id)) {
        const limit = DEPTH + (query.exclude?.length ?? 0)
        const hits = search(reader, resolveQuery(reader, query.text), { limit, perPage: Infinity })
        scores.get(name).push(scoreQuery(query, hits.map((hit) => hit.id)))
      }
    }
    for (const page of changed) builder.replacePage(page, byPage.get(page))
  }
  for (const [name, list] of scores) {
    console.log(`${name}: nDCG@10 ${meanScores(list).ndcg.toFixed(4)}, ${list.length} queries, links ${values.form}`)
  }
}

function grouped(chunks) {
  const byPage = new Map()
  for (const chunk of chunks) byPage.set(chunk.page, [...(byPage.get(chunk.page) ?? []), chunk])
  return byPage
}
