/**
 * The generations of an alias: one index each, named `<alias>-<time>-<random>`. The alias points to the current one;
 * others are being written, or were abandoned. An index with another name is never touched.
 */
import { AskError, isObject } from '../../../core/base.ts'
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
