/**
 * Filters: the language, version and group that results must have, compared exactly. A chunk's three values are its
 * scope, one string of the index; a filter is evaluated once for each scope, so a search only looks a number up. A
 * scope also has what takes the place of the version where copies of a section are ranked (`text/version-order.ts`).
 */
import { isObject } from '../../base/json.ts'
import { DEFAULT_VERSION, versionFolder } from '../../text/version-order.ts'

/** The names of a filter's values, in the order in which a scope has them. */
export const FILTER_NAMES = ['lang', 'version', 'group'] as const

/** One of them. */
export type FilterName = (typeof FILTER_NAMES)[number]

/** The values that results must have; an empty one is for chunks that have none. Absent names don't matter. */
export type Filter = { readonly [Name in FilterName]?: string | undefined }

/** The values that chunks of an index have, sorted by code unit: the empty string first where some chunks have none. */
export type FilterValues = Readonly<Record<FilterName, readonly string[]>>

/** The part of a chunk that filters read; absent, null and empty are the same. */
export type Filterable = { readonly [Name in FilterName]?: string | null | undefined }

const SEPARATOR = '\0'

/** The filter in a value of unknown shape, or a sentence without its full stop on what was expected. */
export function decodeFilter(value: unknown): Filter | string {
  if (!isObject(value)) return `filter must be an object; its keys are ${FILTER_NAMES.join(', ')}`
  const names: readonly string[] = FILTER_NAMES
  const unknown = Object.keys(value).find((key) => !names.includes(key))
  if (unknown !== undefined) {
    return `filter must not have the key ${JSON.stringify(unknown)}; its keys are ${names.join(', ')}`
  }
  const filter: { [Name in FilterName]?: string } = {}
  for (const name of FILTER_NAMES) {
    const text = value[name]
    if (text === undefined) continue
    if (typeof text !== 'string') return `filter.${name} must be a string`
    filter[name] = text
  }
  return filter
}

/** True where a chunk has the values of a filter. */
export function matchesFilter(chunk: Filterable, filter: Filter): boolean {
  return FILTER_NAMES.every((name) => filter[name] === undefined || partOf(filter[name]) === partOf(chunk[name]))
}

export function scopeOf(chunk: Filterable & { readonly page?: string; readonly isDefaultVersion?: boolean }): string {
  const { version, page = '', isDefaultVersion = false } = chunk
  const ranked = isDefaultVersion ? DEFAULT_VERSION : version ? '' : versionFolder(page)
  return [...FILTER_NAMES.map((name) => chunk[name]), ...(ranked ? [ranked] : [])].map(partOf).join(SEPARATOR)
}

/** The version by which the copies in a scope are named; empty for none. */
export function versionName(scope: string): string {
  const [, version, , ranked = ''] = scope.split(SEPARATOR)
  return version || ranked
}

/** The version by which the copies in a scope are ranked. */
export function rankedVersion(scope: string): string {
  const [, version = '', , ranked = version] = scope.split(SEPARATOR)
  return ranked
}

/** For each scope 1 where a filter admits its chunks; null for a filter without values, which admits all. */
export function admittedScopes(scopes: readonly string[], filter: Filter): Uint8Array | null {
  if (FILTER_NAMES.every((name) => filter[name] === undefined)) return null
  return Uint8Array.from(scopes, (scope) => (matchesFilter(filterableOf(scope), filter) ? 1 : 0))
}

export function filterValues(scopes: readonly string[]): FilterValues {
  const chunks = scopes.map(filterableOf)
  const valuesOf = (name: FilterName) => [...new Set(chunks.map((chunk) => chunk[name]))].sort()
  return { lang: valuesOf('lang'), version: valuesOf('version'), group: valuesOf('group') }
}

/** The values in a scope; any string has some, since a file may be damaged. */
export function filterableOf(scope: string): Readonly<Record<FilterName, string>> {
  const [lang = '', version = '', group = ''] = scope.split(SEPARATOR)
  return { lang, version, group }
}

/** A value as a scope can hold it: the index stores UTF-8, and the separator is no part of a value. */
function partOf(value: string | null | undefined): string {
  // Most chunks have none.
  if (!value) return ''
  return value.toWellFormed().replaceAll(SEPARATOR, '\ufffd')
}
