/**
 * A built site behind the very configurations of docs/static-sites.md: files
 * from the web server, everything else from `ask serve`.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startModel, type StubModel } from '../hosts/model.ts'
import { ask } from '../hosts/stream.ts'
import { overSocket, post } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import { caddy, nginx, type Proxy } from './proxies.ts'

/** For a proxy that holds something back. */
const TIMEOUT_MS = 120_000
const program = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))
const document = await readFile(new URL('../../../docs/static-sites.md', import.meta.url), 'utf8')

const page = (title: string, body: string) => `<!doctype html><title>${title}</title><main><h1>${title}</h1>${body}</main>`
/** Folders and files as generators name them; `reference` is both. */
const FILES = {
  'index.html': page('Home', '<p>Start here</p>'),
  'guides/routing/index.html': page('Routing', '<p>Paths</p><h2 id="trailing-slashes">Trailing slashes</h2><p>Set the option to always.</p>'),
  'reference.html': page('Reference', '<p>All of it</p>'),
  'reference/ünïcode page.html': page('Unicode', '<p>Letters</p>'),
  '404.html': page('Nothing here', ''),
  'assets/site.css': 'body { color: teal }',
}

/** The site's name in the document. */
const HOST = 'docs.example.com'

/** What the document shows, with the places of this machine for those of a server. */
function configuration({ name }: Proxy, { folder, upstream }: { folder: string; upstream: number }): (port: number) => string {
  const isNginx = name === 'nginx'
  const [, shown] = new RegExp(`\`\`\`${isNginx ? 'nginx' : 'caddyfile'}\n([^]*?)\n\`\`\``).exec(document) ?? []
  assert.ok(shown !== undefined)
  return (port) => {
    const address = isNginx ? ['listen 80;', `listen 127.0.0.1:${port};`] : [`${HOST} {`, `http://${HOST}:${port} {`]
    let text = shown
    for (const [from, to] of [address, ['/srv/docs', folder], ['127.0.0.1:8787', `127.0.0.1:${upstream}`]] as const) {
      assert.ok(text.includes(from!), from)
      text = text.replaceAll(from!, to!)
    }
    return text
  }
}

interface Site {
  readonly port: number
  readonly model: StubModel
}

/** The site in a folder, `ask serve` over it with a model, and the proxy in front. */
async function start(t: TestContext, proxy: Proxy): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'ask-static-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  // nginx reads as another user, where root starts it.
  await chmod(folder, 0o755)
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const model = await startModel()
  t.after(model.close)
  const env = { ...process.env, LLM_API_KEY: 'key', LLM_MODEL: 'stub', LLM_BASE_URL: model.url, LLM_PROTOCOL: 'chat' }
  const [, flags = ''] = /ask\.js serve \/srv\/docs (.+)/.exec(document) ?? []
  assert.match(flags, /--allowed-hosts/)
  const args = [program, 'serve', folder, '--port', '0', ...flags.split(' ')]
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(async () => {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await exited
  })
  let out = ''
  for await (const piece of child.stdout) {
    out += piece
    const [, upstream] = /Open http:\/\/127\.0\.0\.1:(\d+)\//.exec(out) ?? []
    if (upstream === undefined) continue
    const port = await proxy.start(t, configuration(proxy, { folder, upstream: Number(upstream) }))
    return { port, model }
  }
  return assert.fail(`ask serve ended: ${out}`)
}

/** Status, place and text of a reply; the path is sent as it stands. */
function read(port: number, path: string, host = HOST): Promise<{ status: number; location: string | undefined; type: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const req = get({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, async (res) => {
      let text = ''
      for await (const piece of res.setEncoding('utf8')) text += piece
      const { location, 'content-type': type } = res.headers
      resolve({ status: res.statusCode!, location, type, text })
    })
    req.on('error', reject)
  })
}

