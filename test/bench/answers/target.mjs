/**
 * What is measured, a process of its own: `target.mjs ask <stub's url> <compiled package>` or `target.mjs proxy <stub's url>`,
 * which hands the model's bytes on as they come, or `target.mjs fetch <stub's url>`, which does so with `fetch`. Tells its processor time and memory when asked. Needs `--expose-gc`.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** More streams than are ever measured. */
const MANY = 10_000
/** Connections outlive the pauses between two measurements. */
const KEEP_ALIVE_MS = 600_000
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))

const KINDS = { ask, proxy, fetch: fetchProxy }
const [kind, ...given] = process.argv.slice(2)
process.on('message', async () => {
  // What is told to go only goes with the turn after the collection.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc()
    await setImmediate()
  }
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send({ cpuMs: (user + system) / 1000, rss, used: heapUsed + external })
})
process.send({ port: await KINDS[kind](...given) })

/** The service over the project's own docs, with no limit in the way. */
async function ask(url, folder) {
  const { createAsk, chunkPages } = await import(pathToFileURL(join(folder, 'index.js')))
  const { readFolder, startServer } = await import(pathToFileURL(join(folder, 'node.js')))
  const { pages } = await readFolder(DOCS, { base: '/', trailingSlash: true, depth: 6 })
  const { service, handle } = createAsk({
    content: async () => chunkPages(pages),
    model: { apiKey: 'none', name: 'm-1', baseUrl: `${url}/v1`, deadlineMs: 600_000 },
    limits: {
      postsPerMinute: 100_000,
      answersPerMinute: 100_000,
      answersPerDay: 1_000_000,
      answersAtOnce: MANY,
      tokensPerDay: 1_000_000_000_000,
    },
    answerCache: false,
  })
  await service.warm()
  return (await startServer(handle, { host: '127.0.0.1', port: 0 })).port
}

async function proxy(url) {
  const server = createServer((req, res) => {
    const upstream = request(`${url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' } }, (reply) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.pipe(res)
    })
    res.on('close', () => upstream.destroy())
    req.pipe(upstream)
  })
  return listen(server)
}

/** The same over the platform's `fetch`, as whatever is to run on every host must. */
async function fetchProxy(url) {
  const server = createServer(async (req, res) => {
    const pieces = []
    for await (const piece of req) pieces.push(piece)
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: Buffer.concat(pieces) })
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    for await (const piece of reply.body) if (!res.write(piece)) await once(res, 'drain')
    res.end()
  })
  return listen(server)
}

async function listen(server) {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}
