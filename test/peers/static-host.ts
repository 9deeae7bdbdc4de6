/** A host of files as the simplest one: the folder of a built site below a path, without any program of the site. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { listen } from '../support/loopback.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

/** Serves a folder, with pages also without `.html`; `base` begins and ends with a slash. */
export async function startStaticHost(folder: string, base = '/') {
  async function read(pathname: string): Promise<{ readonly bytes: Buffer; readonly path: string }> {
    const path = decodeURIComponent(pathname.slice(base.length))
    for (const candidate of pathname.startsWith(base) ? [path, `${path}.html`, join(path, 'index.html')] : []) {
      const bytes = await readFile(join(folder, candidate)).catch(() => null)
      if (bytes !== null) return { bytes, path: candidate }
    }
    throw new Error(`There is no ${pathname}`)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    read(pathname).then(
      ({ bytes, path }) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(bytes),
      ({ message }: Error) => response.writeHead(404, { 'content-type': 'text/html' }).end(message),
    )
  })
  const port = await listen(server)

  async function stop(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  /** Without a slash at its end. */
  return { url: `http://127.0.0.1:${port}${base.slice(0, -1)}`, stop }
}
