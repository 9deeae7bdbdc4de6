/**
 * A chunk -> the terms of its fields as texts, for an engine that indexes words as it gets them. They are the terms that
 * `buildIndex` gives the same chunk.
 */
import { createChain } from '../../text/analyze.ts'
import { type Language, languageOf } from '../../text/language.ts'
import type { Walk, WordView } from '../../text/segment.ts'
import { createWordTable } from '../../text/word-table.ts'
import { type FieldName, MEASURED_FIELDS } from '../index/field.ts'
import type { Searchable } from '../index/inverted-index.ts'
import { keptLength } from '../index/kept-length.ts'
import { createToTitleKey } from '../query/title-match.ts'

/** Words and headings that a reader remembers, some 300 bytes each; then it begins anew. */
const MAX_MEMORY = 65_536

/** The terms of one chunk. */
export interface FieldTerms {
  /**
   * Terms of each field with spaces between them: words and parts of compounds as they stand, then the wholes of the
   * compounds, so that neighbours in the text are neighbours here.
   */
  readonly fields: Readonly<Record<FieldName, string>>
  /** Words of each field with a length, in the order of `MEASURED_FIELDS`, as an index keeps them. */
  readonly lengths: readonly number[]
  /** The distinct terms of all fields. */
  readonly terms: readonly string[]
  /** The distinct folded words of all fields. */
  readonly words: readonly string[]
  /** Key of the heading, or of the title for the intro of a page (`title-match.ts`); empty for none. */
  readonly titleKey: string
}

/** Reads the terms of a chunk. */
export type ReadFieldTerms = (chunk: Searchable) => FieldTerms

/** A word of a text: its terms, of single words and of compounds as a whole, and its folded words. */
interface WordTerms {
  readonly singles: readonly string[]
  readonly wholes: readonly string[]
  readonly folded: readonly string[]
}

/** The functions that read texts of one language. */
interface LanguageReader {
  readonly walk: Walk
  readonly termsOf: (word: WordView) => WordTerms
  readonly titleKeyOf: (text: string) => string
}

/** Text of one field as it is collected. */
interface FieldText {
  readonly singles: string[]
  readonly wholes: string[]
}

/** A reader with its own memory: make one for many chunks. */
export function createReadFieldTerms(): ReadFieldTerms {
  const readers = new Map<Language, LanguageReader>()
  let memory = 0

  function createReader(language: Language): LanguageReader {
    const { walk, read } = createChain(language)
    const table = createWordTable()
    const words: WordTerms[] = []
    const toTitleKey = createToTitleKey(language)

    function termsOf({ units, from, to, isCompound }: WordView): WordTerms {
      const number = table.numberOf(units, from, to)
      const remembered = words[number]
      if (remembered !== undefined) return remembered
      const tokens = read({ text: table.textOf(number), isCompound })
      const resolved = {
        singles: tokens.filter(({ kind }) => kind !== 'whole').map(({ term }) => term),
        wholes: tokens.filter(({ kind }) => kind === 'whole').map(({ term }) => term),
        folded: tokens.map(({ word }) => word),
      }
      words[number] = resolved
      memory += 1
      return resolved
    }

    function titleKeyOf(text: string): string {
      memory += 1
      return toTitleKey(text).key
    }

    return { walk, termsOf, titleKeyOf }
  }

  function readerOf(language: Language): LanguageReader {
    if (memory > MAX_MEMORY) {
      readers.clear()
      memory = 0
    }
    const reader = readers.get(language) ?? createReader(language)
    readers.set(language, reader)
    return reader
  }

  return function readFieldTerms({ title, heading, parents = [], text, code = [], linkTexts = [], lang }) {
    const { walk, termsOf, titleKeyOf } = readerOf(languageOf(lang))
    const fields: Record<FieldName, FieldText> = {
      title: emptyField(), heading: emptyField(), parents: emptyField(),
      body: emptyField(), code: emptyField(), links: emptyField(),
    }
    const inUse = new Set<WordTerms>()

    function add(given: string, fieldOf: (word: WordView) => FieldText): void {
      walk(given, (view) => {
        const word = termsOf(view)
        const { singles, wholes } = fieldOf(view)
        singles.push(...word.singles)
        wholes.push(...word.wholes)
        inUse.add(word)
      })
    }

    const blocks = code.filter(({ isBlock }) => isBlock)
    const isCode = ({ start }: WordView) => blocks.some((block) => block.start <= start && start < block.end)
    add(title, () => fields.title)
    add(heading ?? '', () => fields.heading)
    for (const parent of parents) add(parent, () => fields.parents)
    add(text, (view) => (isCode(view) ? fields.code : fields.body))
    for (const linkText of linkTexts) add(linkText, () => fields.links)
    const words = [...inUse]
    return {
      fields: {
        title: termsText(fields.title),
        heading: termsText(fields.heading),
        parents: termsText(fields.parents),
        body: termsText(fields.body),
        code: termsText(fields.code),
        links: termsText(fields.links),
      },
      lengths: MEASURED_FIELDS.map(({ name }) => keptLength(fields[name].singles.length)),
      terms: [...new Set(words.flatMap(({ singles, wholes }) => [...singles, ...wholes]))],
      words: [...new Set(words.flatMap(({ folded }) => folded))],
      titleKey: titleKeyOf(heading || title),
    }
  }
}

function emptyField(): FieldText {
  return { singles: [], wholes: [] }
}

function termsText({ singles, wholes }: FieldText): string {
  return [...singles, ...wholes].join(' ')
}
