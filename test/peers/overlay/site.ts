/**
 * A site with the overlay in its pages, under a strict Content-Security-Policy: the real service over a folder of
 * Markdown, with a scripted model (`model.ts`), or the folder's static index on a host of files, by the form (`form.ts`).
 * Frames that no service sends can stand in for an answer (`answer-frames.ts`).
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AskOptions, createAsk } from '../../../src/core/ask.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import type { HttpReply, HttpRequest } from '../../../src/core/http/wire/message.ts'
import { createListener } from '../../../src/core/node/server/listener.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import type { ModelServer } from '../../support/model-server.ts'
import { type Frames, streamOf } from './answer-frames.ts'
import { HOSTS } from './file-host.ts'
import { BASE, ENDPOINT, FORM } from './form.ts'
import { answers, type Conversations, startModel } from './model.ts'
import { formatPage, PAGE_SCRIPT, PAGE_STYLE } from './page.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const DOCS = at('../../../docs')
const PROGRAM = at('../../../bin/ask.js')
process.once('exit', () => rmSync(at(BUILD), { recursive: true, force: true }))
const MAX_BODY_BYTES = 65_536
/** More than any test asks. */
const LIMITS = { postsPerMinute: 100_000, answersPerMinute: 100_000, answersPerDay: 1_000_000 }
/** The model may take its time: some answers are left unfinished while a test looks at them. */
const WAITS = { firstByteMs: 600_000, idleMs: 600_000, deadlineMs: 600_000 }

export interface Site {
  /** Without a slash at its end. */
  readonly url: string
  readonly model: ModelServer
  /** Bodies of the searches and questions so far. */
  readonly posts: { readonly query: string; readonly mode: string; readonly filter?: object; readonly history?: readonly object[]; readonly page?: string }[]
  /** Bodies of the readers' verdicts and clicks so far. */
  readonly feedback: Readonly<Record<string, unknown>>[]
  /** What the model does, by question. */
  readonly conversations: Conversations
  /** Questions whose answers don't come from the service. */
  readonly frames: Map<string, Frames>
  /** Holds every search from now on; the function that it returns lets them go. */
  readonly holdSearches: () => () => void
  /** Answers searches with this status, where it isn't 200. */
  searchStatus: number
  /** As at the start, but for what was asked. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

export interface SiteOptions extends Partial<AskOptions> {
  readonly folder?: string
  /** Text of the overlay's module. */
  readonly overlay?: string
  /** Address of the readers. Default: loopback, which has no limits per client. */
  readonly client?: string
}

/** Of this process alone: files of tests run side by side. */
const BUILD = `.build/${process.pid}`

/** The overlay as readers load it, built once for all sites. */
let built: string | undefined
function buildOverlay(): string {
  const file = at(`${BUILD}/overlay.js`)
  if (built === undefined) execFileSync(process.execPath, [at('../../../bin/build-overlay.js'), file])
  built ??= readFileSync(file, 'utf8')
  return built
}

