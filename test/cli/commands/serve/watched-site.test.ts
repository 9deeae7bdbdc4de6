import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { withRevalidation } from '../../../../src/cli/commands/serve/watched-site.ts'
import { extractGraph } from '../../../../src/core/graph-builder/rules/extract.ts'
import { formatGraph } from '../../../../src/core/graph/graph.ts'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'

// A look in the middle of a write in place would see half of the file, and another look the rest.
import { writeFileAtomically as writeFile } from '../../../../src/core/node/files/atomic-write.ts'
import { STALE_WARNING } from '../../../../src/core/service.ts'
import { neutral } from '../../../support/http.ts'
import { whileServing } from '../../../support/serve.ts'
import { folderOf } from '../../../support/site.ts'
import { until } from '../../../support/until.ts'

const SITE = { 'index.md': '# Home\n\nWelcome.', 'a.md': '# Apples\n\nApples are red.' }

interface Watched {
  readonly folder: string
  readonly graphPath: string
  readonly written: { readonly out: string; readonly err: string }
  /** Makes a change and waits for the line about it on one of the streams; gives the line. */
  readonly change: (make: () => Promise<unknown>, line?: RegExp) => Promise<string>
  readonly write: (path: string, text: string) => Promise<void>
  /** Titles that a search finds. */
  readonly search: (query: string) => Promise<readonly string[]>
  readonly get: (path: string, accept?: string) => Promise<Response>
}

/** Serves a folder with these files and watches it until `use` is done. */
async function watch(files: Readonly<Record<string, string>>, use: (watched: Watched) => Promise<void>, prepare = async (_graphPath: string, _folder: string) => {}) {
  const folder = await folderOf(files)
  const graphPath = join(await folderOf({}), 'kg.json')
  await prepare(graphPath, folder)
  await whileServing([folder, '--watch', '--kg-path', graphPath], (address, written) => use({
    folder,
    graphPath,
    written,
    get: (path, accept = 'text/html') => fetch(new URL(path, address), { headers: { accept } }),
    change: async (make, line = /Changed: .*\n/) => {
      const before = { ...written }
      const find = () => line.exec(written.out.slice(before.out.length)) ?? line.exec(written.err.slice(before.err.length))
      await make()
      await until(() => find() !== null)
      return find()?.[0] ?? ''
    },
    // In one step: a look between the two of `writeFile` would find an empty file.
    write: async (path, text) => {
      const aside = join(graphPath, '..', 'aside')
      await writeFile(aside, text)
      await rename(aside, join(folder, path))
    },
    search: async (query) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) }
      const { results } = await (await fetch(new URL('/api/ask', address), init)).json() as { results: { title: string }[] }
      return results.map(({ title }) => title)
    },
  }))
}

test('serve --watch has changed, new, renamed and deleted files in search, pages, reads and the tools of agents', async () => {
  await watch(SITE, async ({ folder, change, write, search, get, written }) => {
    assert.deepEqual(await search('pears'), [])
    assert.match(await change(() => write('a.md', '# Apples\n\nPears are green.')), /^Changed: a\.md \(\d+\.\d\d s\)\n$/)
    assert.deepEqual(await search('pears'), ['Apples'])
    assert.match(await (await get('/a/')).text(), /Pears are green/)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'section_get', arguments: { id: 'a' } } }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const called = await fetch(new URL('/api/ask/mcp', (await get('/')).url), { method: 'POST', headers, body: JSON.stringify(call) })
    assert.match(await called.text(), /Pears are green/)
    await change(() => write('b.md', '# Berries\n\n## Blue\n\nIn woods.'))
    assert.deepEqual(await search('blue'), ['Berries'])
    const sections = async () => (await (await get('/api/ask/sections')).json() as { sections: { id: string }[] }).sections.map(({ id }) => id)
    assert.deepEqual(await sections(), ['index', 'a', 'b', 'b#blue'])
    // A look at the change before may find b.md gone while it reads it, and show that first.
    await change(() => rename(join(folder, 'b.md'), join(folder, 'c.md')), /Changed: .*\bc\.md.*\n/)
    assert.deepEqual(await sections(), ['index', 'a', 'c', 'c#blue'])
    assert.equal((await get('/b/')).status, 404)
    await change(() => rm(join(folder, 'c.md')))
    assert.deepEqual([await search('blue'), await sections()], [[], ['index', 'a']])
    assert.equal(written.err, '')
  })
})

