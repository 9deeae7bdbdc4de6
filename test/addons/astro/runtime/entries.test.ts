import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Collections, outlineCollections, readCollections } from '../../../../src/addons/astro/runtime/entries.ts'
import { bodyHash, resolveAstroSite } from '../../../../src/addons/astro/config/astro-site.ts'
import { entry } from '../../../support/astro.ts'

const SITE = resolveAstroSite(null, {}, 7)

function collections(entries: readonly unknown[], render: Collections['render'] = async () => ({ headings: [] })): Collections {
  return { getCollection: async () => entries, render, outline: {} }
}

async function check(entries: readonly unknown[], expected: readonly string[], render?: Collections['render']) {
  const chunks = await readCollections(SITE, collections(entries, render))
  assert.deepEqual(chunks.map(({ id, text }) => (text === '' ? id : `${id}: ${text}`)), expected)
}

const MDX = { filePath: 'src/content/docs/a.mdx', rendered: undefined }
const HTML = { body: undefined, rendered: { html: '<p>Words.</p><h2 id="x">X</h2>', metadata: { headings: [] } } }
/** Values that a schema may give, with a circle. */
const DATA: Record<string, unknown> = {
  title: 'T', draft: false, pagefind: true, date: new Date(0), bad: new Date(Number.NaN), fn: () => 1, none: null,
}
DATA['self'] = DATA
const HIDDEN = [{ draft: true }, { pagefind: false }, { head: [{ tag: 'meta', attrs: { name: 'robots', content: 'noindex' } }] }]

/** [rule, entries, sections, what renders] */
const ROWS: readonly (readonly [rule: string, ...Parameters<typeof check>])[] = [
  ['takes ids of headings from what Astro rendered', [entry('a', 'Intro.\n\n## Setup\n\nDo it.')], ['a: Intro.', 'a#astro-setup: Do it.']],
  ['gets the headings of entries that are rendered on demand, such as MDX', [entry('a', '## Setup\n\nDo <b>it</b>.', MDX)], ['a', 'a#from-mdx: Do it.'],
    async () => ({ headings: [{ depth: 2, slug: 'from-mdx', text: 'Setup' }] })],
  ['makes ids itself when rendering fails', [entry('a', '## Set -- up', MDX)], ['a', 'a#set--up'], async () => Promise.reject(new Error('no component'))],
  ['makes ids itself when rendering gives nothing', [entry('a', '## Set -- up', MDX)], ['a', 'a#set--up'], async () => null],
  ['makes ids itself when there are no headings', [entry('a', '## Set -- up', { rendered: { html: '', metadata: { headings: [{ depth: '2' }, null] } } })], ['a', 'a#set--up']],
  ['reads rendered HTML when there is no source', [entry('a', '', HTML)], ['a: Words.', 'a#x']],
  ['leaves out drafts and excluded entries under any schema, and survives a circle',
    [entry('a', 'A', { data: DATA }), ...HIDDEN.map((data, at) => entry(`d${at}`, 'D', { data }))], ['a: A']],
  ['reads the same from Windows line ends', [entry('a', 'A\r\n\r\n```\r\nx\r\ny\r\n```')], ['a: A\n\nx\ny']],
]
for (const [rule, ...row] of ROWS) test(`readCollections() ${rule}`, () => check(...row))

test('readCollections() takes ids of the last build where nothing is rendered, for entries that have not changed since', async () => {
  const mdx = (path: string, body: string) => entry(path, body, { filePath: `${path}.mdx`, rendered: undefined })
  const built = { id: 'a', path: 'a.mdx', hash: await bodyHash('## Setup'), headings: [{ depth: 2, slug: 'built', text: 'Setup' }] }
  const site = { ...collections([mdx('a', '## Setup'), mdx('b', '## Setup')]), render: null }
  const ids = async (body: string) => {
    const chunks = await readCollections(SITE, { ...site, outline: { docs: [{ ...built, hash: await bodyHash(body) }] } })
    return chunks.map(({ id }) => id)
  }
  assert.deepEqual(await ids('## Setup'), ['a', 'a#built', 'b', 'b#setup'])
  assert.deepEqual(await ids('## Before'), ['a', 'a#setup', 'b', 'b#setup'])
})

test('readCollections() names a collection that is empty or missing', async () => {
  await assert.rejects(readCollections(SITE, collections([])), {
    code: 'content',
    message: 'The collection "docs" has no entries or does not exist: check src/content.config, and the option collections of ask-service',
  })
})

test('outlineCollections() gives ids, files and headings, also of MDX, and accepts a site without entries', async () => {
  const mdx = entry('b', '## Setup', { filePath: '../b.mdx', rendered: undefined })
  const render = async () => ({ headings: [{ depth: 2, slug: 'from-mdx', text: 'Setup' }] })
  const { docs = [] } = await outlineCollections(SITE, collections([entry('a', ' Intro.\r\n'), mdx], render))
  assert.deepEqual(docs, [
    { id: 'a', path: 'src/content/docs/a.md', hash: await bodyHash('Intro.'), headings: [] },
    { id: 'b', path: '../b.mdx', hash: await bodyHash('## Setup'), headings: [{ depth: 2, slug: 'from-mdx', text: 'Setup' }] },
  ])
  assert.deepEqual(await outlineCollections(SITE, collections([])), { docs: [] })
})
