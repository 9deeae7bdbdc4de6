/** A host of files without any server of the site, as the simplest one: the folder of a build below a path. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import type { Running } from './project.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

/** Serves a folder; `base` begins and ends with a slash. */
export async function startStaticHost(folder: string, base = '/'): Promise<Running & { readonly paths: readonly string[] }> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    paths.push(pathname)
    const path = decodeURIComponent(pathname.slice(base.length)).replace(/^$|\/$/, '$&index.html')
    const file = pathname.startsWith(base) && request.method === 'GET' ? readFile(join(folder, path)) : Promise.reject(new Error('404'))
    const send = (status: number, type: string, body: string | Buffer) => response.writeHead(status, { 'content-type': type }).end(body)
    file.then((bytes) => send(200, TYPES[extname(path)] ?? 'application/octet-stream', bytes), () => send(404, 'text/html', 'no such page'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}${base.slice(0, -1)}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, paths, printed: () => '', stop }
}
