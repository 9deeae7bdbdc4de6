/**
 * The engines and their settings. An engine has `build(docs, folder)`, `search(query, k)` and, where it can be stored,
 * `save(folder)` and `load(folder)`; each may return a promise:
 *
 *   build   takes all sections, `{id, title, heading, body}[]`; the folder is for files, if it lives in files
 *   search  gives at most k ids, best first
 *   save    writes a snapshot into that folder; may return its size where not every file there counts
 *   load    opens that snapshot in another process
 *
 * `isNative` marks an engine whose memory V8 can't see, `buildsElsewhere` one that is built by another process, and
 * `clocks` are those of an engine that is a process of its own. Weights of fields are those of a small grid that suit an engine best on the Astro sets.
 */

/** Name on the command line -> label, file below `engines/`, npm package (its version is printed) and settings. */
export const ENGINES = {
  ask: { label: 'ask', file: 'ask' },
  minisearch: { label: 'MiniSearch, stemmed + stop words', file: 'minisearch', package: 'minisearch' },
  'minisearch-fuzzy': {
    label: 'MiniSearch, stemmed + prefix + fuzzy .2',
    file: 'minisearch',
    package: 'minisearch',
    settings: { searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 4, heading: 4 } } },
  },
  lunr: { label: 'lunr', file: 'lunr', package: 'lunr' },
  'lunr-even': { label: 'lunr, no boosts', file: 'lunr', package: 'lunr', settings: { boost: 1 } },
  'lunr-fuzzy': { label: 'lunr, prefix + edit 1', file: 'lunr', package: 'lunr', settings: { isTolerant: true } },
  fts5: { label: 'SQLite FTS5 porter', file: 'fts5', package: 'better-sqlite3' },
  'fts5-prefix': {
    label: 'SQLite FTS5 porter + prefix',
    file: 'fts5',
    package: 'better-sqlite3',
    settings: { hasPrefix: true },
  },
  xapian: { label: 'Xapian, corrections + partial', file: 'xapian' },
  pagefind: { label: 'Pagefind', file: 'pagefind', package: 'pagefind' },
  orama: { label: 'Orama', file: 'orama', package: '@orama/orama' },
  'orama-fuzzy': { label: 'Orama, tolerance 1', file: 'orama', package: '@orama/orama', settings: { tolerance: 1 } },
  flexsearch: { label: 'FlexSearch', file: 'flexsearch', package: 'flexsearch' },
}

/** Our engine's name. */
export const OURS = 'ask'

/** One engine a library, as it is usually set up, for the speed table. */
export const SPEED_ENGINES = [
  'ask',
  'minisearch',
  'minisearch-fuzzy',
  'lunr',
  'fts5',
  'pagefind',
  'orama',
  'flexsearch',
]

/** `bundle` is the path of our engine's module, null where there is none. Rejects where a package is absent. */
export async function createEngine(name, bundle) {
  const { file, settings = {} } = ENGINES[name]
  const adapter = await import(`./engines/${file}.mjs`)
  return adapter.createEngine({ bundle, ...settings })
}

/** Names of a comma-separated list; throws a RangeError for one that is not known. */
export function parseEngines(list) {
  const names = list.split(',')
  const unknown = names.find((name) => !Object.hasOwn(ENGINES, name))
  if (unknown !== undefined) throw new RangeError(`No engine ${unknown}; there are ${Object.keys(ENGINES).join(', ')}`)
  return names
}
