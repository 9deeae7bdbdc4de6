/**
 * A site with the overlay in its pages: the real service over a folder of Markdown, pages under a strict
 * Content-Security-Policy, and answers that are scripted frame by frame where a test says so.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createAsk } from '../../../src/ask.ts'
import { chunkPages } from '../../../src/content/chunk.ts'
import { extractGraph } from '../../../src/distill/extract.ts'
import { createListener } from '../../../src/node/listener.ts'
import { readFolder } from '../../../src/node/pages.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const DOCS = at('../../../docs')
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
const STYLE = `
html { color-scheme: light dark; font-family: system-ui, sans-serif; scrollbar-gutter: stable }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; line-height: 1.6 }
input, textarea { font: inherit }
`

/** Writes the events of one answer; resolves when the answer is over. */
export type Script = (stream: AnswerStream) => Promise<void>

export interface AnswerStream {
  readonly send: (event: string, data: unknown) => void
  /** Aborts when the reader's browser goes away. */
  readonly gone: AbortSignal
  readonly response: ServerResponse
}

export interface Site {
  readonly url: string
  /** Bodies of the POSTs so far. */
  readonly posts: { readonly query: string; readonly mode: string }[]
  /** Questions -> what they are answered with, instead of by the service. */
  readonly scripts: Map<string, Script>
  /** Delays every search by this, in milliseconds; changed by tests. */
  searchDelay: number
  /** Answers searches with this status, where it isn't 200. */
  searchStatus: number
  readonly close: () => Promise<void>
}

/** Path of the built overlay. */
export function buildOverlay(): string {
  const file = at('.build/overlay.js')
  execFileSync(process.execPath, [at('../../../bin/build-overlay.js'), file])
  return file
}

export async function startSite(folder = DOCS, overlay = readFileSync(buildOverlay(), 'utf8')): Promise<Site> {
  const { pages } = await readFolder(folder)
  const ask = createAsk({
    content: async () => chunkPages(pages),
    makeGraph: () => extractGraph(pages),
    postsPerMinute: 100_000,
    log: () => undefined,
  })
  await ask.service.warm()
  const listener = createListener(ask.handle)
  const site = { posts: [], scripts: new Map(), searchDelay: 0, searchStatus: 200 } as unknown as Site
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site')
    if (pathname === '/overlay.js') return send(response, 'text/javascript', overlay)
    if (pathname === '/page.css') return send(response, 'text/css', STYLE)
    if (pathname.startsWith('/api/')) return void answer(request, response)
    return send(response, 'text/html', pageOf(pathname, searchParams))
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') return listener(request, response)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const { query, mode } = JSON.parse(body.toString())
    site.posts.push({ query, mode })
    const script = mode === 'agentic' ? site.scripts.get(query) : undefined
    if (script !== undefined) return play(script, response)
    if (mode === 'keyword' && site.searchDelay > 0) await new Promise((done) => setTimeout(done, site.searchDelay))
    if (mode === 'keyword' && site.searchStatus !== 200) return send(response, 'application/json', '{"error":"No."}', site.searchStatus)
    const reply = await ask.handle({
      method: 'POST',
      target: request.url ?? '',
      header: (name: string) => String(request.headers[name] ?? '') || null,
      body: async () => body,
      client: '127.0.0.1',
      signal: new AbortController().signal,
    } as never)
    send(response, reply.headers['content-type'] ?? '', String(reply.body), reply.status)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function play(script: Script, response: ServerResponse) {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
  const send = (event: string, data: unknown) => {
    if (!response.headersSent) response.writeHead(200, headers)
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  await script({ send, gone: gone.signal, response })
  if (!response.writableEnded) response.end()
}

/** `?lang`, `?dir`, `?theme`, `?overlay` (attributes of the element) and `?own` (the page's own opener) make variants. */
function pageOf(path: string, parameters: URLSearchParams): string {
  const text = (name: string) => (parameters.get(name) ?? '').replace(/[<>&]/g, '')
  const theme = text('theme') === '' ? '' : `<meta name="color-scheme" content="${text('theme')}">`
  const own = parameters.has('own') ? '<p><button id="own" data-ask-open>Find</button> <a id="preset" href="/nowhere" data-ask-open="graph">Graph</a></p>' : ''
  return `<!doctype html>
<html lang="${text('lang') || 'en'}" dir="${text('dir') || 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">${theme}
<title>${path}</title><link rel="stylesheet" href="/page.css"><script type="module" src="/overlay.js"></script></head>
<body><main><h1>Documentation</h1><ask-overlay endpoint="/api/ask" ${text('overlay')}></ask-overlay>${own}
<p>A page that stands behind the dialog, long enough to be read and to scroll.</p><p><label>Note <textarea id="note"></textarea></label></p>
${'<p>Sections follow one another, and the reader wanders through them.</p>'.repeat(30)}<h2 id="target">Target</h2></main></body></html>`
}

function send(response: ServerResponse, type: string, body: string, status = 200) {
  response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY, 'cache-control': 'no-store' })
  response.end(body)
}
