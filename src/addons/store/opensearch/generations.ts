/**
 * The generations of an alias: one index each, named `<alias>-<time>-<random>`. The alias points to the current one;
 * others are being written, or were abandoned. An index with another name is never touched.
 *
 * In an index, every field of terms has the `whitespace` analyzer, which every engine has, since terms are cut here and
 * not by the engine. Each has the BM25 constants of its field in our own ranking.
 */
import { AskError, isObject } from '../../../core/base.ts'
import { FIELDS } from '../../../core/search.ts'
import { unlessRefused } from './failure.ts'
import type { RequestEngine } from './request.ts'

/** Timeout of a change of the cluster's state. */
const CHANGE_MS = 60_000
const GENERATION = /^\d{8}t\d{9}z-[0-9a-f]{8}$/

/** The name of a new generation. */
export function generationName(now: number, random: () => number): string {
  const time = new Date(now).toISOString().replace(/[-:.]/g, '').toLowerCase()
  return `${time}-${Math.floor(random() * 2 ** 32).toString(16).padStart(8, '0')}`
}

/** Path of the index that holds a generation. */
export function generationPath(alias: string, generation: string): string {
  return `/${encodeURIComponent(`${alias}-${generation}`)}`
}

/** The generation that an alias points to; null for none. Throws `AskError('store')` if the name is used otherwise. */
export async function currentGeneration(alias: string, request: RequestEngine): Promise<string | null> {
  const read = request({ method: 'GET', path: `/${encodeURIComponent(alias)}/_alias`, timeoutMs: CHANGE_MS })
  const reply = await unlessRefused(read, 'index_not_found_exception')
  const names = isObject(reply?.json) ? Object.keys(reply.json) : []
  const [name] = names
  if (name === undefined) return null
  const generation = generationOf(alias, name)
  if (generation !== null && names.length === 1) return generation
  const reason = name === alias ? 'it is an index' : `it leads to ${names.join(', ')}`
  const message = `The name ${alias} is taken: ${reason}, which \`ask index push\` did not make`
  throw new AskError('store', `${message}; choose another with --index`)
}

/** All generations of an alias but one. */
export async function otherGenerations(
  alias: string,
  current: string | null,
  request: RequestEngine,
): Promise<readonly string[]> {
  const path = `/${encodeURIComponent(`${alias}-`)}*/_alias`
  const { json } = await request({ method: 'GET', path, timeoutMs: CHANGE_MS })
  const all = Object.keys(isObject(json) ? json : {}).flatMap((name) => generationOf(alias, name) ?? [])
  return all.filter((generation) => generation !== current)
}

/** Deletes a generation; does nothing if it does not exist. */
export async function deleteGeneration(alias: string, generation: string, request: RequestEngine): Promise<void> {
  const deletion = request({ method: 'DELETE', path: generationPath(alias, generation), timeoutMs: CHANGE_MS })
  await unlessRefused(deletion, 'index_not_found_exception')
}

/** Moves the alias from the current generation to another one, in one atomic step. */
export async function makeCurrent(
  alias: string,
  { generation, current }: { readonly generation: string; readonly current: string | null },
  request: RequestEngine,
): Promise<void> {
  const actionOf = (action: 'add' | 'remove', name: string) => ({ [action]: { index: `${alias}-${name}`, alias } })
  const actions = [actionOf('add', generation), ...(current === null ? [] : [actionOf('remove', current)])]
  await request({ method: 'POST', path: '/_aliases', body: { actions }, timeoutMs: CHANGE_MS })
}

function generationOf(alias: string, index: string): string | null {
  const generation = index.startsWith(`${alias}-`) ? index.slice(alias.length + 1) : ''
  return GENERATION.test(generation) ? generation : null
}

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
