import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { extractGraph } from '../../../../src/core/graph-builder/rules/extract.ts'
import { formatGraph } from '../../../../src/core/graph/graph.ts'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { graph } from '../../../support/graph.ts'
import { overSocket } from '../../../support/http.ts'
import type { FakeIo } from '../../../support/io.ts'
import { rawClient } from '../../../support/raw.ts'
import { refuses as refusesAsk, runAsk } from '../../../support/run-ask.ts'
import { whileServing } from '../../../support/serve.ts'
import { folderOf, temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))
const missing = ['--kg-path', join(folder, 'none.json')]

/** Serves until `use` is done, with the settings in a folder; the address is that of the first page. */
function serve(argv: readonly string[], use: (served: FakeIo['written'] & { readonly address: string }) => Promise<void>, env = {}, settings = '/nonexistent', given = {}) {
  return whileServing(argv, (address, written) => use({ ...written, address }), { env, folder: settings, ...given })
}

test('serve says what it found and answers at the address it names', async () => {
  await serve([content, ...missing], async ({ out, err, address }) => {
    assert.match(out, /^Serving \S+docs\n {2}Content {2}3 pages, 6 sections, 1 group, 1 page left out as drafts or hidden\n {2}Index {4}built in \d+\.\d\d s\n/)
    assert.match(out, /\n {2}Graph {4}built in memory by rules: there is no \S+none\.json \(`ask kg build` creates it\)\n {2}Answers {2}none, only search results \(LLM_API_KEY is not set\)\n/)
    assert.match(out, /\n\nOpen http:\/\/127\.0\.0\.1:\d+\/\n$/)
    assert.equal(err, '')
    const reply = await fetch(new URL('/api/ask/sections/guides%2Frouting', address))
    assert.equal((await reply.json() as { title: string }).title, 'Routing')
  })
})

/** A folder with these settings. */
const settingsFolder = (settings: object) => folderOf({ 'ask.json': JSON.stringify(settings) })

