/** Markdown pages -> a site of plain HTML, with what each way to search it needs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { readFolder } from '../../../src/node.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGEFIND = fileURLToPath(new URL('node_modules/pagefind/lib/runner/bin.cjs', import.meta.url))
const POLL_MS = 20

/** Writes so many pages of a folder, spread evenly over it, as HTML. Gives the numbers of pages and sections. */
export async function writeSite(source, count, out) {
  const { pages } = await readFolder(source)
  const some = Array.from({ length: Math.min(count, pages.length) }, (_, i) => pages[Math.floor((i * pages.length) / Math.min(count, pages.length))])
  const chunks = chunkPages(some)
  const byPage = groupByPage(chunks)
  rmSync(out, { recursive: true, force: true })
  for (const [page, sections] of byPage) {
    const file = join(out, page === 'index' ? 'index.html' : `${page}/index.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, formatPage(sections))
  }
  writeFileSync(join(out, 'search.html'), '<!doctype html><title>Search</title><body data-ask-ignore data-pagefind-ignore="all">')
  return { pages: byPage.size, sections: chunks.length, chunks }
}

function groupByPage(chunks) {
  const byPage = new Map()
  for (const chunk of chunks) {
    if (!byPage.has(chunk.page)) byPage.set(chunk.page, [])
    byPage.get(chunk.page).push(chunk)
  }
  return byPage
}

function formatPage(sections) {
  const [{ title, lang }] = sections
  const body = sections.map(({ heading, url, text }) => {
    const id = url.split('#')[1]
    const head = heading ? `<h2 id="${escape(id ?? '')}">${escape(heading)}</h2>` : `<h1>${escape(title)}</h1>`
    return head + text.split('\n\n').map((part) => `<p>${escape(part)}</p>`).join('\n')
  })
  return `<!doctype html><html lang="${lang ?? 'en'}"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body><main data-pagefind-body>${body.join('\n')}</main></body></html>`
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Builds the index of `ask static`, by the built package. */
export function buildAsk(site) {
  if (!existsSync(join(ROOT, 'dist/search.js'))) throw new Error('Run `npm run build` first')
  return build(site, '_ask', [process.execPath, join(ROOT, 'bin/ask.js'), 'static', site])
}

/** Builds the index of Pagefind. */
export function buildPagefind(site) {
  return build(site, 'pagefind', [process.execPath, PAGEFIND, '--site', site, '--silent'])
}

/** Bytes of an index of MiniSearch with titles, addresses and texts, as JSON and gzip. */
export function miniSearchBytes(chunks) {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'url', 'text'] })
  index.addAll(chunks.map(({ id, title, heading, url, text }) => ({ id, title, heading: heading ?? '', url, text })))
  return gzipSync(JSON.stringify(index)).length
}

/** Runs a build; seconds, the most memory of its processes in bytes, and what it wrote. */
async function build(site, folder, [program, ...args]) {
  rmSync(join(site, folder), { recursive: true, force: true })
  const started = performance.now()
  const child = spawn(program, args, { cwd: ROOT, stdio: 'ignore' })
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid))
  }, POLL_MS)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  const seconds = (performance.now() - started) / 1000
  const files = readdirSync(join(site, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  return { seconds, memory, files: files.length, bytes }
}

/** The most memory so far of a process or one that it started; 0 once it has ended. */
function peakOf(pid) {
  try {
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((most, child) => Math.max(most, peakOf(child)), peak)
  } catch {
    return 0
  }
}
