/**
 * The measured process: `target.mjs <compiled package>` serves a graph whose list of sections has 11.6 MiB, and a built
 * site with a page and a file of that size. It sends its port, and its processor time, memory and open connections when asked.
 * Needs `--expose-gc`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))
const LARGE_BYTES = 11.6 * 1024 * 1024
/** Makes a section about 190 bytes of the list. */
const SECTIONS = 64_000

const [folder] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(folder, path)))
process.on('message', async () => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc()
    await setImmediate()
  }
  const { user, system } = process.cpuUsage()
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
  process.send({ cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss, sockets })
})

const { createAsk, chunkPages } = await load('index.js')
const { readFolder, startServer } = await load('node.js')
const { createStaticSite } = await load('addons/reader/node/served-files.js')
const { withMiddleware } = await load('addons/reader/middleware.js')
const site = mkdtempSync(join(tmpdir(), 'ask-readers-site-'))
process.on('exit', () => rmSync(site, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())
writeFileSync(join(site, 'page.html'), `<body>${'<p>text of a page</p>\n'.repeat(LARGE_BYTES / 22)}</body>`)
writeFileSync(join(site, 'file.bin'), Buffer.alloc(LARGE_BYTES, 7))

const { pages } = await readFolder(DOCS)
const { service, handle } = createAsk({
  content: async () => chunkPages(pages),
  graph: async () => graph(),
  limits: { postsPerMinute: 100_000 },
  log: () => undefined,
})
await service.warm()
const files = await createStaticSite(site, { base: '/', bodyEndHtml: '<ask-overlay></ask-overlay>' })
const server = await startServer(withMiddleware(handle, [files], { endpoint: '/api/ask', allowedHosts: [] }), { host: '127.0.0.1', port: 0 })
process.send({ port: server.port })

function graph() {
  const sections = Array.from({ length: SECTIONS }, (_, at) => ({
    id: `guides/part-${at % 400}/page-${at}#section-of-this-page`,
    title: `Page ${at} of the guides`,
    heading: `A section of this page, number ${at}`,
    group: 'Guides',
    url: `/guides/part-${at % 400}/page-${at}/#section-of-this-page`,
    gist: '', facts: [], terms: [], related: [], sources: [],
  }))
  return { version: 1, contentHash: '', builtBy: 'none', sections, glossary: [], suggestions: [], overview: 'An overview.', context: '' }
}
