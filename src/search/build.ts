/**
 * Chunks -> inverted index. Terms and words are numbered as they are met and
 * renumbered in sorted order at the end.
 */
import { createAnalyze } from '../text/analyze.ts'
import { languageOf } from '../text/language.ts'
import { fieldNumber } from './field.ts'
import type { InvertedIndex, Searchable } from './inverted-index.ts'
import { asTitle, createToName } from './name.ts'
import { createNumbering } from './numbering.ts'
import { createStringTable } from './string-table.ts'
import { createTextCollector } from './text-columns.ts'
import { createWorkspace } from './workspace.ts'

const BODY = fieldNumber('body')
const HEADING = fieldNumber('heading')
const TITLE = fieldNumber('title')
const PARENTS = fieldNumber('parents')

/** Builds the index of a site's chunks; the same chunks give the same index. */
export function buildIndex(chunks: Iterable<Searchable>): InvertedIndex {
  const builder = createBuilder()
  for (const chunk of chunks) builder.add(chunk)
  return builder.finish()
}

interface Builder {
  readonly add: (chunk: Searchable) => void
  readonly finish: () => InvertedIndex
}

function createBuilder(): Builder {
  const toName = createToName()
  const text = createTextCollector()
  const names = createNumbering()
  /** Number of each chunk's name, -1 where it has none. */
  const nameOf: number[] = []
  const pages = createNumbering()
  const groups = createNumbering()
  const ids: string[] = []
  const pageOf: number[] = []
  const groupOf: number[] = []
  const spellings: number[] = []

  function add(chunk: Searchable): void {
    ids.push(chunk.id)
    pageOf.push(pages.numberOf(chunk.page))
    groupOf.push(chunk.group ? groups.numberOf(chunk.group) : -1)

    const language = languageOf(chunk.lang)
    text.add(chunk.title, { language, field: TITLE })
    text.add(chunk.heading ?? '', { language, field: HEADING })
    for (const parent of chunk.parents ?? []) text.add(parent, { language, field: PARENTS })
    text.add(chunk.text, { language, field: BODY, code: chunk.code?.filter(({ isBlock }) => isBlock) ?? [] })
    text.endChunk()

    const name = toName(chunk.heading || chunk.title)
    nameOf.push(name.key === '' ? -1 : names.numberOf(name.key))
    spellings.push(chunk.heading ? name.spelling : asTitle(name.spelling))
  }

  function finish(): InvertedIndex {
    const { table: groupTable, ranks: groupRanks } = groups.sorted()
    const { table: nameTable, ranks: nameRanks } = names.sorted()
    return {
      ids: createStringTable(ids),
      pages: Uint32Array.from(pageOf),
      groups: groupTable,
      groupOf: Uint32Array.from(groupOf, (number) => groupRanks[number] ?? groupRanks.length),
      ...text.finish(),
      names: nameTable,
      ...sortByName(nameOf, nameRanks),
      spellings: Int32Array.from(spellings),
      analyze: createAnalyze(),
      workspace: createWorkspace(),
    }
  }

  return { add, finish }
}

/** Ordinals by the rank of their name, ascending within each: a counting sort. */
function sortByName(nameOf: readonly number[], ranks: Uint32Array): Pick<InvertedIndex, 'nameStarts' | 'nameChunks'> {
  const nameStarts = new Uint32Array(ranks.length + 1)
  for (const name of nameOf) if (name >= 0) nameStarts[ranks[name]! + 1]! += 1
  for (let rank = 0; rank < ranks.length; rank += 1) nameStarts[rank + 1]! += nameStarts[rank]!
  const next = nameStarts.slice()
  const nameChunks = new Uint32Array(nameStarts[ranks.length]!)
  nameOf.forEach((name, ordinal) => {
    if (name < 0) return
    const rank = ranks[name]!
    nameChunks[next[rank]!] = ordinal
    next[rank]! += 1
  })
  return { nameStarts, nameChunks }
}