test('serve --watch lets no reply be used without asking, and reloads open pages', async () => {
  await watch(SITE, async ({ change, write, get }) => {
    const page = await get('/a/')
    const own = /<script defer src="\/_ask\/reload\.js" data-revision="([^"]+)">/.exec(await page.text())?.[1]
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    assert.equal((await get('/api/ask/glossary')).headers.get('cache-control'), 'no-cache')
    assert.match(await (await get('/_ask/reload.js')).text(), /EventSource/)
    const stream = (await get('/_ask/changes')).body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail()
    const revision = async () => {
      for (let text = ''; ; text += (await stream.read()).value ?? assert.fail('The stream has ended')) {
        const data = /data: (.*)\n\n/.exec(text)?.[1]
        if (data !== undefined) return JSON.parse(data).revision
      }
    }
    assert.equal(await revision(), own)
    await change(() => write('a.md', '# Apples\n\nNew.'))
    const next = await revision()
    assert.notEqual(next, own)
    assert.ok((await (await get('/a/')).text()).includes(`data-revision="${next}"`))
    assert.ok((await (await get('/nowhere/')).text()).includes(`data-revision="${next}"`))
  })
})

test('serve --watch keeps the last pages while the folder is missing, empty or unreadable, and says so', async () => {
  await watch(SITE, async ({ folder, change, search, written }) => {
    const gone = await change(() => rename(folder, `${folder}-old`), /There is no folder .*\n/)
    assert.match(gone, /^There is no folder \S+; the last valid version is still served\n$/)
    assert.deepEqual(await search('apples'), ['Apples'])
    await change(() => rename(`${folder}-old`, folder), /The site can be read again\n/)
    await change(() => rename(folder, `${folder}-old`), /There is no folder .*\n/)
    await change(() => mkdir(folder), /No pages in .*\n/)
    assert.deepEqual(await search('apples'), ['Apples'])
    await change(() => writeFile(join(folder, 'b.md'), '# Berries'))
    assert.deepEqual([await search('apples'), await search('berries')], [[], ['Berries']])
    assert.equal(written.err.split('\n').filter((line) => line.startsWith('There is no folder')).length, 2)
  })
})

test('serve --watch names a warning once', async () => {
  await watch({ ...SITE, 'w.md': '---\ntitle: [\n---\n' }, async ({ change, write, written }) => {
    const warnings = () => written.err.split('\n').filter((line) => line.startsWith('Warning: '))
    const first = warnings().length
    assert.ok(first > 0)
    await change(() => write('a.md', '# Apples\n\nNew.'))
    assert.equal(warnings().length, first)
    await change(() => write('new.md', '---\ntitle: [\n---\n'))
    const more = warnings().slice(first)
    assert.ok(more.length > 0 && more.every((line) => line.startsWith('Warning: new.md')))
  })
})

/** Writes the graph of a folder as it is. */
async function writeGraph(path: string, folder: string, context?: string) {
  const graph = await extractGraph((await readFolder(folder)).pages)
  await writeFile(path, formatGraph(context === undefined ? graph : { ...graph, context }))
}

test('serve --watch serves a committed graph as it is, and says once that it is stale', async () => {
  await watch(SITE, async ({ folder, graphPath, change, write, get, written }) => {
    const summary = async () => (await (await get('/api/ask/sections/a')).json() as { summary: string }).summary
    assert.equal(written.err, '')
    await change(() => write('a.md', '# Apples\n\nApples are yellow.'), new RegExp(STALE_WARNING))
    assert.equal(await summary(), 'Apples are red')
    await change(() => write('a.md', '# Apples\n\nApples are green.'))
    assert.equal(written.err, `${STALE_WARNING}\n`)
    await change(() => writeGraph(graphPath, folder), /Graph: \S+, 2 sections, built by rules\n/)
    assert.equal(await summary(), 'Apples are green')
    assert.equal(written.err, `${STALE_WARNING}\n`)
  }, writeGraph)
})

