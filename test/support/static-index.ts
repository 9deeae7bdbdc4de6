/** A static index on a host that is no more than a map, and the faults of hosts. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { parseJson } from '../../src/core/base/json.ts'
import type { Findable, FoundResults } from '../../src/core/search/show/view.ts'
import { decodeHead } from '../../src/addons/static/head.ts'
import { ENTRY_NAME, HEAD_PATH, partPath, unseal } from '../../src/addons/static/layout.ts'
import type { createFetch as CreateFetch } from '../../src/addons/static/read/reply.ts'
import { type StaticSearch, createStaticSearch } from '../../src/addons/static/read/static-search.ts'
import { type PartSizes, type StaticIndex, entryOf, writeStaticIndex } from '../../src/addons/static/write/write-index.ts'
import { temporaryFolder } from './site.ts'

export const BASE = 'https://docs.example/site/_ask/'

/** Sizes that cut a small index into many parts. */
export const TINY: PartSizes = { terms: 30, words: 3, texts: 40 }

/** Writes an index as `ask static` does. */
export function writeIndex(chunks: readonly Findable[], sizes?: PartSizes): Promise<StaticIndex> {
  return writeStaticIndex(chunks, (bytes) => deflateSync(bytes, { level: 9 }), sizes)
}

/** A search over an index whose parts are at hand. */
export async function searchIn(index: StaticIndex): Promise<StaticSearch> {
  const files = new Map(index.parts.map(({ path, bytes }) => [path, bytes]))
  const head = await unseal(new Uint8Array(index.head), HEAD_PATH)
  return createStaticSearch(decodeHead(head!), async (name) => {
    const path = partPath(name)
    return (await unseal(new Uint8Array(files.get(path)!), path))!
  })
}

/** A host of files by their path. Tests change the files, and `requests` has all that was asked for. */
export interface StaticHost {
  readonly files: Map<string, Uint8Array | string>
  readonly requests: string[]
  readonly fetch: (url: string) => Promise<Response>
  /** Puts an index in place of the one before. */
  readonly deploy: (index: StaticIndex) => void
}

export function createHost(index: StaticIndex): StaticHost {
  const files = new Map<string, Uint8Array | string>()
  const requests: string[] = []

  function deploy(next: StaticIndex): void {
    files.clear()
    for (const { path, bytes } of next.parts) files.set(`${next.build}/${path}`, bytes)
    files.set(ENTRY_NAME, JSON.stringify(entryOf(next, { script: 'search.js' })))
  }

  async function fetch(url: string): Promise<Response> {
    const path = url.slice(BASE.length)
    requests.push(path)
    const file = files.get(path)
    if (file === undefined) return new Response('<!doctype html><title>Not found</title>', { status: 404 })
    return new Response(typeof file === 'string' ? file : new Uint8Array(file))
  }

  deploy(index)
  return { files, requests, fetch, deploy }
}

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
