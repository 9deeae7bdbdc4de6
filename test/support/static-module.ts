/** The bundled module that searches a static index in the page, run in this process. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseJson } from '../../src/core/base/json.ts'
import type { FoundResults } from '../../src/core/search/show/view.ts'
import type { createFetch as CreateFetch } from '../../src/addons/static/read/reply.ts'
import { type StaticIndex, entryOf } from '../../src/addons/static/write/write-index.ts'
import { temporaryFolder } from './site.ts'
import { BASE, createHost } from './static-index.ts'

/** A search by a module over an index: one visit. */
export async function createModuleSearch(module: Uint8Array, index: StaticIndex): Promise<(query: string) => Promise<FoundResults>> {
  const path = join(await temporaryFolder(), 'search.mjs')
  await writeFile(path, module)
  const { createFetch }: { createFetch: typeof CreateFetch } = await import(pathToFileURL(path).href)
  const host = createHost(index)
  const fetch = createFetch({
    entry: entryOf(index, { script: '' }), base: BASE, endpoint: '/api/ask', fetch: (url) => host.fetch(url), service: null,
  })
  return async (query) => {
    const reply = await fetch('/api/ask', { method: 'POST', body: JSON.stringify({ query, mode: 'keyword' }) })
    const { results, notice = null, completions = [] } = Object(parseJson(await reply.text()))
    return { results, notice, completions }
  }
}
