/**
 * What answers cost: requests and tokens in, over the sixty questions of `questions.mjs` or those of another file, with a model that answers as
 * soon as the sections stand before it in full, and else opens the ones that it was shown by id, or searches. A question that
 * the docs don't answer it searches once with other words. The same model plays against another version of the source
 * where one is given, question by question.
 *
 *     node --import tsx test/bench/answers/conversations.mjs [--docs FOLDER] [--title NAME] [--questions FILE] [--before CHECKOUT] [--rows]
 *
 * Tokens are the UTF-16 units of system prompt, tools and messages divided by four, summed up over the requests.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '../table.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CHARS_PER_TOKEN = 4
/** Words that a person leaves out of a search. */
const SMALL = /^(?:a|an|the|how|do|does|did|i|my|me|our|is|are|can|could|which|what|when|who|why|where|it|its|to|of|for|in|on|at|by|and|or|but|with|not|be|will|have|has|there|that|this|just|all|from|one|set|only)$/i

const { values } = parseArgs({
  options: {
    docs: { type: 'string', default: join(ROOT, '../shared/corpora/astro-docs') },
    questions: { type: 'string', default: fileURLToPath(new URL('questions.mjs', import.meta.url)) },
    before: { type: 'string' },
    title: { type: 'string', default: 'Astro' },
    rows: { type: 'boolean', default: false },
  },
})

const { QUESTIONS } = await import(pathToFileURL(values.questions).href)
const now = await measure(ROOT)
const before = values.before === undefined ? null : await measure(values.before)
if (values.rows) console.log(formatTable(['question', 'requests', 'tokens in', ...(before ? ['requests before', 'tokens in before', 'ratio'] : [])], QUESTIONS.map(({ question }, i) => {
  const cells = [question.slice(0, 60), now[i].requests, now[i].tokens]
  return before ? [...cells, before[i].requests, before[i].tokens, (now[i].tokens / before[i].tokens).toFixed(2)] : cells
}).map((row) => row.map(String))) + '\n')
const kinds = [['all', () => true], ['answer in one section', ({ sections }) => sections.length === 1], ['answer in two sections', ({ sections }) => sections.length === 2], ['not in the docs', ({ sections }) => sections.length === 0]]
console.log(formatTable(['questions', 'requests', ...(before ? ['before'] : []), 'tokens in', ...(before ? ['before'] : []), 'ended with the sections', ...(before ? ['before', 'dearest, to before'] : [])], kinds.map(([name, fits]) => {
  const at = QUESTIONS.flatMap((question, i) => (fits(question) ? [i] : []))
  const mean = (list, key, digits) => (at.reduce((sum, i) => sum + list[i][key], 0) / at.length).toFixed(digits)
  const share = (list) => `${at.filter((i) => list[i].isComplete).length} of ${at.length}`
  const pair = (key, digits) => [mean(now, key, digits), ...(before ? [mean(before, key, digits)] : [])]
  const worst = before ? Math.max(...at.map((i) => now[i].tokens / before[i].tokens)).toFixed(2) : null
  return [name, ...pair('requests', 2), ...pair('tokens', 0), share(now), ...(before ? [share(before), `×${worst}`] : [])]
})))

