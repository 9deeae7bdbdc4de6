/** Unknown JSON -> the meta document of a store. */
import { isCount } from '../../core/base.ts'
import { type Decode, decodeGlossaryEntry, fieldsOf, filledText, formatError, listOf, text } from '../../core/graph.ts'
import { type FilterValues, MEASURED_FIELDS } from '../../core/search.ts'
import type { SectionCounts, StoreMeta } from './store.ts'

/** Glossary entries of a store. */
export const MAX_GLOSSARY_ENTRIES = 5_000
/** Values of a filter, suggestions, or languages. */
export const MAX_VALUES = 10_000

/** The meta document at `path`. Throws `AskError('graph-format')` with the path of the error. */
export const decodeMeta: Decode<StoreMeta> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    format: field('format', filledText),
    generation: field('generation', filledText),
    revision: field('revision', decodeCount),
    counts: field('counts', decodeCounts),
    languages: field('languages', listOf(filledText, MAX_VALUES)),
    filterValues: field('filterValues', filterValues),
    isWeighted: field('isWeighted', (given) => given === true),
    contentHash: field('contentHash', filledText),
    graphHash: field('graphHash', text),
    builtBy: field('builtBy', text),
    glossary: field('glossary', listOf(decodeGlossaryEntry, MAX_GLOSSARY_ENTRIES)),
    suggestions: field('suggestions', listOf(filledText, MAX_VALUES)),
    overview: field('overview', text),
    context: field('context', text),
  }
}

/** Counts of sections at `path`. */
export const decodeCounts: Decode<SectionCounts> = (value, path) => {
  const field = fieldsOf(value, path)
  const words = field('words', listOf(decodeCount, MEASURED_FIELDS.length))
  if (words.length < MEASURED_FIELDS.length) {
    throw formatError(path, `must have words of ${MEASURED_FIELDS.length} fields`)
  }
  return { sections: field('sections', decodeCount), words }
}

const filterValues: Decode<FilterValues> = (value, path) => {
  const field = fieldsOf(value, path)
  const values = listOf(text, MAX_VALUES)
  return { lang: field('lang', values), version: field('version', values), group: field('group', values) }
}

/** A count: a whole number from 0. */
export const decodeCount: Decode<number> = (value, path) => {
  if (isCount(value)) return value
  throw formatError(path, 'must be a whole number from 0 on')
}
