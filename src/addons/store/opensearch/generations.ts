/**
 * The generations of an alias: one index each, named `<alias>-<time>-<random>`. The alias points to the current one;
 * others are being written, or were abandoned. An index with another name is never touched. Each has a meta document: a
 * push writes it, and a process that serves readers keeps it for a while.
 *
 * In an index, every field of terms has the `whitespace` analyzer, which every engine has, since terms are cut here and
 * not by the engine. Each has the BM25 constants of its field in our own ranking.
 */
import { AskError, isObject } from '../../../core/base.ts'
import { FIELDS } from '../../../core/search.ts'
import { decodeMeta } from '../document.ts'
import { STORE_FORMAT, type StoreMeta } from '../store.ts'
import { decodeDocument, EngineFailure, unlessRefused } from './reply.ts'
import { anyJson, type EngineRequest, type RequestEngine } from './request.ts'

/** Timeout of a change of the cluster's state. */
const CHANGE_MS = 60_000
const GENERATION = /^\d{8}t\d{9}z-[0-9a-f]{8}$/

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
  const path = `/${encodeURIComponent(alias)}/_alias`
  const read = request({ method: 'GET', path, timeoutMs: CHANGE_MS }, namesIn)
  const names = (await unlessRefused(read, 'index_not_found_exception')) ?? []
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
  const names = await request({ method: 'GET', path, timeoutMs: CHANGE_MS }, namesIn)
  return names.flatMap((name) => generationOf(alias, name) ?? []).filter((generation) => generation !== current)
}

function namesIn(json: unknown): readonly string[] {
  return isObject(json) ? Object.keys(json) : []
}

/** Deletes a generation; does nothing if it does not exist. */
export async function deleteGeneration(alias: string, generation: string, request: RequestEngine): Promise<void> {
  const path = generationPath(alias, generation)
  const deletion = request({ method: 'DELETE', path, timeoutMs: CHANGE_MS }, anyJson)
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
  await request({ method: 'POST', path: '/_aliases', body: { actions }, timeoutMs: CHANGE_MS }, anyJson)
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

/** Timeout of a write, and of the read before it. */
const REQUEST_MS = 30_000
/** Timeout of a read by a process that serves readers. */
const READ_MS = 3_000
/** Age at which it is read again. */
const MAX_AGE_MS = 5_000

/** The meta document of the index at `path`. Rejects with `AskError('store')` for one of another format. */
export async function readMeta(path: string, request: RequestEngine): Promise<StoreMeta> {
  return request(readOf(path, REQUEST_MS), metaOf)
}

/**
 * Reads the meta document of the index at `path` for a process. It is cached for five seconds, and for longer while the
 * engine is down.
 */
export function createMetaReader(path: string, request: RequestEngine, now: () => number): () => Promise<StoreMeta> {
  let current: StoreMeta | null = null
  let readAt = -Infinity
  let reading: Promise<StoreMeta> | null = null

  async function refresh(): Promise<StoreMeta> {
    try {
      current = await request(readOf(path, READ_MS), metaOf)
      return current
    } catch (error) {
      // An index of another format may cut texts into other words, so the cached document must not be used with it.
      if (error instanceof EngineFailure && error.kind === 'index') current = null
      if (current === null) throw error
      return current
    } finally {
      readAt = now()
      reading = null
    }
  }

  return async function readCached() {
    if (current !== null && now() - readAt < MAX_AGE_MS) return current
    reading ??= refresh()
    return reading
  }
}

export async function writeMeta(path: string, meta: StoreMeta, request: RequestEngine): Promise<void> {
  const body = { kind: 'meta', ...meta }
  await request({ method: 'PUT', path: metaPath(path), body, timeoutMs: REQUEST_MS }, anyJson)
}

function metaPath(path: string): string {
  const id = encodeURIComponent(META_ID)
  return `${path}/_doc/${id}?routing=${id}`
}

function readOf(path: string, timeoutMs: number): EngineRequest {
  return { method: 'GET', path: metaPath(path), timeoutMs, statuses: [404] }
}

function metaOf(json: unknown): StoreMeta {
  const source = decodeDocument(json)
  if (source === null) throw unusable('it has no meta document')
  const { format } = source
  if (format !== STORE_FORMAT) {
    throw unusable(`it has the format ${String(format)}, this version of ask reads ${STORE_FORMAT}`)
  }
  return decodeMeta(source, 'meta')
}

function unusable(reason: string): EngineFailure {
  return new EngineFailure('index', `${reason}: write it again with \`ask index push\``)
}