test('serve --watch takes up a graph that comes later, keeps the last good one, and says that its file is broken or gone', async () => {
  await watch(SITE, async ({ folder, graphPath, change, write, get, search, written }) => {
    const context = async () => (await (await get('/api/ask/overview')).json() as { context: string }).context
    await change(() => writeGraph(graphPath, folder, 'Another site.'), /Graph: .*\n/)
    assert.equal(await context(), 'Another site.')
    assert.match(await change(() => writeFile(graphPath, '{}'), /kg\.json.*\n/), /: version must be 3.*; the last valid graph is still served\n$/)
    assert.equal(await context(), 'Another site.')
    await change(() => write('b.md', '# Berries'))
    assert.deepEqual([await context(), await search('berries')], ['Another site.', ['Berries']])
    await change(() => rm(graphPath), /kg\.json is gone; the last valid graph is still served\n/)
    assert.equal(await context(), 'Another site.')
    await change(() => writeGraph(graphPath, folder, 'Whole again.'), /Graph: .*\n/)
    assert.equal(await context(), 'Whole again.')
    assert.equal(written.err.split('\n').filter((line) => line.includes('still served')).length, 2)
  })
})

test('serve --watch serves the files of a built site as they are after each build', async () => {
  const page = (text: string) => `<html><body><main><h1>Built</h1><p>${text}</p></main></body></html>`
  await watch({ 'index.html': page('First.'), 'site.css': 'p {}' }, async ({ folder, change, write, search, get }) => {
    assert.match(await (await get('/')).text(), /First\.[^]*<script defer src="\/_ask\/reload\.js" data-revision="[^"]+"><\/script><\/body>/)
    await change(() => write('site.css', 'p { color: red }'))
    assert.equal(await (await get('/site.css')).text(), 'p { color: red }')
    // As generators do.
    await change(async () => {
      await rm(folder, { recursive: true })
      await mkdir(join(folder, 'guides'), { recursive: true })
      await write('index.html', page('Second.'))
      await write('new.css', 'b {}')
      await write('guides/index.html', page('Third.'))
    }, /Changed: .*guides\/index\.html.*\n/)
    assert.deepEqual(await search('third'), ['Built'])
    assert.match(await (await get('/guides/')).text(), /Third\./)
    assert.deepEqual([(await get('/new.css')).status, (await get('/site.css')).status], [200, 404])
  })
})

test('serve --watch reads an Astro project, and keeps it where its configuration is gone', async () => {
  await watch({
    'astro.config.mjs': 'export default {}',
    'src/content/docs/index.md': '# Home',
    'src/content/docs/a.md': '# Apples',
    'README.md': '# Not a page',
  }, async ({ folder, change, write, search }) => {
    await change(() => write('src/content/docs/a.md', '# Berries'))
    assert.deepEqual([await search('apples'), await search('berries')], [[], ['Berries']])
    await change(() => rename(join(folder, 'astro.config.mjs'), join(folder, 'x.mjs')), /The configuration of the generator .*\n/)
    assert.deepEqual([await search('not a page'), await search('berries')], [[], ['Berries']])
  })
})

test('withRevalidation() lets no copy be used without asking', async () => {
  const check = async (given: string | null, expected: string | undefined) => {
    const handle = withRevalidation(async () => ({ status: 200, headers: given === null ? {} : { 'cache-control': given }, body: '' }))
    assert.equal((await handle(neutral({ target: '/' }))).headers['cache-control'], expected)
  }
  await check('max-age=60', 'no-cache')
  await check('no-store', 'no-store')
  await check('no-cache, no-transform', 'no-cache, no-transform')
  await check('max-age=0', 'max-age=0')
  await check(null, undefined)
})
