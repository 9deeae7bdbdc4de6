import assert from 'node:assert/strict'
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { withMiddleware } from '../../../../src/addons/reader/middleware.ts'
import { createStaticSite } from '../../../../src/addons/reader/site-files/static-site.ts'
import { startServer } from '../../../../src/core/node/server/server.ts'
import { neutral, overSocket, type Sent } from '../../../support/http.ts'
import { makePipe } from '../../../support/pipe.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const ADDITION = '<ask-overlay></ask-overlay>'
const folder = await temporaryFolder()
await writeFile(join(folder, 'secret.txt'), 'outside')
const root = await writeSite(join(folder, 'dist'), {
  'index.html': '<html><body><p>Home</p></body></html>',
  'guides/index.html': '<BODY>Guides </body> in text</BODY>\n',
  'about.html': '<html><p>About',
  'part.html': '<p>Part',
  'own.html': '<ask-overlay endpoint="/x"></ask-overlay></body>',
  'a (b) ü.html': '<body></body>',
  '404.html': '<body>Nothing here</body>',
  'app.js': 'export {}',
  'data.bin': 'x',
  'empty.css': '',
  '.env': 'KEY=1',
  '.git/config': 'x',
  'node_modules/a/index.js': 'x',
  '.well-known/a.json': '{}',
  'sub/.hidden/index.html': 'x',
})
await writeFile(join(root, 'latin.html'), Buffer.from('<body>\xe9</body>', 'latin1'))
await writeFile(join(root, 'wide.html'), Buffer.from('\ufeff<body></body>', 'utf16le'))
await writeFile(join(root, 'large.png'), Buffer.alloc(300_000, 7))
await symlink(join(folder, 'secret.txt'), join(root, 'leak.txt'))
await symlink(join(root, 'app.js'), join(root, 'linked.js'))

/** A server of the folder, closed at the end. */
async function serving(base = '/', bodyEndHtml = ADDITION, site = root) {
  const files = await createStaticSite(site, { base, bodyEndHtml })
  const handle = withMiddleware(async () => ({ status: 404, headers: {}, body: 'service' }), [files], { endpoint: '/api/ask', allowedHosts: [] })
  const server = await startServer(handle, { host: '127.0.0.1', port: 0 })
  after(() => server.stop())
  return (target: string, sent: Partial<Sent> = {}) => overSocket(server.port, { target, ...sent })
}

const get = await serving()

test('files are served with their types', async () => {
  const rows = [
    ['/app.js', 'export {}', 'text/javascript; charset=utf-8'],
    ['/linked.js', 'export {}', 'text/javascript; charset=utf-8'],
    ['/data.bin', 'x', 'application/octet-stream'],
    ['/empty.css', '', 'text/css; charset=utf-8'],
    ['/.well-known/a.json', '{}', 'application/json'],
    ['/%61pp.js?v=1', 'export {}', 'text/javascript; charset=utf-8'],
  ] as const
  for (const [target, body, type] of rows) {
    const { status, headers, text } = await get(target)
    assert.deepEqual([status, text, headers['content-type'], headers['x-content-type-options']], [200, body, type, 'nosniff'], target)
    assert.equal(headers['content-length'], String(body.length))
  }
  const large = await get('/large.png')
  assert.equal(large.headers['content-length'], '300000')
  assert.equal(large.text, '\x07'.repeat(300_000))
})

test('pages have the added HTML before their last </body>, in their own encoding', async () => {
  const rows = [
    ['/', `<html><body><p>Home</p>${ADDITION}</body></html>`],
    ['/index.html', `<html><body><p>Home</p>${ADDITION}</body></html>`],
    ['/guides/', `<BODY>Guides </body> in text${ADDITION}</BODY>\n`],
    ['/about.html', `<html><p>About${ADDITION}`],
    ['/about', `<html><p>About${ADDITION}`],
    ['/part', '<p>Part'],
    ['/a%20(b)%20%C3%BC.html', `<body>${ADDITION}</body>`],
    ['/a%20%28b%29%20%c3%bc.html', `<body>${ADDITION}</body>`],
    ['/own.html', '<ask-overlay endpoint="/x"></ask-overlay></body>'],
  ] as const
  for (const [target, body] of rows) {
    const { status, headers, text } = await get(target)
    assert.deepEqual([status, text, headers['content-type']], [200, body, 'text/html; charset=utf-8'], target)
    assert.equal(headers['content-security-policy'], undefined)
  }
  assert.equal((await get('/latin.html')).headers['content-type'], 'text/html')
  assert.equal((await get('/wide.html')).text.includes('ask-overlay'), false)
})

test('folders end in a slash and files do not', async () => {
  for (const [target, location] of [['/guides', '/guides/'], ['/guides?a=b', '/guides/?a=b'], ['/about/', '/about'], ['/app.js/', '/app.js']] as const) {
    const { status, headers } = await get(target)
    assert.deepEqual([status, headers['location']], [302, location], target)
  }
})

test('no file outside the folder and no hidden file is served', async () => {
  const targets = [
    '/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/%2e%2e%2fsecret.txt', '/guides/../../secret.txt', '/..%5csecret.txt',
    '//secret.txt', '/leak.txt', '/.env', '/.git/config', '/node_modules/a/index.js', '/sub/.hidden/', '/sub/', '/none', '/app.js%00.html', '/%',
    '/constructor', '/__proto__', `${root}/app.js`,
  ]
  for (const target of targets) assert.deepEqual((await get(target)).text, 'service', target)
})

