/** The tokens that agents read of a site: its pages, its indexes, the results of its tools, counted by a real tokenizer. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

const BIN = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))
/** Text that looks like a mark of the tokenizer is text. */
const OPTIONS = { allowedSpecial: 'all' }

/** Bytes and tokens of a text. */
export function countText(text) {
  return { bytes: Buffer.byteLength(text), tokens: countTokens(text, OPTIONS) }
}

/** Name -> bytes and tokens; `queries` are those of `search`, and `section` the id that `section_get` reads. */
export async function countSite(folder, { query, section }) {
  return new Map([...countFiles(folder), ...(await countTools(folder, { query, section }))])
}

function run(...args) {
  const { stdout, status } = spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 })
  if (status !== 0) throw new Error(`ask ${args.join(' ')} ended with ${status}`)
  return stdout
}

function countFiles(folder) {
  const out = mkdtempSync(join(tmpdir(), 'ask-tokens-'))
  try {
    run('export', folder, '--out', out)
    const pages = readdirSync(out, { recursive: true }).filter((path) => path.endsWith('.md') && !path.startsWith('_ask'))
    const counts = pages.map((path) => countText(readFileSync(join(out, path), 'utf8'))).sort((a, b) => a.tokens - b.tokens)
    return [
      [`page, median of ${counts.length}`, counts[counts.length >> 1]],
      ['page, largest', counts.at(-1)],
      ['llms.txt', countText(readFileSync(join(out, 'llms.txt'), 'utf8'))],
      ['AGENTS.md index', countText(run('agents', folder).trimEnd())],
    ]
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** The tools of `ask mcp` and what they give: the object or the text, whichever has more tokens. */
async function countTools(folder, { query, section }) {
  const child = spawn(process.execPath, [BIN, 'mcp', '--content', folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (method, params) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`)
    return JSON.parse((await lines.next()).value).result
  }
  const counts = [['tools/list', countText(JSON.stringify((await ask('tools/list', {})).tools))]]
  const { structuredContent: { terms: [entry] } } = await ask('tools/call', { name: 'glossary_list' })
  for (const [name, args] of [
    ['search', { query }], ['section_get', { id: section }], ['sections_list', {}], ['overview', {}], ['glossary_list', {}],
    ...(entry === undefined ? [] : [['glossary_get', { term: entry.term }]]),
  ]) {
    const { content, structuredContent, isError } = await ask('tools/call', { name, arguments: args })
    if (isError) throw new Error(`${name}: ${content[0].text}`)
    const forms = [countText(content[0].text), countText(JSON.stringify(structuredContent))]
    counts.push([name, forms.sort((a, b) => b.tokens - a.tokens)[0]])
  }
  child.stdin.end()
  await exited
  return counts
}