/** Requests and tokens of each question, with the source of a checkout. */
async function measure(root) {
  const load = (file) => import(pathToFileURL(join(root, 'src', file)).href)
  const [{ createAsk, chunkPages, extractGraph }, { readFolder }, { formatMarkdown }] = await Promise.all([load('index.ts'), load('node.ts'), load('core/content/structure/markdown.ts')])
  const { pages } = await readFolder(values.docs, { base: '/', trailingSlash: true, depth: 6 })
  const chunks = chunkPages(pages)
  const graph = await extractGraph(pages)
  const sections = new Map(chunks.map((chunk) => [chunk.id, { heading: chunk.heading ?? chunk.title, lines: linesOf(formatMarkdown(chunk)) }]))
  const unknown = QUESTIONS.flatMap((question) => question.sections.flat()).filter((id) => !sections.has(id))
  if (unknown.length > 0) throw new Error(`No section has the id ${unknown.join(', ')}`)
  let reader
  const ask = createAsk({
    content: async () => chunks,
    graph: async () => graph,
    model: { apiKey: 'none', name: 'm', baseUrl: 'http://127.0.0.1:9/v1', protocol: 'chat' },
    siteTitle: values.title,
    fetch: async (_, { body }) => reader.reply(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))),
    log: (line) => console.error(line),
  })
  const figures = []
  for (const { question, sections: wanted } of QUESTIONS) {
    reader = createReader(question, wanted.map((ids) => ids.map((id) => ({ id, ...sections.get(id) }))))
    for await (const _ of ask.answer(question));
    figures.push(reader.figures())
  }
  return figures
}

/** A model with an eye for the sections that it wants. */
function createReader(question, wanted) {
  const keywords = question.split(/[^\p{L}\p{N}_:.#@/-]+/u).filter((word) => word !== '' && !SMALL.test(word))
  const searches = [keywords.join(' '), ...wanted.map(([{ heading }]) => heading)]
  let [requests, tokens, isComplete] = [0, 0, wanted.length === 0]
  const asked = new Set()

  function turnFor(shown) {
    const lines = new Set(linesOf(shown))
    const missing = wanted.filter((group) => !group.some((section) => section.lines.every((line) => lines.has(line))))
    isComplete = missing.length === 0
    if (wanted.length > 0 && isComplete) return null
    const found = missing.map((group) => group.find(({ id }) => shown.includes(`(id: ${id})`) || new RegExp(`[:,] ${escape(id)}[,)]`).test(shown)))
    const opened = found.flatMap((section) => section === undefined ? [] : [openCall(section, shown)]).filter((call) => !asked.has(call.key))
    if (opened.length > 0) return opened
    const query = searches.shift()
    if (query === undefined || (wanted.length === 0 && requests > 1)) return null
    return [{ key: query, name: 'search', args: { query } }]
  }

  /** From its start, or on from where the last result of it ends. */
  function openCall({ id }, shown) {
    const number = new RegExp(`\\[(\\d+)\\] [^\\n]*\\(id: ${escape(id)}\\)`).exec(shown)?.[1]
    const froms = [...shown.matchAll(new RegExp(`\\[${number}\\](?: goes on| is shown|[^\\n]*for all of its text)[^\\n]*"from": (\\d+)`, 'gi'))].map(([, from]) => from)
    const from = [...froms, ...(froms.length === 0 && asked.has(`${id} `) ? ['0'] : [])].find((each) => !asked.has(`${id} ${each}`))
    return from === undefined ? { key: `${id} `, name: 'open', args: { id } } : { key: `${id} ${from}`, name: 'open', args: { id, from: Number(from) } }
  }

  function reply({ messages, tools, tool_choice: choice }) {
    requests += 1
    const texts = messages.map(({ content, tool_calls: calls }) => (content ?? '') + (calls === undefined ? '' : JSON.stringify(calls)))
    tokens += (texts.join('').length + JSON.stringify(tools).length) / CHARS_PER_TOKEN
    const calls = turnFor(texts.slice(1).join('\n'))
    const delta = calls === null || choice === 'none'
      ? { content: isComplete && wanted.length > 0 ? 'ANSWER:\nIt is so [1].' : 'ANSWER:\nNOT_IN_DOCS\nNothing is said on that.' }
      : { tool_calls: calls.map(({ key, name, args }, index) => {
          asked.add(key)
          return { index, id: `c${requests}x${index}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }
        }) }
    const chunk = { choices: [{ index: 0, delta, finish_reason: 'tool_calls' in delta ? 'tool_calls' : 'stop' }] }
    return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
  }

  return { reply, figures: () => ({ requests, tokens: Math.round(tokens), isComplete }) }
}

/** The lines of a text that say something. */
function linesOf(text) {
  return text.split('\n').map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line))
}

function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
