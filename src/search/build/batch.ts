/**
 * Chunks -> all that an index needs of them, texts already cut into words; and
 * several such batches, one after another -> the index. Batches of one reader share
 * its dictionaries, so a batch is read once and goes into any number of indexes.
 */
import { createAnalyze } from '../../text/analyze.ts'
import { languageOf } from '../../text/language.ts'
import type { Language } from '../../text/language.ts'
import { unmarkedLength } from '../../text/stemmer.ts'
import type { Dictionaries } from './dictionary.ts'
import { fieldNumber } from '../index/field.ts'
import type { InvertedIndex, Searchable } from '../index/inverted-index.ts'
import { asTitle, createToName } from '../query/title-match.ts'
import type { Name } from '../query/title-match.ts'
import { createNumbering } from '../strings/interner.ts'
import { createStringTable } from '../strings/front-coded-dictionary.ts'
import { createTextColumns } from './text-columns.ts'
import { createWordFilter } from '../strings/bloom-filter.ts'
import { createStreamWriter } from './token-stream.ts'
import type { WordStream } from './token-stream.ts'
import { createWorkspace } from '../index/workspace.ts'

const BODY = fieldNumber('body')
const HEADING = fieldNumber('heading')
const TITLE = fieldNumber('title')
const PARENTS = fieldNumber('parents')

/** What an index needs of a chunk beside its words. */
export interface Entry {
  readonly id: string
  readonly page: string
  /** Empty for none. */
  readonly group: string
  /** See `name.ts`; empty for none. */
  readonly name: string
  readonly spelling: number
}

/** Chunks that were read together. */
export interface Batch {
  readonly entries: readonly Entry[]
  readonly words: WordStream
}

/** Reads chunks, and remembers the words it has met. */
export interface BatchReader {
  readonly read: (chunks: Iterable<Searchable>) => Batch
  /** What the words in its batches mean. */
  readonly dictionaries: Dictionaries
}

/** A reader that knows no words yet. */
export function createBatchReader(): BatchReader {
  const namers = new Map<Language, (text: string) => Name>()
  const { add, endChunk, take, drop, dictionaries } = createStreamWriter()

  function readChunk(chunk: Searchable): Entry {
    const language = languageOf(chunk.lang)
    add(chunk.title, { language, field: TITLE })
    add(chunk.heading ?? '', { language, field: HEADING })
    for (const parent of chunk.parents ?? []) add(parent, { language, field: PARENTS })
    add(chunk.text, { language, field: BODY, code: chunk.code?.filter(({ isBlock }) => isBlock) ?? [] })
    endChunk()

    const toName = namers.get(language) ?? createToName(language)
    namers.set(language, toName)
    const { key, spelling } = toName(chunk.heading || chunk.title)
    return {
      id: chunk.id,
      page: chunk.page,
      group: chunk.group ?? '',
      name: key,
      spelling: chunk.heading ? spelling : asTitle(spelling),
    }
  }

  function read(chunks: Iterable<Searchable>): Batch {
    // What a chunk that can't be read has left must not become part of the next batch.
    drop()
    return { entries: Array.from(chunks, readChunk), words: take() }
  }

  return { read, dictionaries }
}

/**
 * The index of the chunks of all batches, in their order. It shows nothing of what
 * else their reader has read.
 */
export function joinBatches(batches: readonly Batch[], dictionaries: Dictionaries): InvertedIndex {
  const entries = batches.flatMap((batch) => batch.entries)
  const pages = createNumbering()
  const text = createTextColumns(batches.map(({ words }) => words), dictionaries)
  return {
    ids: createStringTable(entries.map(({ id }) => id)),
    pages: Uint32Array.from(entries, ({ page }) => pages.numberOf(page)),
    ...groupColumns(entries),
    ...text,
    wordFilter: createWordFilter([text.terms, text.words], unmarkedLength),
    ...nameColumns(entries),
    spellings: Int32Array.from(entries, ({ spelling }) => spelling),
    analyze: createAnalyze(),
    workspace: createWorkspace(),
  }
}

function groupColumns(entries: readonly Entry[]): Pick<InvertedIndex, 'groups' | 'groupOf'> {
  const groups = createNumbering()
  const numbers = entries.map(({ group }) => (group === '' ? -1 : groups.numberOf(group)))
  const { table, ranks } = groups.sorted()
  return { groups: table, groupOf: Uint32Array.from(numbers, (number) => ranks[number] ?? ranks.length) }
}

/** Ordinals by the rank of their name, ascending within each: a counting sort. */
function nameColumns(entries: readonly Entry[]): Pick<InvertedIndex, 'names' | 'nameStarts' | 'nameChunks'> {
  const names = createNumbering()
  const nameOf = entries.map(({ name }) => (name === '' ? -1 : names.numberOf(name)))
  const { table, ranks } = names.sorted()
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
  return { names: table, nameStarts, nameChunks }
}