test('serve takes limits of requests, and details of its log, its metrics and its pages from ask.json', async () => {
  const log = join(folder, 'log', 'questions.jsonl')
  const details = { questionLogContent: 'full', questionLogDays: 90, metricsHost: '127.0.0.2', remoteImages: true }
  await serve([content, ...missing, '--question-log', log, '--metrics-port', '0'], async ({ out, address }) => {
    assert.match(out, /\n {2}Questions {2}\S+questions\.jsonl \(full, 90 days\)\n {2}Metrics {4}http:\/\/127\.0\.0\.2:\d+\/metrics\n/)
    assert.match((await visit(address, '/')).headers.get('content-security-policy') ?? '', /img-src [^;]*https:/)
    const port = Number(new URL(address).port)
    const statusOf = async (lines: readonly string[]) => {
      const request = ['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n')
      return (await (await rawClient(port, request)).rest()).slice(9, 12)
    }
    const dummies = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: ${at}`)
    assert.deepEqual([await statusOf(dummies(14)), await statusOf(dummies(15))], ['200', '431'])
    assert.deepEqual([await statusOf(['X: ' + 'x'.repeat(3_000)]), await statusOf(['X: ' + 'x'.repeat(5_000)])], ['200', '431'])
  }, {}, await settingsFolder({ ...details, server: { maxHeaders: 16, maxHeaderBytes: 4_096 } }))
})

test('serve shows metrics on a port of their own, and logs as JSON', async () => {
  const flags = ['--metrics-port', '0', '--log', 'json', '--kg-path', join(folder, 'stale.json')]
  await writeFile(join(folder, 'stale.json'), formatGraph(graph()))
  const served = await serve([content, ...flags], async ({ out, address }) => {
    const metricsAt = /Metrics +(http[^"\s]+)/.exec(out)?.[1] ?? assert.fail(out)
    assert.equal((await fetch(new URL('/api/ask/sections', address))).status, 200)
    assert.match(await (await fetch(metricsAt)).text(), /\nask_http_requests_total\{method="GET",route="\/api\/ask\/sections",status="200"\} 1\n[^]*\nask_pages 3\n[^]*\nask_answer_tokens_limit 2000000\n[^]*\nask_answer_tokens_left 2000000\n/)
  }, { LLM_API_KEY: 'canary-llm-4711' })
  const lines: { message: string; level: string; route?: string; status?: number }[] = served.out.trim().split('\n').map((line) => JSON.parse(line))
  assert.deepEqual(lines.filter(({ message }) => message === 'request').map(({ route, status }) => [route, status]), [['/api/ask/sections', 200]])
  assert.ok(lines.some(({ level, message }) => level === 'warn' && message.startsWith('The graph is older than the content')))
  assert.equal(served.err, '')
})

test('serve takes base path, title, base of links and model', async () => {
  await serve([content, ...missing, '--endpoint', '/x/', '--site-title', 'Acme\u001b[2J', '--base', '/docs'], async ({ out, address }) => {
    assert.match(out, /^Serving Acme\ufffd\[2J \(\S+docs\)\n/)
    assert.match(out, /\n {2}Answers {2}small at \S+\n/)
    assert.match(address, /:\d+\/docs\/$/)
    const { sections } = await (await fetch(new URL('/x/sections', address))).json() as { sections: { url: string }[] }
    assert.equal(sections[0]?.url, '/docs/')
  }, { LLM_API_KEY: 'key', LLM_MODEL: 'small' })
})

test('serve reads the graph file, and warns when it is stale', async () => {
  const { pages } = await readFolder(content, { base: '/', trailingSlash: true, depth: 6 })
  const path = join(folder, 'kg.json')
  await writeFile(path, formatGraph(await extractGraph(pages)))
  await serve([content, '--kg-path', path], async ({ out, err }) => {
    assert.match(out, /\n {2}Graph {4}\S+kg\.json, 6 sections, built by rules\n/)
    assert.equal(err, '')
  })
  await writeFile(path, formatGraph({ ...await extractGraph(pages), contentHash: 'sha256:0' }))
  await serve([content, '--kg-path', path], async ({ out, err }) => {
    assert.match(out, /kg\.json, 6 sections, built by rules, older than the content\n/)
    assert.match(err, /^The graph is older than the content[^\n]*\n$/)
  })
})

/** A page of what is served, as a browser asks for it. */
async function visit(address: string, path: string) {
  const reply = await fetch(new URL(path, address), { headers: { accept: 'text/html' } })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

test('serve shows Markdown as pages, where the results of its search lead, and watches nothing', async () => {
  await serve([content, ...missing], async ({ address }) => {
    const contents = await visit(address, '/')
    assert.match(contents.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self';/)
    assert.match(contents.text, /<title>Acme<\/title>[^]*Acme builds documentation sites[^]*<a href="\/guides\/deploy\/">Deploy<\/a>/)
    assert.match(contents.text, /<ask-overlay endpoint="\/api\/ask" trigger="none" mode="keyword">/)
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"static routes"}' }
    const { results } = await (await fetch(new URL('/api/ask', address), asked)).json() as { results: { url: string }[] }
    assert.equal(results[0]?.url, '/guides/routing/#static-routes')
    const routing = await visit(address, results[0].url)
    assert.match(routing.text, /<h2 id="static-routes">[^]*<code>--static<\/code>/)
    assert.equal(routing.headers.get('cache-control'), 'max-age=60')
    assert.doesNotMatch(routing.text, /reload/)
    assert.equal((await fetch(new URL('/_ask/changes', address))).status, 404)
    assert.match((await visit(address, '/_ask/overlay.js')).text, /customElements/)
    assert.equal((await visit(address, '/guides/secret/')).status, 404)
    assert.equal((await fetch(new URL('/nothing', address))).headers.get('content-type'), 'application/json; charset=utf-8')
  })
})

test('serve puts pages where the path of their links is', async () => {
  await serve([content, ...missing, '--base', 'https://docs.example.com/v2', '--no-trailing-slash'], async ({ address }) => {
    assert.match(address, /:\d+\/v2$/)
    assert.match((await visit(address, '/')).text, /<a href="\/v2\/guides\/routing">/)
    assert.match((await visit(address, '/v2/guides/routing')).text, /<h1>Routing<\/h1>/)
  }, { LLM_API_KEY: 'key', LLM_MODEL: 'small' })
})

test('serve gives the files of a built site as they are, with the overlay added, and its pages as Markdown, at a base', async () => {
  const built = await writeSite(join(folder, 'dist'), {
    'index.html': '<html><body><main><h1>Built</h1><p>Start.</p></main></body></html>',
    'guides/a/index.html': '<main><h1 id="a">A</h1><p>See <a href="/docs/">home</a>.</p></main>',
    'draft/index.html': '<head><meta name="robots" content="noindex"></head><main><h1>Secret</h1></main>',
    'guides/own.html': '<main><h1>Own</h1></main>', 'guides/own.md': 'own', 'site.css': 'p {}',
  })
  await serve([built, '--base', '/docs', ...missing], async ({ address }) => {
    const textAt = async (path: string) => (await visit(address, path)).text
    const added = '<script type="module" src="/_ask/overlay.js"></script><ask-overlay endpoint="/api/ask" trigger="corner" mode="keyword"></ask-overlay>'
    assert.equal(await textAt('/docs/'), `<html><body><main><h1>Built</h1><p>Start.</p></main>${added}</body></html>`)
    assert.match(await textAt('/docs/guides/a'), /<h1 id="a">A<\/h1>/)
    assert.deepEqual([await textAt('/docs/site.css'), await textAt('/docs/guides/own.md')], ['p {}', 'own'])
    assert.match(await textAt('/_ask/overlay.js'), /customElements/)
    assert.match(await textAt('/docs/none'), /<h1>Page not found<\/h1>/)
    assert.equal(await textAt('/docs/guides/a.md'), '# A\n\nAddress: /docs/guides/a/\n\nSee [home](/docs/).\n')
    assert.match(await textAt('/docs/llms.txt'), / \/docs\/llms-full\.txt\n[^]*\(\/docs\/index\.md\)[^]*\(\/docs\/guides\/a\.md\)/)
    assert.match(await textAt('/docs/llms-full.txt'), /^# Built(?![^]*Secret)/)
    for (const path of ['/docs/draft.md', '/guides/a.md']) assert.equal((await visit(address, path)).status, 404, path)
  })
})

test('serve gives the files of a static index beside its own, and adds no second overlay', async () => {
  const page = '<html><body><main><h1>Built</h1><p>A lamp.</p></main></body></html>'
  const built = await writeSite(join(folder, 'static'), { 'index.html': page, 'guides/index.html': page })
  assert.equal((await runAsk(['static', built, '--inject', '--endpoint', '/api/ask'])).code, 0)
  const { build, script } = JSON.parse(await readFile(join(built, '_ask/index.json'), 'utf8'))
  await serve([built, ...missing], async ({ address }) => {
    for (const file of ['index.json', script, `${build}/t/0.bin`]) {
      const part = await fetch(new URL(`/_ask/${file}`, address))
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), await readFile(join(built, '_ask', file)), file)
    }
    assert.equal((await visit(address, '/_ask/x/t/0.bin')).status, 404)
    assert.equal((await visit(address, '/')).text.match(/<ask-overlay /g)?.length, 1)
  })
})

test('serve lists the pages of a built site that has none at its root', async () => {
  const built = await writeSite(join(folder, 'parts'), { 'api/a.html': '<main><h1>Part</h1></main>' })
  await serve([built, ...missing], async ({ address }) => {
    assert.match((await visit(address, '/')).text, /<h1>parts<\/h1>[^]*<a href="\/api\/a\.html">Part<\/a>/)
  })
})

test('serve shows the first warnings about content, counts the rest, and says of broken links in one line', async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}.md`, '---\ntitle: [\n---\n# P\n']))
  for (const [name, pages, expected] of [
    ['broken', files, /^(?:Warning: p\d+\.md:\d+: [^\n]+\n){10}… and \d+ more warnings?\n$/],
    ['links', { 'a.md': '[x](b.md) [y](c.md) [z](/app)' }, /^Warning: a\.md:1: The link to b\.md is broken: there is no such page, and 1 more link: `ask kg check --links` lists them\n$/],
  ] as const) {
    const content = await writeSite(join(folder, name), pages)
    await serve([content, ...missing], async ({ err }) => assert.match(err, expected))
  }
})

