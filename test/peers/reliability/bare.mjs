/**
 * A bare server on node:http, to compare with: `bare.mjs <compiled package> <docs>`. It sends the same bytes for reads,
 * and searches by the same searcher without anything around it. Sends its port, and its processor time when asked.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, docs] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(folder, path)))
const { chunkPages, createSearcher } = await load('index.js')
const { readFolder } = await load('node.js')
const { pages } = await readFolder(docs)
const searcher = createSearcher(chunkPages(pages))
const reads = new Map()

/** As long as in `ask serve`: with Node's 5 s, a busy machine makes it close connections that are just being used. */
const KEEP_ALIVE_MS = 65_000

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (req, res) => {
  if (req.method === 'PUT') {
    const pieces = []
    for await (const piece of req) pieces.push(piece)
    reads.set(req.url, Buffer.concat(pieces))
    return res.end()
  }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  if (req.method === 'GET') {
    const bytes = reads.get(req.url)
    res.writeHead(200, { ...type, 'content-length': bytes.length })
    return res.end(bytes)
  }
  const pieces = []
  for await (const piece of req) pieces.push(piece)
  const { query } = JSON.parse(Buffer.concat(pieces).toString())
  const body = JSON.stringify({ mode: 'keyword', query, results: searcher.search(query, { marks: true }) })
  res.writeHead(200, { ...type, 'content-length': Buffer.byteLength(body) })
  res.end(body)
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpuMs: (user + system) / 1000 })
})
