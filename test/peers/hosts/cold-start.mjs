/**
 * One cold start, in a process of its own: `node --expose-gc cold-start.mjs <content|prebuilt> <bundle> <file.json>`.
 * Prints as JSON the processor milliseconds of each step, those of all threads, the collector's too, and the bytes that
 * are live in the end. `content` is given chunks and indexes them, `prebuilt` is given what `ask index build` writes;
 * both are asked as a mounted service is.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [way, bundle, file] = process.argv.slice(2)
const steps = {}
let text = readFileSync(file, 'utf8')

async function time(name, step) {
  const from = process.cpuUsage()
  const result = await step()
  const { user, system } = process.cpuUsage(from)
  steps[name] = (user + system) / 1000
  return result
}

const { createAsk } = await time('import', () => import(pathToFileURL(bundle).href))
const data = await time('parse JSON', () => JSON.parse(text))
text = ''
const ask = createAsk({ [way]: async () => data })
await time('load', () => ask.service.warm())
const body = JSON.stringify({ query: 'dynamic routes', mode: 'keyword' })
const headers = { 'content-type': 'application/json' }
const request = () => new Request('http://site.test/api/ask', { method: 'POST', headers, body })
const send = () => ask.fetch(request()).then((reply) => reply.json())
const { results } = await time('first search', send)
if (results.length === 0) throw new Error('nothing was found')
globalThis.gc()
const { heapUsed, external } = process.memoryUsage()
process.stdout.write(JSON.stringify({ steps, memory: heapUsed + external }))