test('people see the 404 page of the site', async () => {
  const accept = 'text/html,*/*'
  const { etag = '' } = (await get('/none', { headers: { accept } })).headers
  for (const copy of ['"none"', etag, '*']) {
    const { status, text } = await get('/none', { headers: { accept, 'if-none-match': copy } })
    assert.deepEqual([status, text], [404, `<body>Nothing here${ADDITION}</body>`], copy)
  }
})

test('a valid copy is not sent again, and HEAD has no body', async () => {
  for (const target of ['/', '/large.png']) {
    const { etag = '', 'cache-control': caching } = (await get(target)).headers
    assert.equal(caching, 'no-cache')
    const again = await get(target, { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, again.text, again.headers['content-length']], [304, '', undefined])
    const head = await get(target, { method: 'HEAD' })
    assert.deepEqual([head.status, head.text, head.headers['etag']], [200, '', etag])
    assert.ok(Number(head.headers['content-length']) > 0)
  }
})

test('a site below a path is served there', async () => {
  const below = await serving('/docs/', '')
  assert.equal((await below('/docs/')).text, '<html><body><p>Home</p></body></html>')
  assert.equal((await below('/docs')).headers['location'], '/docs/')
  assert.equal((await below('/app.js')).text, 'service')
})

test('files that change or disappear while the site is served', async () => {
  await writeSite(root, { 'gone.txt': 'x', 'folder.txt': 'x', 'cut.bin': 'x'.repeat(100_000) })
  const later = await serving()
  await rm(join(root, 'gone.txt'))
  await rm(join(root, 'folder.txt'))
  await mkdir(join(root, 'folder.txt'))
  assert.equal((await later('/gone.txt')).text, 'service')
  assert.equal((await later('/folder.txt')).text, 'service')
  await truncate(join(root, 'cut.bin'), 10)
  assert.equal((await later('/cut.bin')).text.length, 10)
})

test('a file that becomes a link out of the folder, in itself or above it, or a pipe is no longer served', { skip: process.platform === 'win32', timeout: 60_000 }, async () => {
  const [inside, outside] = [join(folder, 'swapped'), join(folder, 'outside')]
  await writeSite(inside, { 'a.html': 'a', 'b.txt': 'b', 'c.txt': 'c', 'below/d.txt': 'd', 'e.txt': 'e' })
  await writeSite(outside, { 'a.html': 'secret', 'b.txt': 'secret', 'd.txt': 'secret' })
  const later = await serving('/', ADDITION, inside)
  for (const name of ['a.html', 'b.txt', 'c.txt', 'e.txt']) await rm(join(inside, name))
  for (const name of ['a.html', 'b.txt']) await symlink(join(outside, name), join(inside, name))
  await makePipe(join(inside, 'c.txt'))
  await symlink('below/d.txt', join(inside, 'e.txt'))
  const texts = async () => Promise.all(['/a', '/b.txt', '/c.txt', '/below/d.txt', '/e.txt'].map(async (path) => (await later(path)).text))
  assert.deepEqual(await texts(), ['service', 'service', 'service', 'd', 'd'])
  await rename(join(inside, 'below'), join(folder, 'gone'))
  await symlink(outside, join(inside, 'below'))
  assert.deepEqual((await texts()).slice(3), ['service', 'service'])
})

test('a missing folder is an error', async () => {
  await assert.rejects(createStaticSite(join(folder, 'none'), { base: '/', bodyEndHtml: '' }), { code: 'file' })
})

test('a page that has changed is sent as it is now, with another tag', async () => {
  await writeFile(join(root, 'about.html'), '<html><p>Old</p>')
  const old = await get('/about.html')
  await writeFile(join(root, 'about.html'), '<html><p>Newer</p>')
  const changed = await get('/about.html', { headers: { 'if-none-match': old.headers['etag'] ?? '' } })
  assert.deepEqual([changed.status, changed.text], [200, `<html><p>Newer</p>${ADDITION}`])
  assert.equal((await get('/about.html', { headers: { 'if-none-match': changed.headers['etag'] ?? '' } })).status, 304)
})

test('a page of more than 16 MiB is held in memory for none of its readers', async () => {
  const page = `<body>${'x'.repeat(20_000_000)}</body>`
  await writeFile(join(root, 'about.html'), page)
  const site = await createStaticSite(root, { base: '/', bodyEndHtml: ADDITION })
  const handle = withMiddleware(async () => ({ status: 404, headers: {}, body: 'service' }), [site], { endpoint: '/api/ask', allowedHosts: [] })
  const replies = await Promise.all(Array.from({ length: 20 }, () => handle(neutral({ target: '/about' }))))
  const before = process.memoryUsage().arrayBuffers
  const bodies = replies.map(({ body }) => {
    assert.ok(body !== null && typeof body === 'object' && Symbol.asyncIterator in body)
    return body[Symbol.asyncIterator]()
  })
  const pieces = await Promise.all(bodies.map((body) => body.next()))
  assert.ok(process.memoryUsage().arrayBuffers - before < page.length)
  assert.deepEqual(new Set(pieces.map(({ value }) => value?.length)), new Set([65_536]))
  await Promise.all(bodies.map((body) => body.return?.()))
})
