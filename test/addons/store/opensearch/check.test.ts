import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { checkIndex } from '../../../../src/addons/store/opensearch/check.ts'
import { type Exchange, RECORDED } from '../../../support/recorded-engine.ts'

const page: readonly Exchange[] = JSON.parse(await readFile(new URL('page.json', RECORDED), 'utf8'))

/** The findings on the recorded index with this number of sections, whose pages are gone. */
async function findingsWith(sections: number) {
  const fetch = async (input: unknown, { method = 'GET' }: RequestInit = {}) => {
    const path = String(input).replace('http://127.0.0.1:1', '')
    if (path.endsWith('/_count')) return Response.json({ count: sections, _shards: { failed: 0 } })
    if (path.endsWith('/_search')) return Response.json({ timed_out: false, _shards: { failed: 0 }, hits: { hits: [] } })
    const request = `${method} ${path.replace('ask-recorded-*', 'ask-recorded')}`
    return Response.json(page.find((exchange) => exchange.request === request && exchange.status === 200)?.json)
  }
  const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask-recorded', fetch })
  return (await checkIndex(connection, { now: () => 0, random: () => 0 })).findings
}

test('checkIndex() says what mends an index whose meta document is of other pages', async () => {
  const remedy = '. If `ask index push --page` was interrupted, write all pages again with `ask index push`'
  const pages = `Its pages are not those that its own record names${remedy}`
  assert.deepEqual(await findingsWith(2), [pages])
  assert.deepEqual(await findingsWith(1), [`It has 1 section, its own record says 2${remedy}`, pages])
})
