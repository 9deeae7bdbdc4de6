/** A folder over HTTP/2 as hosts of static sites send it: text is compressed (brotli, 5), names with a hash are kept for good. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm' }
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function startHost(folder) {
  const keys = mkdtempSync(join(tmpdir(), 'ask-bench-keys-'))
  const [key, cert] = [join(keys, 'key.pem'), join(keys, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const packed = new Map()
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'https://localhost').pathname)
    try {
      const bytes = readFileSync(join(folder, path))
      const type = TYPES[extname(path)]
      const isText = type !== undefined && type !== 'application/wasm'
      if (isText && !packed.has(path)) packed.set(path, brotliCompressSync(bytes, QUALITY))
      const body = isText ? packed.get(path) : bytes
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream', 'cache-control': 'max-age=600', ...(isText && { 'content-encoding': 'br' }) }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  rmSync(keys, { recursive: true })
  return { url: `https://127.0.0.1:${server.address().port}`, close: () => server.close() }
}
