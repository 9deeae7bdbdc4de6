/** A query of a store -> the body of a search (`_search`). Its scores are coarse: the process reranks the hits. */
import type { JsonObject } from '../../../core/base.ts'
import { FIELDS, type Filter, FILTER_NAMES, type Phrase } from '../../../core/search.ts'
import { keyStarts } from '../compound.ts'
import type { StoreQuery, StoreWord } from '../store.ts'

/** The fields of terms with their weights in the ranking of the process. */
const WEIGHTED_FIELDS = FIELDS.map(({ name, weight }) => `t_${name}^${weight}`)
/** The fields whose words have positions in the process. */
const PHRASE_FIELDS = FIELDS.filter(({ name }) => name !== 'links').map(({ name }) => `t_${name}`)
/** Weight of words that begin with the word that is being typed. */
const BEGINNING_WEIGHT = 0.8
/** Expansion of a prefix: the words that most sections have. */
const BEGINNING_REWRITE = 'top_terms_blended_freqs_16'
/** Fraction of the scores of its other alternatives that is added to the score of a word's best one. */
const MEANINGS_SHARE = 0.3
/** High enough that sections whose heading or title equals the query are always among the candidates. */
const TITLE_WEIGHT = 40
/** Fraction of a query's words that a heading or title must have to add to the score. */
const HEADING_SHARE = '75%'
/** Keys for each text of letters; a word has up to three. */
const MAX_COMPOUNDS = 64
/** The engine's own timeout, shorter than that of a whole search: the engine then returns the hits found so far. */
const ENGINE_TIMEOUT = '2s'

/** The body of a search for the best sections. */
export function searchBody(query: StoreQuery, { isWeighted }: { readonly isWeighted: boolean }): JsonObject {
  const scored = { bool: scoredClauses(query) }
  const byPage = { field_value_factor: { field: 'weight', missing: 1 }, boost_mode: 'multiply' }
  return {
    size: query.limit,
    _source: ['chunk', 'order'],
    track_total_hits: false,
    timeout: ENGINE_TIMEOUT,
    query: isWeighted ? { function_score: { query: scored, ...byPage } } : scored,
  }
}

function scoredClauses({ words, titleKeys, pageTitlesOnly, phrases, excluded, filter }: StoreQuery): JsonObject {
  const first = words.flatMap(({ terms }) => terms[0]?.term ?? [])
  const titles = titleKeys.length === 0 ? [] : [titleClause(titleKeys, pageTitlesOnly)]
  return {
    should: [
      ...words.flatMap(wordClause),
      ...titles,
      ...(first.length < 2 ? [] : ['t_heading', 't_title'].map(headingClause(first))),
    ],
    minimum_should_match: 1,
    filter: [{ term: { kind: 'section' } }, ...filterClauses(filter), ...phrases.map(phraseClause)],
    must_not: excluded.map(phraseClause),
  }
}

function wordClause({ terms, beginning, splits }: StoreWord): JsonObject[] {
  const meanings = [
    ...terms.map(({ term, weight }) => termClause(term, weight)),
    ...(beginning === null ? [] : ['words', 't_heading', 't_title'].map(beginningClause(beginning))),
    ...splits.map(phraseClause),
  ]
  const [only] = meanings
  if (only === undefined) return []
  return [meanings.length === 1 ? only : { dis_max: { queries: meanings, tie_breaker: MEANINGS_SHARE } }]
}

/** With this tie-breaker the scores of fields are added up, and a term has the same idf in each field. */
function termClause(term: string, boost: number): JsonObject {
  const options = { type: 'cross_fields', tie_breaker: 1, analyzer: 'whitespace' }
  return { multi_match: { query: term, fields: WEIGHTED_FIELDS, boost, ...options } }
}

function beginningClause(value: string): (field: string) => JsonObject {
  return (field) => ({ prefix: { [field]: { value, rewrite: BEGINNING_REWRITE, boost: BEGINNING_WEIGHT } } })
}

function titleClause(keys: readonly string[], pageTitlesOnly: boolean): JsonObject {
  const intros = pageTitlesOnly ? [{ term: { is_intro: true } }] : []
  const filter = { bool: { filter: [{ terms: { title_key: keys } }, ...intros] } }
  return { constant_score: { filter, boost: TITLE_WEIGHT } }
}

function headingClause(terms: readonly string[]): (field: string) => JsonObject {
  const options = { analyzer: 'whitespace', minimum_should_match: HEADING_SHARE }
  return (field) => ({ match: { [field]: { query: terms.join(' '), ...options } } })
}

function filterClauses(filter: Filter): JsonObject[] {
  return FILTER_NAMES.flatMap((name) => (filter[name] === undefined ? [] : [{ term: { [name]: filter[name] } }]))
}

/** Sections that have the words of a phrase next to each other in one field. */
function phraseClause(phrase: Phrase): JsonObject {
  const words = phrase.map((terms) => {
    const intervals = terms.map((term) => ({ match: { query: term, analyzer: 'whitespace' } }))
    return intervals.length === 1 ? intervals[0] : { any_of: { intervals } }
  })
  const [only] = words
  const rule = words.length === 1 ? only : { all_of: { ordered: true, max_gaps: 0, intervals: words } }
  return { dis_max: { queries: PHRASE_FIELDS.map((field) => ({ intervals: { [field]: rule } })) } }
}

/** The body of a request for the words near given words: a list of options for each, by its position. */
export function correctionsBody(words: readonly string[]): JsonObject {
  const options = {
    field: 'words', analyzer: 'whitespace', suggest_mode: 'always', max_edits: 2, prefix_length: 0, min_word_length: 4,
    size: 16, sort: 'frequency',
  }
  const suggest = Object.fromEntries(words.map((word, i) => [`w${i}`, { text: word, term: options }]))
  return { size: 0, timeout: ENGINE_TIMEOUT, suggest }
}

/** The body of a search for the most frequent keys of words that begin or end in some letters, for each of these. */
export function compoundsBody(letters: readonly string[]): JsonObject {
  const starts = letters.map(keyStarts)
  // A regular expression: `Store.compounds` gets letters alone.
  const keysOf = (some: readonly string[]) => {
    return { terms: { field: 'compounds', include: some.map((start) => `${start}.*`).join('|'), size: MAX_COMPOUNDS } }
  }
  return {
    size: 0,
    track_total_hits: false,
    timeout: ENGINE_TIMEOUT,
    query: { bool: { should: starts.flat().map((value) => ({ prefix: { compounds: value } })) } },
    aggs: Object.fromEntries(starts.map((some, i) => [`c${i}`, keysOf(some)])),
  }
}

/** The body of a search for the number of sections of all shards that have each term. */
export function countsBody(terms: readonly string[]): JsonObject {
  const filters = Object.fromEntries(terms.map((term, i) => [`t${i}`, { term: { t_all: term } }]))
  return {
    size: 0,
    track_total_hits: false,
    timeout: ENGINE_TIMEOUT,
    query: { terms: { t_all: terms } },
    aggs: { counts: { filters: { filters } } },
  }
}

/** The body of a search for the number of sections in each group. */
export const GROUPS_BODY: JsonObject = {
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: [{ term: { is_listed: true } }] } },
  aggs: { groups: { terms: { field: 'group', size: 1_000 } } },
}

/** The body of a request for the number of sections of one shard that have each term. */
export function frequenciesBody(terms: readonly string[]): JsonObject {
  const options = { term_statistics: true, field_statistics: true, positions: false, offsets: false }
  return { doc: { t_all: terms.join(' ') }, fields: ['t_all'], ...options }
}