for (const proxy of [nginx, caddy]) {
  test(`a built site behind ${proxy.name}, as documented`, { timeout: TIMEOUT_MS, skip: proxy.skip }, async (t) => {
    const { port, model } = await start(t, proxy)

    await t.test('has its pages and files', async () => {
      const check = async (path: string, file: keyof typeof FILES, status = 200) => {
        const reply = await read(port, path)
        assert.deepEqual([reply.status, reply.text], [status, FILES[file]], path)
      }
      await check('/', 'index.html')
      await check('/guides/routing/', 'guides/routing/index.html')
      await check('/reference', 'reference.html')
      await check('/reference.html', 'reference.html')
      await check('/reference/%C3%BCn%C3%AFcode%20page', 'reference/ünïcode page.html')
      await check('/assets/site.css', 'assets/site.css')
      assert.match((await read(port, '/assets/site.css')).type!, /^text\/css/)
      const absent = ['/nowhere', '/guides/', '/assets/', '/reference/', '/a/b/c.html']
      for (const path of absent) await check(path, '404.html', 404)
      const { status, location } = await read(port, '/guides/routing')
      assert.deepEqual([String(status).slice(0, 2), location], ['30', '/guides/routing/'])
    })

    await t.test('has the routes, the overlay and their description', async () => {
      const json = async (path: string) => {
        const { status, text } = await read(port, path)
        return { status, body: JSON.parse(text) }
      }
      assert.deepEqual((await json('/api/ask/sections/guides%2Frouting%23trailing-slashes')).body.heading, 'Trailing slashes')
      assert.deepEqual(await json('/api/ask/sections/none%2Fof%23these'), { status: 404, body: { error: 'No section has this id.' } })
      assert.deepEqual(await json('/api/ask/nothing'), { status: 404, body: { error: 'Not found.' } })
      assert.equal((await json('/api/ask')).body.model, 'stub')
      assert.match((await read(port, '/openapi.yaml')).text, /^openapi: 3\.1/)
      const overlay = await read(port, '/_ask/overlay.js')
      assert.match(overlay.type!, /javascript/)
      assert.match(overlay.text, /ask-overlay/)
    })

    await t.test('refuses another host, which nginx forwards, and for which Caddy has no site', async () => {
      const { status, text } = await read(port, '/api/ask', 'evil.test')
      if (proxy.name === 'Caddy') assert.deepEqual([status, text], [200, ''])
      else assert.deepEqual([status, JSON.parse(text).error.includes('--allowed-hosts evil.test')], [421, true])
    })

    await t.test('finds sections, and each link opens the page that has them', async () => {
      const asked = post({ query: 'trailing slashes', mode: 'keyword' }, { host: HOST })
      const { results } = JSON.parse((await overSocket(port, asked)).text) as { results: { url: string }[] }
      assert.equal(results[0]?.url, '/guides/routing/#trailing-slashes')
      const { sections } = JSON.parse((await read(port, '/api/ask/sections')).text) as { sections: { url: string }[] }
      assert.equal(sections.length, 5)
      for (const { url } of sections) {
        const [path, anchor] = url.split('#')
        const { status, text } = await read(port, path!)
        assert.deepEqual([status, anchor === undefined || text.includes(`id="${anchor}"`)], [200, true], url)
      }
    })

    await t.test('streams an answer word by word', async () => {
      const { headers, received } = await ask(port, 'How do I set trailing slashes?', HOST)
      assert.match(headers['content-type']!, /^text\/event-stream/)
      const call = await model.next()
      // The first words wait for the next.
      call.write('ANSWER:\nIn short: ')
      for (let at = 0; at < 5; at += 1) {
        call.write(`word${at} `)
        assert.doesNotMatch(await received(`word${at}`), new RegExp(`word${at + 1}|event: done`))
      }
      call.end()
      await received('event: done')
    })

    await t.test('stops an answer when its reader leaves', async () => {
      const { received, leave } = await ask(port, 'Where do I set trailing slashes?', HOST)
      const call = await model.next()
      call.write('ANSWER:\nAt once, ')
      call.write('at ')
      await received('At')
      leave()
      await until(() => call.isLeft())
    })
  })
}