const ROUTES = [
  'GET /', 'GET /guides/routing/', 'DELETE /', 'GET /_ask/overlay.js', 'GET /api/ask', 'POST /api/ask', 'GET /api/ask/overview',
  'POST /api/ask/mcp', 'OPTIONS /api/ask', 'GET /healthz', 'GET /openapi.yaml', 'GET /nothing',
]

test('serve on loopback refuses hosts that are not listed, on every path', async () => {
  const error = 'This service takes no requests for the host evil.test. Its owner can allow it: --allowed-hosts evil.test (variable ASK_ALLOWED_HOSTS, option allowedHosts).'
  const headers = { host: 'evil.test:80', origin: 'http://evil.test', accept: 'text/html', 'x-forwarded-for': '203.0.113.7' }
  for (const [argv, env, listed] of [
    [['--trusted-proxies', '1'], {}, []],
    [['--allowed-hosts', 'docs.test, b.test'], { ASK_ALLOWED_HOSTS: 'evil.test' }, ['docs.test', 'b.test']],
    [[], { ASK_ALLOWED_HOSTS: 'docs.test' }, ['docs.test']],
  ] as const) {
    await serve([content, ...missing, ...argv], async ({ address }) => {
      const port = Number(new URL(address).port)
      const send = (method: string, target: string, headers: Readonly<Record<string, string>>) => overSocket(port, { method, target, headers })
      for (const route of ROUTES) {
        const [method = '', target = ''] = route.split(' ')
        const { status, text } = await send(method, target, headers)
        assert.deepEqual([status, JSON.parse(text)], [421, { error }], route)
      }
      for (const host of listed) {
        for (const target of ['/', '/api/ask']) assert.equal((await send('GET', target, { host })).status, 200)
        assert.equal((await send('POST', '/api/ask/mcp', { host, origin: 'http://evil.test' })).status, 403)
      }
    }, env)
  }
})

