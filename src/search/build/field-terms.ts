/**
 * A chunk -> the terms of its fields as texts, for an engine that indexes words as it gets them. They are the terms that
 * `buildIndex` gives the same chunk.
 */
import { type Analyze, type Token, createAnalyze } from '../../text/analyze.ts'
import { type Language, languageOf } from '../../text/language.ts'
import { type FieldName, FIELDS, MEASURED_FIELDS } from '../index/field.ts'
import type { Searchable } from '../index/inverted-index.ts'
import { createToTitleKey } from '../query/title-match.ts'

/** The terms of one chunk. */
export interface FieldTerms {
  /**
   * Terms of each field with spaces between them: words and parts of compounds as they stand, then the wholes of the
   * compounds, so that neighbours in the text are neighbours here.
   */
  readonly fields: Readonly<Record<FieldName, string>>
  /** Words of each field with a length, in the order of `MEASURED_FIELDS`. */
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

/** The functions that read texts of one language. */
interface LanguageReader {
  readonly analyze: Analyze
  readonly titleKeyOf: (text: string) => string
}

/** A reader with its own memory: make one for many chunks. */
export function createReadFieldTerms(): ReadFieldTerms {
  const readers = new Map<Language, LanguageReader>()

  function readerOf(language: Language): LanguageReader {
    const existing = readers.get(language)
    if (existing !== undefined) return existing
    const toTitleKey = createToTitleKey(language)
    const reader = { analyze: createAnalyze(language), titleKeyOf: (text: string) => toTitleKey(text).key }
    readers.set(language, reader)
    return reader
  }

  return function readFieldTerms({ title, heading, parents = [], text, code = [], linkTexts = [], lang }) {
    const { analyze, titleKeyOf } = readerOf(languageOf(lang))
    const blocks = code.filter(({ isBlock }) => isBlock)
    const isCode = ({ start }: Token) => blocks.some((block) => block.start <= start && start < block.end)
    const ofText = analyze(text)
    const tokens: Readonly<Record<FieldName, readonly Token[]>> = {
      title: analyze(title),
      heading: analyze(heading ?? ''),
      parents: parents.flatMap(analyze),
      body: blocks.length === 0 ? ofText : ofText.filter((token) => !isCode(token)),
      code: blocks.length === 0 ? [] : ofText.filter(isCode),
      links: linkTexts.flatMap(analyze),
    }
    const all = FIELDS.flatMap(({ name }) => tokens[name])
    return {
      fields: {
        title: termsText(tokens.title),
        heading: termsText(tokens.heading),
        parents: termsText(tokens.parents),
        body: termsText(tokens.body),
        code: termsText(tokens.code),
        links: termsText(tokens.links),
      },
      lengths: MEASURED_FIELDS.map(({ name }) => tokens[name].filter(({ kind }) => kind !== 'whole').length),
      terms: [...new Set(all.map(({ term }) => term))],
      words: [...new Set(all.map(({ word }) => word))],
      titleKey: titleKeyOf(heading || title),
    }
  }
}

function termsText(tokens: readonly Token[]): string {
  const wholes = tokens.filter(({ kind }) => kind === 'whole')
  const singles = wholes.length === 0 ? tokens : tokens.filter(({ kind }) => kind !== 'whole')
  return [...singles, ...wholes].map(({ term }) => term).join(' ')
}
