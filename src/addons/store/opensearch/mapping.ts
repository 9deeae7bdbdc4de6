/**
 * The settings and mappings of an index. Terms are cut here and not by the engine, so every field of terms has the
 * `whitespace` analyzer, which every engine has. Each has the BM25 constants of its field in our own ranking.
 */
import { FIELDS } from '../../../core/search.ts'

/** Id and routing of the meta document. Ids of sections begin with a slug, so no section has this id. */
export const META_ID = '#meta'

/** Shards and copies of an index. */
export interface IndexLayout {
  /** Number of shards, each for 10 to 30 GiB. */
  readonly shards: number
  /** Number of copies of each shard. */
  readonly replicas: number
}

/** The body that creates an index without refreshes and copies, until `servingSettings` enables them. */
export function indexBody({ shards }: Pick<IndexLayout, 'shards'>): object {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: 0,
        refresh_interval: '-1',
        similarity: Object.fromEntries(FIELDS.map(({ name, k1, b }) => [`ask_${name}`, { type: 'BM25', k1, b }])),
      },
    },
    mappings: {
      dynamic: false,
      _routing: { required: true },
      _source: { excludes: ['t_*', 'words', 'compounds'] },
      properties: {
        kind: { type: 'keyword' },
        id: KEYWORD,
        page: KEYWORD,
        page_key: KEYWORD,
        order: { type: 'integer' },
        is_intro: { type: 'boolean' },
        is_listed: { type: 'boolean' },
        lang: KEYWORD,
        version: KEYWORD,
        group: KEYWORD,
        weight: { type: 'float', index: false },
        title_key: { type: 'keyword', ignore_above: MAX_KEY_LENGTH, doc_values: false },
        ...Object.fromEntries(FIELDS.map(({ name }) => [`t_${name}`, { ...TERMS, similarity: `ask_${name}` }])),
        t_all: SET,
        words: SET,
        compounds: KEYWORD,
      },
    },
  }
}

/** The settings of an index that serves readers: searches see documents within a second. */
export function servingSettings({ replicas }: Pick<IndexLayout, 'replicas'>): object {
  return { index: { number_of_replicas: replicas, refresh_interval: '1s' } }
}

/** Most UTF-16 units of a keyword; longer ones are stored, but no search finds them. */
const MAX_KEY_LENGTH = 8_000
const KEYWORD = { type: 'keyword', ignore_above: MAX_KEY_LENGTH }
const TERMS = { type: 'text', analyzer: 'whitespace' }
/** A field of distinct strings: only the number of sections that have each one matters. */
const SET = { ...TERMS, norms: false, index_options: 'docs' }
