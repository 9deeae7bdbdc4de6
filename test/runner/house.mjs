/**
 * The size of the tree, and how much of it a request runs: `npm run house`. Code lines have no comments and are not blank.
 * A module runs if one of its functions is called, after requests of the same kind have filled the caches.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chunkPages, createAsk, extractGraph } from '../../src/index.ts'
import { readFolder } from '../../src/node.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Folders that are not ours, or whose sizes are of no interest. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.\w[^/]*|coverage|data|peers|bench)\//
const QUESTION = 'How do I build the graph?'

function filesIn(folder, pattern) {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return paths.filter((path) => pattern.test(path) && !LEFT_OUT.test(path))
}

const textOf = (path) => readFileSync(join(ROOT, path), 'utf8')
const lines = (text) => text.split('\n').length - 1
const codeLines = (text) => text.replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '').split('\n').filter((line) => /^\s*(?!\/\/)\S/.test(line)).length
const words = (text) => text.replaceAll('|', ' ').split(/\s+/).filter(Boolean).length
const sum = (paths, count) => paths.reduce((total, path) => total + count(textOf(path)), 0)

/** The most files in one folder, and that folder. */
function fullestFolder(paths) {
  const counts = new Map()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]
}

function largestFile(paths) {
  return paths.map((path) => [path, lines(textOf(path))]).sort(([, a], [, b]) => b - a)[0]
}

/** A model that answers at once: `/chat/completions` as a stream. */
async function answerAtOnce() {
  const event = (delta, finish) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const body = `${event({ content: 'ANSWER: Run `ask kg build` [1].' }, null)}${event({}, 'stop')}data: [DONE]\n\n`
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Modules and functions of `src` that run for a request; `__name` is of the loader. */
async function covered(session, request) {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await request()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const ours = result.filter(({ url }) => url.startsWith(new URL('src/', `file://${ROOT}`).href))
  const calledIn = ({ functions }) => functions.filter(({ functionName, ranges: [{ count }] }) => count > 0 && functionName !== '__name').length
  const counts = ours.map(calledIn).filter((count) => count > 0)
  return `${counts.length} modules, ${counts.reduce((total, count) => total + count, 0)} functions`
}

async function measureRequests() {
  const { pages } = await readFolder(join(ROOT, 'docs'))
  const ask = createAsk({
    content: async () => chunkPages(pages),
    graph: () => extractGraph(pages),
    model: { apiKey: 'none', name: 'stub', baseUrl: 'http://localhost/v1' },
    fetch: answerAtOnce,
    answerCache: false,
  })
  const post = async (body, isOver) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await ask.fetch(new Request('http://localhost/api/ask', { method: 'POST', headers, body: JSON.stringify(body) }))
    const decoder = new TextDecoder()
    let text = ''
    for await (const piece of reply.body) {
      text += decoder.decode(piece, { stream: true })
      if (isOver(text)) break
    }
  }
  const keyword = () => post({ query: 'trailing slash', mode: 'keyword' }, () => false)
  const question = () => post({ query: QUESTION }, (text) => text.includes('event: token'))
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  const rows = []
  for (const [name, request] of [['a keyword POST', keyword], ['a question, to its first token', question]]) {
    await request()
    await request()
    rows.push([`run by ${name}`, await covered(session, request)])
  }
  session.disconnect()
  return rows
}

const src = filesIn('src', /\.(?:ts|astro)$/)
const tests = filesIn('test', /\.(?:ts|mjs)$/)
const docs = filesIn('docs', /\.md$/)
const rows = [
  ['src', `${sum(src, lines)} lines, ${src.length} files`],
  ['src, code lines', sum(src, codeLines)],
  ...['src/core', 'src/addons', 'src/cli'].map((folder) => {
    const files = src.filter((path) => path.startsWith(`${folder}/`))
    return [folder, `${sum(files, codeLines)} code lines, ${files.length} files`]
  }),
  ['largest file of src', largestFile(src).join(' ')],
  ['fullest folder of src', fullestFolder(src).join(' ')],
  ['test, without peers and bench', `${sum(tests, lines)} lines, ${tests.length} files`],
  ['docs', `${sum(docs, words)} words, ${docs.length} pages`],
  ...(await measureRequests()),
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`)
