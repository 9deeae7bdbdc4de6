import assert from 'node:assert/strict'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createPageFiles } from '../../../../src/addons/reader/site-files/page-files.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { formatToken } from '../../../../src/core/content/structure/encoding.ts'
import { page } from '../../../support/chunk.ts'
import { clientOf } from '../../../support/pages.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
await writeFile(join(folder, 'outside.png'), 'secret')
const root = await writeSite(join(folder, 'docs'), {
  'a.png': 'A', 'unused.png': 'U', 'guides/b (1).svg': '<svg onload="alert(1)"/>', 'public/logo.webp': 'L', 'files/c.pdf': 'P', 'd.html': '<script>',
  'e.exe': 'E', 'e.js': 'J', '.env.txt': 'K', '.git/f.png': 'G', 'node_modules/g.png': 'N', 'draft.png': 'D', 'both.png': 'own', 'public/both.png': 'other',
})
await symlink(join(folder, 'outside.png'), join(root, 'leak.png'))
await symlink(join(root, 'a.png'), join(root, 'linked.png'))

/** A page that shows these images, and links the first of them. */
function showing(...addresses: readonly string[]): Page {
  const images = addresses.map((src) => formatToken({ type: 'image', src }, 0) + formatToken(null, 0)).join('')
  const link = formatToken({ type: 'link', href: addresses[0] ?? '/', line: 0 }, 0) + formatToken(null, 1)
  const base = page('guides/x', { '': 'a' })
  return { ...base, sections: base.sections.map((section) => ({ ...section, structure: link + images })) }
}

/** A client of the files that pages refer to. */
async function serving(pages: readonly Page[], base = '/') {
  const { keys, serve } = await createPageFiles(root, pages, base)
  return { keys, get: clientOf(serve) }
}

test('files that pages refer to are served, at the address that the page has', async () => {
  const { keys, get } = await serving([showing('/files/c.pdf?v=1#page=2', '/a.png', '/guides/b%20%281%29.svg', '/logo.webp', '/linked.png', '/both.png')])
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
  const { get } = await serving([showing('/guides/b%20(1).svg', '/files/c.pdf')])
  assert.match((await get('/guides/b%20(1).svg')).headers['content-security-policy'] ?? '', /default-src 'none'.*; sandbox$/)
  assert.equal((await get('/files/c.pdf')).headers['content-security-policy'], undefined)
})

test('no other file is served', async () => {
  const asked = ['/d.html', '/e.exe', '/e.js', '/.env.txt', '/.git/f.png', '/node_modules/g.png', '/leak.png', '/../outside.png', '/../../etc/passwd', '//outside.png', '/none.png', 'https://b.test/unused.png', 'unused.png']
  const { keys, get } = await serving([showing('/a.png', ...asked)])
  assert.deepEqual([...keys], ['a.png'])
  const targets = [...asked.filter((address) => address.startsWith('/')), '/unused.png', '/draft.png', '/..%2foutside.png', '/%2e%2e/outside.png', '/a.png/', '/a.png%00', `${root}/a.png`, '/__proto__']
  for (const target of targets) assert.equal((await get(target)).text, 'service', target)
})

test('a site below a path, and one whose links name a host, have their files there', async () => {
  assert.equal((await (await serving([showing('/docs/a.png')], '/docs/')).get('/docs/a.png')).text, 'A')
  const hosted = { ...showing('https://docs.test/docs/a.png', 'https://other.test/docs/unused.png'), url: 'https://docs.test/docs/guides/x/' }
  const { keys } = await serving([hosted], '/docs/')
  assert.deepEqual([...keys], ['docs/a.png'])
})

test('a part of a file is sent to a client that asks for it', async () => {
  await writeFile(join(root, 'long.mp4'), Buffer.from(Array.from({ length: 200_000 }, (_, i) => 97 + (i % 26))))
  const { get } = await serving([showing('/long.mp4')])
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
