import assert from 'node:assert/strict'
import { mkdir, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  createFileSender, createPageFiles, createStaticSite, parseRange,
} from '../../../../src/addons/reader/node/served-files.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { formatToken } from '../../../../src/core/content/structure/encoding.ts'
import { page } from '../../../support/chunk.ts'
import { neutral, overSocket, type Sent } from '../../../support/http.ts'
import { startFor } from '../../../support/loopback.ts'
import { clientOf, handlerOf } from '../../../support/pages.ts'
import { folderOf, makePipe, temporaryFolder, writeSite } from '../../../support/site.ts'

const ADDITION = '<ask-overlay></ask-overlay>'
const folder = await temporaryFolder()
await writeFile(join(folder, 'secret.txt'), 'outside')
const root = await writeSite(join(folder, 'dist'), {
  'index.html': '<html><body><p>Home</p></body></html>',
  'guides/index.html': '<BODY>Guides </body> in text</BODY>\n', 'about.html': '<html><p>About',
  'part.html': '<p>Part', 'own.html': '<ask-overlay endpoint="/x"></ask-overlay></body>',
  'a (b) ü.html': '<body></body>', '404.html': '<body>Nothing here</body>', 'app.js': 'export {}',
  'data.bin': 'x', 'empty.css': '', '.env': 'KEY=1', '.git/config': 'x', 'node_modules/a/index.js': 'x',
  '.well-known/a.json': '{}', 'sub/.hidden/index.html': 'x',
})
await writeFile(join(root, 'latin.html'), Buffer.from('<body>\xe9</body>', 'latin1'))
await writeFile(join(root, 'wide.html'), Buffer.from('\ufeff<body></body>', 'utf16le'))
await writeFile(join(root, 'large.png'), Buffer.alloc(300_000, 7))
await symlink(join(folder, 'secret.txt'), join(root, 'leak.txt'))
await symlink(join(root, 'app.js'), join(root, 'linked.js'))

/** A server of the folder, closed at the end. */
async function serving(base = '/', bodyEndHtml = ADDITION, site = root) {
  const files = await createStaticSite(site, { base, bodyEndHtml })
  const { port } = await startFor({ after }, handlerOf(files))
  return (target: string, sent: Partial<Sent> = {}) => overSocket(port, { target, ...sent })
}

const get = await serving()

