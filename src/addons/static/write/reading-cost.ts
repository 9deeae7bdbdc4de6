/** A static index -> the bytes that a reader downloads, measured by searching it for some of its own headings. */
import type { Findable } from '../../../core/search.ts'
import { decodeHead } from '../head.ts'
import { HEAD_PATH, partPath, unseal } from '../layout.ts'
import { createStaticSearch } from '../read/static-search.ts'
import { type StaticIndex, entryOf } from './write-index.ts'

/** Number of headings that are searched for, and of results of each search. */
const QUERIES = 8
const RESULTS = 10

/** Median bytes of files, without the modules. */
export interface ReadingCost {
  /** The entry, and the first search. */
  readonly first: number
  /** Each later search. */
  readonly further: number
}

export async function readingCost(index: StaticIndex, chunks: readonly Findable[]): Promise<ReadingCost> {
  const part = await unseal(new Uint8Array(index.head), HEAD_PATH)
  if (part === null) return { first: 0, further: 0 }
  const head = decodeHead(part)
  const files = new Map(index.parts.map(({ path, bytes }) => [path, bytes]))
  let read = 0
  const open = () => createStaticSearch(head, async (name) => {
    const path = partPath(name)
    const file = files.get(path) ?? new Uint8Array(0)
    read += file.length
    return (await unseal(new Uint8Array(file), path)) ?? new Uint8Array(0)
  })
  const visit = open()
  const costOf = async (search: ReturnType<typeof open>, query: string) => {
    read = 0
    await search.search(query, { limit: RESULTS })
    return read
  }
  const first: number[] = []
  const further: number[] = []
  for (const query of queriesOf(chunks)) {
    first.push(await costOf(open(), query))
    further.push(await costOf(visit, query))
  }
  return { first: JSON.stringify(entryOf(index, { script: '' })).length + median(first), further: median(further) }
}

/** Headings or titles of sections from all parts of the site. */
function queriesOf(chunks: readonly Findable[]): string[] {
  const step = Math.max(1, Math.floor(chunks.length / QUERIES))
  return chunks.filter((_, i) => i % step === 0).slice(0, QUERIES).map(({ heading, title }) => heading || title)
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >>> 1] ?? 0
}
