import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileKey, findFileReferences, originOf } from '../../../src/addons/reader/file-references.ts'
import { formatToken } from '../../../src/core/content/structure/encoding.ts'
import { page } from '../../support/chunk.ts'

test('fileKey() has one key for all spellings of a root-relative address', () => {
  const rows = [
    ['/a%20b.png', 'a%20b.png'], ['/a b.png?x#y', 'a%20b.png'], ['/%61.png', 'a.png'], ['/../../etc/passwd', '../../etc/passwd'], ['//host/a.png', null], ['/\\host/a.png', null],
    ['a.png', null], ['https://other.test/a.png', null], ['https://docs.test/a.png', 'a.png'], ['https://docs.test.evil/a.png', null], ['data:image/png,', null], ['/%', null], ['', null],
  ] as const
  for (const [address, expected] of rows) {
    assert.equal(fileKey(address, 'https://docs.test'), expected, address)
  }
})

test('findFileReferences() takes images and links of all sections', () => {
  const base = page('a', { '': 'xy', Next: 'z' })
  const structure = formatToken({ type: 'image', src: '/a.png' }, 0) + formatToken(null, 1) + formatToken({ type: 'link', href: '/b.pdf', line: 0 }, 0) + formatToken(null, 1)
  const pages = [{ ...base, sections: base.sections.map((section) => ({ ...section, structure })) }]
  assert.deepEqual([...findFileReferences(pages, null)], ['a.png', 'b.pdf'])
})

test('originOf() is the host of a site whose links name it', () => {
  assert.equal(originOf([page('a', {})]), null)
  assert.equal(originOf([{ url: 'https://docs.test:8080/base/a/' }]), 'https://docs.test:8080')
  assert.equal(originOf([]), null)
})
