import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTRY_NAME, STATIC_VERSION } from '../../../../src/addons/static/layout.ts'
import { openStaticIndex } from '../../../../src/addons/static/read/open-index.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { BASE, type StaticHost, TINY, createHost, writeIndex } from '../../../support/static-index.ts'

const OLD = chunksOf(page('routing', { '': 'Routes of pages.', Dynamic: 'Dynamic routes have brackets.' }))
const NEW = chunksOf(page('routing', { '': 'Routes of pages.', Static: 'Static routes have names.' }))
const [old, next] = [await writeIndex(OLD, TINY), await writeIndex(NEW, TINY)]
const HTML = '<!doctype html><title>Home</title>'

const open = ({ fetch }: StaticHost) => openStaticIndex({ base: BASE, fetch })
const titlesOf = async (index: ReturnType<typeof open>, query: string) => {
  return (await index.search(query)).results.map(({ heading, title }) => heading ?? title)
}
const partsOf = ({ files }: StaticHost, kind: string) => [...files.keys()].filter((path) => path.includes(`/${kind}/`))

test('openStaticIndex() reads each file once, the entry first', async () => {
  const host = createHost(old)
  const index = open(host)
  assert.deepEqual((await index.search('dynamic routes')).results, createSearcher(OLD).search('dynamic routes'))
  await index.search('dynamic routes')
  assert.equal(host.requests[0], ENTRY_NAME)
  assert.equal(new Set(host.requests).size, host.requests.length)
})

test('openStaticIndex() searches the new index when a deploy took the parts of the old one away', async () => {
  const host = createHost(old)
  const index = open(host)
  assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
  host.deploy(next)
  assert.deepEqual(await titlesOf(index, 'static names'), ['Static'])
  assert.deepEqual(await titlesOf(index, 'brackets'), [])
  assert.equal(host.requests.filter((path) => path === ENTRY_NAME).length, 2)
})

test('openStaticIndex() reads the entry anew in the middle of a query', async () => {
  const host = createHost(old)
  const index = openStaticIndex({
    base: BASE,
    fetch: (url) => {
      if (url.includes('/f/') && url.includes(old.build)) host.deploy(next)
      return host.fetch(url)
    },
  })
  assert.deepEqual((await titlesOf(index, 'routes')).includes('Static'), true)
})

/** Damages of a file, and of a host. */
const DAMAGES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | string>> = {
  'is cut': (bytes) => bytes.slice(0, -1),
  'is empty': () => new Uint8Array(0),
  'is a page with status 200': () => HTML,
  'has another byte': (bytes) => bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 1 : byte)),
  'begins otherwise': (bytes) => Uint8Array.from([0, ...bytes]),
}

for (const [name, damage] of Object.entries(DAMAGES)) {
  for (const kind of ['t', 'f']) {
    test(`openStaticIndex() asks once more for a part of ${kind} that ${name}, and then rejects`, async () => {
      const host = createHost(old)
      const whole = new Map(host.files)
      for (const path of partsOf(host, kind)) host.files.set(path, damage(host.files.get(path) as Uint8Array))
      const index = open(host)
      await assert.rejects(index.search('dynamic'), { message: 'A part of the search index can’t be reached.' })
      const [first = ''] = host.requests.filter((path) => path.includes(`/${kind}/`))
      assert.equal(host.requests.filter((path) => path === first).length, 2)
      // The same index searches on when its host is well again.
      for (const [path, file] of whole) host.files.set(path, file)
      assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
    })
  }
}

test('openStaticIndex() does not take the part of another build, nor another part of its own', async () => {
  const host = createHost(old)
  const [first = '', second = ''] = partsOf(host, 't')
  host.files.set(first, host.files.get(second)!)
  const other = createHost(next)
  host.files.set(second, other.files.get(second.replace(old.build, next.build))!)
  await assert.rejects(open(host).search('d'), { message: /^A part of/ })
})

test('openStaticIndex() gets by with one failed request for each file', async () => {
  const host = createHost(old)
  const failed = new Set<string>()
  const index = openStaticIndex({
    base: BASE,
    fetch: async (url) => {
      if (failed.has(url)) return host.fetch(url)
      failed.add(url)
      throw new TypeError('Failed to fetch')
    },
  })
  assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
})

/** Entries that can't be used. */
const ENTRIES: readonly (readonly [string, RegExp])[] = [
  [HTML, /^There is no search index at its address\.$/],
  ['{}', /^There is no search index/],
  ['null', /^There is no search index/],
  [JSON.stringify({ version: STATIC_VERSION, build: '../other', head: '' }), /^There is no search index/],
  [JSON.stringify({ version: STATIC_VERSION + 1 }), /^The search index has format 7; this page reads 6\. Reload the page\.$/],
  [JSON.stringify({ version: STATIC_VERSION, build: old.build, head: '' }), /^The search index is damaged\.$/],
  [JSON.stringify({ version: STATIC_VERSION, build: old.build, head: 'é' }), /^The search index is damaged\.$/],
]
for (const [entry, message] of ENTRIES) {
  test(`openStaticIndex() says what is wrong with the entry ${entry.slice(0, 60)}`, async () => {
    const host = createHost(old)
    const good = host.files.get(ENTRY_NAME)!
    host.files.set(ENTRY_NAME, entry)
    const index = open(host)
    await assert.rejects(index.search('dynamic'), { message })
    host.files.set(ENTRY_NAME, good)
    assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
  })
}

test('openStaticIndex() says so where there is no index', async () => {
  const host = createHost(old)
  host.files.clear()
  await assert.rejects(open(host).search('dynamic'), { message: 'The search index can’t be reached.' })
})