const refuses = (argv: readonly string[], code: number, err: RegExp) => refusesAsk(['serve', ...argv], code, err)

test('serve refuses to start, in one line', async () => {
  await refuses([join(folder, 'none')], 1, /^ask: There is no folder /)
  await refuses([await writeSite(join(folder, 'nothing'), { 'a.txt': '' })], 1, /^ask: No pages in /)
  await writeFile(join(folder, 'bad.json'), '{}')
  await refuses([content, '--kg-path', join(folder, 'bad.json')], 1, /^ask: \S+bad\.json: version must be 3/)
  await refuses([content, '--log', 'xml'], 2, /^ask: --log must be text or json, not "xml"\n$/)
  await refuses([content, ...missing, '--endpoint', '/_ask'], 2, /^ask: --endpoint must be a path such as \/api\/ask, not "\/_ask", which holds the files of the pages\n$/)
  await refuses([content, ...missing, '--allowed-hosts', 'https://docs.test'], 2, /^ask: --allowed-hosts must hold host names/)
  await refuses(['--search-url', 'https://store.test', '--index', 'x', '--watch'], 2, /^ask: --watch needs a folder: /)
  await refuses([content, ...missing, '--port', '65536'], 2, /^ask: --port must be a whole number from 0 to 65535/)
  await refuses([content, ...missing, '--port', '0', '--host', '203.0.113.1'], 1, /^ask: 203\.0\.113\.1 is not an address of this machine/)
})

test('serve --demo answers from its record, whose questions it suggests unless they are refused, and says so on every page', async () => {
  await serve(['--demo'], async ({ address, out }) => {
    assert.match(out, /\n {2}Index +built in [^\n]+\n {2}Answers +recorded: no model is asked\n\nOpen /)
    const { suggestions, model } = await (await fetch(new URL('/api/ask', address))).json() as { suggestions: string[]; model: string }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(new URL('/api/ask', address), { method: 'POST', headers, body: JSON.stringify({ query: suggestions.at(-1) }) })
    assert.match(await reply.text(), /event: sources\ndata: .*"model":"recorded answers"[^]*event: token\ndata: \{"text":"[^"]*PDF/)
    assert.equal(model, 'recorded answers')
    assert.match(await (await fetch(new URL('/getting-started/', address))).text(), /a demonstration with recorded answers<\/a>/)
  }, {}, '/nonexistent', { packageFile: (name: string) => readFile(name, 'utf8') })
})

test('serve --demo takes no folder, and says what a copy without docs lacks', async () => {
  await refusesAsk(['serve', 'docs', '--demo'], 2, /^ask: Give either a folder or --demo, not both\n$/)
  await refusesAsk(['serve', '--demo'], 1, /^ask: This copy of ask has no docs: --demo needs the package or a checkout\n$/)
})