test('files are served with their types', async () => {
  const rows = [
    ['/app.js', 'export {}', 'text/javascript; charset=utf-8'],
    ['/linked.js', 'export {}', 'text/javascript; charset=utf-8'], ['/data.bin', 'x', 'application/octet-stream'],
    ['/empty.css', '', 'text/css; charset=utf-8'], ['/.well-known/a.json', '{}', 'application/json'],
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
  const large = `<body>${'x'.repeat(20_000_000)}</body>`
  await writeFile(join(root, 'about.html'), large)
  const site = await createStaticSite(root, { base: '/', bodyEndHtml: ADDITION })
  const replies = await Promise.all(Array.from({ length: 20 }, () => handlerOf(site)(neutral({ target: '/about' }))))
  const before = process.memoryUsage().arrayBuffers
  const bodies = replies.map(({ body }) => {
    assert.ok(body !== null && typeof body === 'object' && Symbol.asyncIterator in body)
    return body[Symbol.asyncIterator]()
  })
  const pieces = await Promise.all(bodies.map((body) => body.next()))
  assert.ok(process.memoryUsage().arrayBuffers - before < large.length)
  assert.deepEqual(new Set(pieces.map(({ value }) => value?.length)), new Set([65_536]))
  await Promise.all(bodies.map((body) => body.return?.()))
})

const content = await writeSite(join(folder, 'docs'), {
  'a.png': 'A', 'unused.png': 'U', 'guides/b (1).svg': '<svg onload="alert(1)"/>', 'public/logo.webp': 'L', 'files/c.pdf': 'P', 'd.html': '<script>',
  'e.exe': 'E', 'e.js': 'J', '.env.txt': 'K', '.git/f.png': 'G', 'node_modules/g.png': 'N', 'draft.png': 'D', 'both.png': 'own', 'public/both.png': 'other',
})
await writeFile(join(folder, 'outside.png'), 'secret')
await symlink(join(folder, 'outside.png'), join(content, 'leak.png'))
await symlink(join(content, 'a.png'), join(content, 'linked.png'))

/** A page that links the first of these addresses, and shows the others in its next section. */
function showing(address: string, ...shown: readonly string[]): Page {
  const link = formatToken({ type: 'link', href: address, line: 0 }, 0) + formatToken(null, 1)
  const images = shown.map((src) => formatToken({ type: 'image', src }, 0) + formatToken(null, 0)).join('')
  const base = page('guides/x', { '': 'a', Next: 'b' })
  return { ...base, sections: base.sections.map((section, i) => ({ ...section, structure: i === 0 ? link : images })) }
}

/** A client of the files that pages refer to. */
async function servingOf(pages: readonly Page[], base = '/') {
  const { keys, serve } = await createPageFiles(content, pages, base)
  return { keys, get: clientOf(serve) }
}

test('files that pages refer to are served, at the address that the page has', async () => {
  const { keys, get } = await servingOf([showing('/files/c.pdf?v=1#page=2', '/a.png', '/guides/b%20%281%29.svg', '/logo.webp', '/linked.png', '/both.png')])
  const rows = [
    ['/a.png', 'A', 'image/png'], ['/guides/b%20(1).svg', '<svg onload="alert(1)"/>', 'image/svg+xml; charset=utf-8'], ['/logo.webp', 'L', 'image/webp'],
    ['/files/c.pdf', 'P', 'application/pdf'], ['/linked.png', 'A', 'image/png'], ['/both.png', 'own', 'image/png'], ['/%61.png?x', 'A', 'image/png'],
  ] as const
  for (const [target, text, type] of rows) {
    const reply = await get(target)
    assert.deepEqual([reply.status, reply.text, reply.headers['content-type'], reply.headers['x-content-type-options']], [200, text, type, 'nosniff'], target)
  }
  assert.equal(keys.size, 6)
})

test('a drawing runs no script, and a PDF is shown', async () => {
  const { get } = await servingOf([showing('/guides/b%20(1).svg', '/files/c.pdf')])
  assert.match((await get('/guides/b%20(1).svg')).headers['content-security-policy'] ?? '', /default-src 'none'.*; sandbox$/)
  assert.equal((await get('/files/c.pdf')).headers['content-security-policy'], undefined)
})

test('no other file is served', async () => {
  const asked = ['/d.html', '/e.exe', '/e.js', '/.env.txt', '/.git/f.png', '/node_modules/g.png', '/leak.png', '/../outside.png', '/../../etc/passwd', '//outside.png', '/none.png', 'https://b.test/unused.png', 'unused.png']
  const { keys, get } = await servingOf([showing('/a.png', ...asked)])
  assert.deepEqual([...keys], ['a.png'])
  const targets = [...asked.filter((address) => address.startsWith('/')), '/unused.png', '/draft.png', '/..%2foutside.png', '/%2e%2e/outside.png', '/a.png/', '/a.png%00', `${content}/a.png`, '/__proto__']
  for (const target of targets) assert.equal((await get(target)).text, 'service', target)
})

test('a site below a path, and one whose links name a host, have their files there', async () => {
  assert.equal((await (await servingOf([showing('/docs/a.png')], '/docs/')).get('/docs/a.png')).text, 'A')
  const hosted = { ...showing('https://docs.test/docs/a.png', 'https://other.test/docs/unused.png'), url: 'https://docs.test/docs/guides/x/' }
  const { keys } = await servingOf([hosted], '/docs/')
  assert.deepEqual([...keys], ['docs/a.png'])
})

test('a part of a file is sent to a client that asks for it', async () => {
  await writeFile(join(content, 'long.mp4'), Buffer.from(Array.from({ length: 200_000 }, (_, i) => 97 + (i % 26))))
  const { get } = await servingOf([showing('/long.mp4')])
  const whole = await get('/long.mp4')
  const { etag = '' } = whole.headers
  assert.deepEqual([whole.text.length, whole.headers['accept-ranges']], [200_000, 'bytes'])
  const rows = [['bytes=0-3', 0, 4], ['bytes=65530-65545', 65_530, 65_546], ['bytes=100000-199998', 100_000, 199_999], ['bytes=-5', 199_995, 200_000]] as const
  for (const [range, start, end] of rows) {
    const { status, headers, text } = await get('/long.mp4', { range, 'if-range': etag })
    assert.deepEqual([status, headers['content-range'], headers['content-length']], [206, `bytes ${start}-${end - 1}/200000`, String(end - start)])
    assert.ok(text === whole.text.slice(start, end), range)
  }
  const beyond = await get('/long.mp4', { range: 'bytes=200000-' })
  assert.deepEqual([beyond.status, beyond.headers['content-range'], beyond.headers['cache-control']], [416, 'bytes */200000', 'no-store'])
  assert.deepEqual(JSON.parse(beyond.text), { error: 'The file has no byte in this range.' })
  const changed = await get('/long.mp4', { range: 'bytes=0-3', 'if-range': '"older"' })
  assert.deepEqual([changed.status, changed.text.length], [200, 200_000])
})

const MEBIBYTE = 1024 * 1024

test('createFileSender() adds to each page that is read as one, however long', async () => {
  const page = (mebibytes: number) => `<body><p>é</p>${' '.repeat(mebibytes * MEBIBYTE)}</body>`
  const root = await folderOf({ 'short.html': page(0), 'long.html': page(15), 'more.html': page(16) })
  const send = createFileSender(root, '<b></b>')
  for (const [file, type, more] of [
    ['short.html', 'text/html; charset=utf-8', 7], ['long.html', 'text/html; charset=utf-8', 7], ['more.html', 'text/html', 0],
  ] as const) {
    const { headers } = (await send(file, { method: 'HEAD', header: () => null })) ?? assert.fail()
    const length = Buffer.byteLength(page(file === 'long.html' ? 15 : file === 'more.html' ? 16 : 0))
    assert.deepEqual([headers['content-type'], Number(headers['content-length'])], [type, length + more], file)
  }
})

test('createFileSender() sends no bytes of another version below the tag of the one that was asked for', async () => {
  const own = await writeSite(join(folder, 'versions'), { 'a.bin': 'first' })
  const reply = await createFileSender(await realpath(own))('a.bin', { method: 'GET', header: () => null })
  await writeFile(join(own, 'next'), 'second')
  await rename(join(own, 'next'), join(own, 'a.bin'))
  const { body } = reply ?? {}
  assert.ok(body && typeof body === 'object' && Symbol.asyncIterator in body)
  await assert.rejects(body[Symbol.asyncIterator]().next(), /replaced before it was sent/)
})

test('all replies share one copy of a text, until the file changes', async () => {
  const at = await folderOf({ 'a.css': 'a {}'.repeat(99) })
  const send = createFileSender(at)
  const bodyOf = async () => (await send('a.css', { method: 'GET', header: () => null }))?.body
  const [first, second] = await Promise.all([bodyOf(), bodyOf()])
  assert.ok(first instanceof Uint8Array)
  assert.deepEqual([second === first, (await bodyOf()) === first], [true, true])
  await writeFile(join(at, 'a.css'), 'b {}'.repeat(100))
  assert.equal(String(await bodyOf()), String(Buffer.from('b {}'.repeat(100))))
})

test('parseRange() reads one range of bytes', () => {
  const rows = [
    ['bytes=0-0', [0, 1]], ['bytes=2-4', [2, 5]], ['bytes=2-', [2, 10]], ['bytes=-3', [7, 10]], ['bytes=-30', [0, 10]], ['bytes=8-99', [8, 10]], ['Bytes= 1-2 ', [1, 3]],
    ['bytes=10-', 'unsatisfiable'], ['bytes=-0', 'unsatisfiable'], ['bytes=10-11', 'unsatisfiable'],
    [null, null], ['', null], ['bytes=', null], ['bytes=-', null], ['bytes=4-2', null], ['bytes=0-1,3-4', null], ['lines=0-1', null], ['bytes=a-b', null],
    [`bytes=${'9'.repeat(400)}-`, null],
  ] as const
  for (const [header, expected] of rows) {
    const range = parseRange(header, 10)
    assert.deepEqual(range === null || range === 'unsatisfiable' ? range : [range.start, range.end], expected, String(header))
  }
  assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
})
