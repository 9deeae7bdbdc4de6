/**
 * One cold start, in a process of its own: `node cold-start.mjs <content|index> <bundle> <chunks.json> <index.bin>`.
 * Prints the processor milliseconds of each step as JSON: those of all threads, the collector's too. `content` asks a
 * mounted service, which builds its index; `index` reads one that was built before.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [way, bundle, chunksFile, indexFile] = process.argv.slice(2)
const text = readFileSync(chunksFile, 'utf8')
const bytes = readFileSync(indexFile)
const steps = {}

async function time(name, step) {
  const from = process.cpuUsage()
  const result = await step()
  const { user, system } = process.cpuUsage(from)
  steps[name] = (user + system) / 1000
  return result
}

const { createAsk, decodeIndex, search } = await time('import', () => import(pathToFileURL(bundle).href))
const chunks = await time('parse content', () => JSON.parse(text))
const query = 'dynamic routes'
if (way === 'content') {
  const ask = createAsk({ content: async () => chunks })
  const body = JSON.stringify({ query, mode: 'keyword' })
  const headers = { 'content-type': 'application/json' }
  const request = () => new Request('http://site.test/api/ask', { method: 'POST', headers, body })
  const send = () => ask.fetch(request()).then((reply) => reply.json())
  await time('first search', send)
  await time('second search', send)
} else {
  const index = await time('read index', () => decodeIndex(bytes))
  await time('first search', () => search(index, query))
  await time('second search', () => search(index, query))
}
process.stdout.write(JSON.stringify(steps))
