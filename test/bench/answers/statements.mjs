/**
 * Checked statements over the Astro docs and others: true and false answers with the sections that they cite, written by
 * people who did not know the check. Prints each true one that is flagged, and each false one whose false words are not
 * found. Then each sentence of each section of the Astro docs, cited to it: none of them may be flagged.
 *
 *   node --import tsx test/bench/answers/statements.mjs [--docs NAME=FOLDER …]
 *
 * Without `--docs` the statements over other docs are left out. NAME is one of the folders below, FOLDER a copy of the
 * repository of those docs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGrounding } from '../../../src/core/answer/ground/ground.ts'
import { unsupportedStatements } from '../../../src/core/answer/ground/statements.ts'
import { readUnits } from '../../../src/core/answer/ground/units.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { formatMarkdown } from '../../../src/core/content/structure/markdown.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'

/** The folder of the docs in each repository. */
const FOLDERS = {
  prometheus: 'docs', laravel: '', uv: 'docs', redux: 'docs', traefik: 'docs/content', vitest: 'docs', express: '', fastapi: 'docs/en/docs', hono: 'docs',
  'react-router': 'docs', typescript: 'packages/documentation/copy/en', vite: 'docs', cpp: 'docs', 'argo-cd': 'docs',
  goreleaser: 'www/content', eslint: 'docs/src', jest: 'docs', 'home-assistant': 'docs', opentelemetry: 'content/en/docs', rook: 'Documentation',
  trpc: 'www/docs', etcd: 'content/en/docs/v3.6', nushell: '', k6: 'docs/sources/k6/v2.2.x', dapr: 'daprdocs/content/en',
  jupyterhub: 'docs/source', pydantic: 'docs', nestjs: 'content', cargo: 'doc/book/src', crossplane: 'content/v2.3', nuxt: 'docs',
  mise: 'docs', meilisearch: '', deno: 'runtime', loki: 'docs/sources', helix: 'book/src', zola: 'docs/content/documentation',
  'ingress-nginx': 'docs', lxd: 'doc', mdbook: 'guide/src', starlight: 'docs/src/content/docs', vitepress: 'docs/en/reference', prettier: 'docs',
  opensearch: '', 'react-native': 'docs', 'mkdocs-material': 'docs', eleventy: 'src/docs', tauri: 'src/content/docs',
  'typescript-eslint': 'docs', slidev: 'docs', swr: 'content', ionic: 'docs',
  poetry: 'docs', caddy: 'src/docs/markdown', 'fluent-bit': '', biome: 'src/content/docs', pnpm: 'docs',
  'cert-manager': 'content/docs', rclone: 'docs/content', nats: '',
  kind: 'site/content', knative: 'docs', hugo: 'content/en', jekyll: 'docs',
}
const ASTRO = '../shared/corpora/astro-docs'

const { values } = parseArgs({ options: { docs: { type: 'string', multiple: true, default: [] } } })
const repositories = new Map(values.docs.map((each) => [each.split('=', 1)[0], each.slice(each.indexOf('=') + 1)]))
const docs = new Map([['astro', await readDocs(ASTRO)]])
for (const [name, folder] of repositories) docs.set(name, await readDocs(join(folder, FOLDERS[name])))
const rows = readFileSync(new URL('statements.ndjson', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line))
const known = rows.filter(({ cites }) => cites.every(({ doc = 'astro' }) => docs.has(doc)))
/** The words of a heading, without its code marks, tags and attributes. */
const words = (text) => text.toLowerCase().replace(/<[a-z][^>]*>(?:[^<]*<\/[a-z]+>)?|\{\s*#[^}]*\}/g, '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

async function readDocs(folder) {
  const { pages } = await readFolder(folder, { base: '/', trailingSlash: true, depth: 6 })
  return { pages, chunks: chunkPages(pages) }
}

/** The section of a file with a heading, as a model reads it. */
function textOf({ doc = 'astro', file, heading }) {
  const { pages, chunks } = docs.get(doc)
  const isMeant = ({ path }) => path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`)
  const page = pages.find(({ path }) => path === file) ?? pages.filter(isMeant).sort((a, b) => b.path.length - a.path.length)[0]
  const sections = chunks.filter(({ id }) => id.split('#')[0] === page?.slug)
  const named = sections.find((each) => each.heading !== null && words(each.heading) === words(heading ?? ''))
  // A heading may be the title of its page.
  const isTitle = heading === null || words(sections[0]?.title ?? '') === words(heading)
  const section = named ?? (isTitle ? sections[0] : sections.find((each) => words(each.heading ?? '').startsWith(words(heading))))
  if (section === undefined) throw new Error(`There is no section ${heading} in ${file}`)
  return shownText(section)
}

function shownText(section) {
  const title = [section.title, ...section.parents, section.heading ?? ''].join(' › ')
  return `${title}\n${formatMarkdown(section, { from: 0, to: section.text.length, repeats: false })}`
}

/** The statements of an answer that these sections, numbered from 1, don't have. */
function missing(answer, texts, question = '') {
  const linkOf = (source) => (source <= texts.length ? `/${source}/` : null)
  const grounding = createGrounding({ linkOf, numberAt: () => null, containsText: (text) => texts.some((each) => each.includes(text)), numberWithId: () => null })
  grounding.push(answer)
  grounding.end()
  const sources = { question, textOf: (source) => texts[source - 1] ?? '', texts: () => texts }
  return unsupportedStatements(readUnits(grounding.report(), (text) => text), sources)
}

const counts = { true: 0, flagged: 0, false: 0, missed: 0 }
for (const { label, kind, question, answer, cites, what } of known) {
  const found = missing(answer, cites.map(textOf), question)
  counts[label] += 1
  const isFound = what !== undefined && found.some((each) => each.includes(what) || what.includes(each))
  if (label === 'true' ? found.length === 0 : isFound) continue
  counts[label === 'true' ? 'flagged' : 'missed'] += 1
  console.log(`${label}, ${kind}: ${JSON.stringify(what ?? found)} in ${JSON.stringify(answer.slice(0, 160))}`)
}
console.log(counts)

const own = { sentences: 0, flagged: 0 }
for (const section of docs.get('astro').chunks) {
  const text = shownText(section)
  const prose = text.slice(text.indexOf('\n')).replace(/^[ \t>]*```[^]*?^[ \t>]*```.*$/gm, '')
  for (const line of prose.split('\n').filter((each) => !/^\s*\|/.test(each))) {
    for (const sentence of line.split(/(?<=[.!?])\s+(?=[A-Z])/).filter((each) => each.length >= 25)) {
      own.sentences += 1
      own.flagged += missing(`${sentence} [1]`, [text]).length > 0 ? 1 : 0
    }
  }
}
console.log(own)
