/** What add-ons use of search: the index, its parts, queries and results. */
export { buildIndex } from './search/build/build.ts'
export { createReadCollection, createReadTerms, type ReadChunks, type ReadTerms } from './search/build/collection.ts'
export {
  isLetters, isPair, linkingForms, mayBeCompound, minPartOf, pairPrefix, shortestEndingIn, type WordOfTerm,
} from './search/index/compound-pair.ts'
export { createOpenList } from './search/index/encoded-list.ts'
export {
  countMask, type FieldName, FIELDS, HEADING_MASK, lengthCode, lengthOfCode, MEASURED_FIELDS, TITLE_MASK,
} from './search/index/field.ts'
export {
  admittedScopes, decodeFilter, type Filter, FILTER_NAMES, type FilterName, type FilterValues, filterValues,
} from './search/index/filter.ts'
export {
  type ChunkColumns, columnsOf, INDEX_VERSION, type IndexColumns, type InvertedIndex,
} from './search/index/inverted-index.ts'
export type { Lexicon, NearWord, SearchIndex } from './search/index/lexicon.ts'
export { type DecodedList, nextBlock, openDecoded } from './search/index/posting-list.ts'
export { idf } from './search/index/score.ts'
export { type Clause, MAX_GUESSED_WORDS, toClauses } from './search/query/clause.ts'
export { likelySplits } from './search/query/compound.ts'
export { createIsNear } from './search/query/near-words.ts'
export { createTermsOf, parseQuery, type Phrase, type Query } from './search/query/query.ts'
export { asPageTitle, isPageTitle } from './search/query/title-match.ts'
export { type IndexReader, openIndex } from './search/rank/index-reader.ts'
export { type ResolvedQuery, resolveQuery, search } from './search/rank/search.ts'
export { createViewSearcher, type Searcher, type SearchOptions } from './search/searcher.ts'
export { MAX_READ, type RowRange } from './search/show/excerpt.ts'
export type { SearchResults, WeighedResults } from './search/show/result.ts'
export {
  createTextViewers, type Findable, type FoundResults, openView, showFound, showHits, type ShownChunk,
} from './search/show/view.ts'