/** Answers are neither limited nor kept, unless options say so. */
export async function startSite(
  { folder = DOCS, overlay = FORM === 'service' ? buildOverlay() : '', client, ...options }: SiteOptions = {},
): Promise<Site> {
  const { pages } = await readFolder(folder, { base: `${BASE}/` })
  const ends: (() => unknown)[] = []
  const conversations: Conversations = new Map()
  const model = await startModel(conversations, (end) => ends.push(end))
  const ask = createAsk({
    content: async () => chunkPages(pages),
    makeGraph: () => extractGraph(pages),
    limits: LIMITS,
    answerCache: false,
    model: { apiKey: 'sk-test-0123456789', name: 'scripted', baseUrl: `${model.url}/v1`, retries: 0, ...WAITS },
    log: () => undefined,
    ...options,
  })
  await ask.service.warm()
  let letGo = () => undefined as void
  let held: Promise<void> | null = null
  const site: Omit<Site, 'url'> = {
    model,
    conversations,
    posts: [],
    feedback: [],
    frames: new Map(),
    searchStatus: 200,
    holdSearches: () => {
      held = new Promise((resolve) => (letGo = resolve))
      return () => letGo()
    },
    reset: () => {
      letGo()
      held = null
      site.searchStatus = 200
      conversations.clear()
      site.frames.clear()
      site.posts.length = 0
      site.feedback.length = 0
    },
    close: async () => {
      for (const end of ends) await end()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  /** The service, but for what a test wants to go wrong. */
  async function handle(request: HttpRequest): Promise<HttpReply> {
    if (request.method !== 'POST') return ask.handle(request)
    const body = (await request.body(MAX_BODY_BYTES)) ?? new Uint8Array()
    const post = JSON.parse(new TextDecoder().decode(body))
    if (request.target.endsWith('/feedback')) site.feedback.push(post)
    else site.posts.push(post)
    const frames = post.mode === 'agentic' ? site.frames.get(post.query) : undefined
    if (frames !== undefined) return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: streamOf(frames) }
    if (post.mode === 'keyword') await held
    if (post.mode === 'keyword' && site.searchStatus !== 200) return { status: site.searchStatus, headers: { 'retry-after': '2' }, body: '{"error":"No."}' }
    const { method, target, signal, loopbackHost } = request
    return ask.handle({
      method,
      target,
      client: client ?? request.client,
      signal,
      loopbackHost,
      header: (name) => request.header(name),
      body: async () => body,
      waitUntil: (work) => request.waitUntil(work),
    })
  }

  const listener = createListener(handle)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    if (pathname === '/overlay.js') return send(response, 'text/javascript', overlay)
    // Texts of languages, as the build leaves them beside the overlay.
    if (/^\/overlay\/..\.js$/.test(pathname)) return send(response, 'text/javascript', readFileSync(at(`${BUILD}${pathname}`), 'utf8'))
    if (pathname === '/page.css') return send(response, 'text/css', PAGE_STYLE)
    if (pathname === '/page.js') return send(response, 'text/javascript', PAGE_SCRIPT)
    if (pathname.startsWith('/api/')) return void listener(request, response)
    return send(response, 'text/html', formatPage(pathname, '/overlay.js'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const service = `http://127.0.0.1:${port}`
  if (FORM === 'service') return Object.assign(site, { url: service })
  const files = written.get(folder) ?? writeSite(folder, pages.map(({ url }) => url))
  written.set(folder, files)
  const t = { after: (end: () => unknown) => void ends.unshift(end) }
  return Object.assign(site, { url: `http://127.0.0.1:${await HOSTS[FORM].start(t, files, service)}${BASE}` })
}

/** Folders of content -> the sites built of them, which the sites of one process share. */
const written = new Map<string, string>()
process.once('exit', () => {
  for (const folder of written.values()) rmSync(folder, { recursive: true, force: true })
})

/** The folder of a built site: a file for each page, and what `ask static` writes. */
function writeSite(content: string, urls: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'ask-site-'))
  // nginx reads files as another user.
  chmodSync(folder, 0o755)
  const root = join(folder, BASE)
  execFileSync(process.execPath, ['--import', 'tsx', PROGRAM, 'static', content, '--out', join(root, '_ask'), '--base', `${BASE}/`], { stdio: 'ignore' })
  for (const url of [`${BASE}/`, ...urls]) {
    mkdirSync(join(folder, url), { recursive: true })
    writeFileSync(join(folder, url, 'index.html'), formatPage(url, `${BASE}/_ask/overlay.js`))
  }
  writeFileSync(join(root, 'page.css'), PAGE_STYLE)
  writeFileSync(join(root, 'page.js'), PAGE_SCRIPT)
  return folder
}

/** A site whose reader has had all the answers of the day; a minute might be over before a slow test is. */
export async function startSpentSite(): Promise<Site> {
  const site = await startSite({ client: '203.0.113.7', limits: { ...LIMITS, answersPerDay: 1 } })
  const headers = { 'content-type': 'application/json' }
  for (let type = 'text/event-stream'; type.startsWith('text/event-stream'); ) {
    site.conversations.set('x', answers('An answer [graph].'))
    const response = await fetch(new URL(ENDPOINT, site.url), { method: 'POST', headers, body: '{"query":"x","mode":"agentic"}' })
    await response.text()
    type = response.headers.get('content-type') ?? ''
  }
  return site
}

function send(response: ServerResponse, type: string, body: string) {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
}
