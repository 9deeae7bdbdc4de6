/**
 * The wall of ARCHITECTURE.md, checked. Reads import specifiers as text (types included), so it needs no compiler.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

/** The rooms of the core, and its own files, lowest first: each imports only from those before it. */
const CORE = [
  'base', 'sse', 'text', 'content', 'search', 'transport', 'graph', 'llm', 'answer', 'graph-builder', 'prebuilt',
  'service.ts', 'client', 'mcp', 'question-log.ts', 'http', 'trace', 'settings.ts', 'ask.ts', 'environment.ts', 'node',
]
/** Entries of the core that name more than the room of their name. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = { 'content.ts': ['prebuilt'], 'transport.ts': ['sse', 'client'] }

/** The add-ons, with the other add-ons that each of them, or its commands, may import. */
const ADDONS: Readonly<Record<string, readonly string[]>> = {
  agents: [],
  'ai-sdk': [],
  demo: [],
  overlay: [],
  report: [],
  store: [],
  reader: ['agents', 'overlay'],
  static: ['overlay', 'reader'],
  astro: ['agents', 'overlay', 'static'],
  setup: ['astro', 'static', 'store'],
}

/** Folders and files that may use `node:` modules and the core's `node/`: all others run on any web platform. */
const NODE = /^(?:core\/node(?:\/|\.ts)|cli\/|node\.ts|addons\/[a-z]+\/(?:node|project)\/|addons\/astro\/(?:integration|starlight)\.ts)/
/** Files that import what a site's own build makes. */
const BUILT_BY_SITE = /^addons\/astro\/runtime\/(?:endpoint|llms|markdown|openapi|outline)\.ts$/
/** Files of a folder that its reader can choose among. */
const MAX_FILES = 16

/** `import … from '…'`, `export … from '…'`, `import '…'`: only names, commas, stars and braces may stand between. */
const IMPORT = /^(?:import|export)\s(?:[\w$*{},\s]+\sfrom\s)?'([^']+)'/gm
const DYNAMIC = /\bimport\('([^']+)'\)/g
const root = new URL('../src/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => file.replaceAll('\\', '/'))
const sources = new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]))

const matches = (file: string, pattern: RegExp) => [...(sources.get(file) ?? '').matchAll(pattern)].map(([, specifier]) => specifier ?? '')
const importsOf = (file: string, pattern = IMPORT) => matches(file, pattern).filter((specifier) => specifier.startsWith('.')).map((specifier) => posix.join(posix.dirname(file), specifier))

/** All imports that are not there, or that a rule forbids, as `file -> target`. */
function check(isAllowed: (file: string, target: string) => boolean, pattern = IMPORT): void {
  assert.deepEqual(files.flatMap((file) => importsOf(file, pattern).filter((target) => !isAllowed(file, target)).map((target) => `${file} -> ${target}`)), [])
}

/** `core/search/rank/rank.ts` -> core, `search`; `addons/reader/pages.ts` and `cli/addons/reader/…` -> addons, `reader`. */
function placeOf(file: string): { readonly zone: 'core' | 'addons' | 'cli' | 'entry'; readonly room: string } {
  const [zone = '', room = '', addon = ''] = file.split('/')
  if (zone === 'cli' && room === 'addons') return { zone: 'addons', room: addon }
  return zone === 'core' || zone === 'addons' || zone === 'cli' ? { zone, room } : { zone: 'entry', room: file }
}

/** True for a file that names what add-ons use of a room: `core/search.ts`. */
const isEntryOfRoom = (file: string) => /^core\/[a-z-]+\.ts$/.test(file)

test('every import names a file that exists', () => {
  check((_, target) => sources.has(target))
  check((_, target) => sources.has(target), DYNAMIC)
})

test('what benchmarks and peer suites import, which no compiler reads, is exported', () => {
  const names = /^import \{([^}]+)\} from '((?:\.\.\/)+(?:src|support)\/[^']+)'/gm
  const missing = ['bench/', 'peers/'].flatMap((folder) => {
    const base = new URL(folder, import.meta.url)
    const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
    return files.filter((file) => /\.(?:mjs|ts)$/.test(file) && !file.includes('node_modules/')).flatMap((file) => {
      const url = new URL(file, base)
      return [...readFileSync(url, 'utf8').matchAll(names)].flatMap(([, imported = '', specifier = '']) => {
        const source = existsSync(new URL(specifier, url)) ? readFileSync(new URL(specifier, url), 'utf8') : ''
        return imported.split(',').map((name) => name.split(' as ')[0]?.trim() ?? '')
          .filter((name) => name !== '' && !name.startsWith('type '))
          .filter((name) => !new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b|^export \\{[^}]*\\b${name}\\b`, 'm').test(source))
          .map((name) => `${folder}${file} -> ${name} of ${specifier}`)
      })
    })
  })
  assert.deepEqual(missing, [])
})

test('the core imports no add-on, no command line and no entry, and its rooms import one way', () => {
  check((file, target) => {
    const [from, to] = [placeOf(file), placeOf(target)]
    if (from.zone !== 'core' || from.room === to.room) return true
    const isEntry = isEntryOfRoom(file) && !CORE.includes(from.room)
    return to.zone === 'core' && (isEntry ? from.room === `${to.room}.ts` || ENTRIES[from.room]?.includes(to.room) === true : CORE.includes(to.room) && CORE.indexOf(to.room) < CORE.indexOf(from.room))
  })
})

test('an add-on imports the core through entries, and the add-ons that it names', () => {
  check((file, target) => {
    const [from, to] = [placeOf(file), placeOf(target)]
    if (from.zone !== 'addons') return true
    if (to.zone === 'addons') return to.room === from.room || ADDONS[from.room]?.includes(to.room) === true
    // The commands of an add-on are part of the command line.
    return file.startsWith('cli/') ? true : to.zone === 'core' && isEntryOfRoom(target)
  })
})

test('the command line loads add-ons when they are needed, and needs none', () => {
  check((file, target) => placeOf(file).zone !== 'cli' || placeOf(target).zone !== 'addons')
})

test('only what runs on Node uses node: modules, and nothing uses a package', () => {
  const isAllowed = (file: string, specifier: string) => specifier.startsWith('node:') ? NODE.test(file) : specifier.startsWith('virtual:') && BUILT_BY_SITE.test(file)
  const foreign = (file: string) => [...matches(file, IMPORT), ...matches(file, DYNAMIC)].filter((specifier) => !specifier.startsWith('.') && !isAllowed(file, specifier))
  assert.deepEqual(files.flatMap((file) => foreign(file).map((specifier) => `${file} -> ${specifier}`)), [])
  check((file, target) => NODE.test(file) || !NODE.test(target))
})

test('files import one way, and so do folders', () => {
  // The files of the core's and the command line's own folders are rooms by themselves.
  const folderOf = (file: string) => (['core', 'cli'].includes(posix.dirname(file)) ? file : posix.dirname(file))
  const folders = new Map<string, Set<string>>()
  for (const file of files) {
    const targets = importsOf(file).map(folderOf).filter((folder) => folder !== folderOf(file))
    folders.set(folderOf(file), new Set([...(folders.get(folderOf(file)) ?? []), ...targets]))
  }
  findCycle(files, (file) => importsOf(file))
  findCycle([...folders.keys()], (folder) => folders.get(folder) ?? [])
})

function findCycle(nodes: readonly string[], next: (node: string) => Iterable<string>): void {
  const done = new Set<string>()
  function visit(node: string, path: readonly string[]) {
    assert.ok(!path.includes(node), `cycle: ${[...path, node].join(' -> ')}`)
    if (done.has(node)) return
    for (const target of next(node)) visit(target, [...path, node])
    done.add(node)
  }
  for (const node of nodes) visit(node, [])
}

test(`no folder asks its reader to choose among more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const file of files) if (!isEntryOfRoom(file)) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1)
  assert.deepEqual([...counts].filter(([, count]) => count > MAX_FILES), [])
})

test('the files and folders that the guides to the sources name exist', () => {
  const names = new Set(['src', ...files.flatMap((file) => file.replace(/\.ts$/, '').split('/'))])
  const paths = new Set(files.flatMap((file) => [file, file.replace(/\.ts$/, ''), ...file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))]))
  const isThere = (name: string) => names.has(name) || paths.has(name.replace(/^src\//, '').replace(/\/$/, ''))
  const named = (file: string, pattern: RegExp) => [...readFileSync(new URL(`../${file}`, root), 'utf8').matchAll(pattern)].map(([, name = '']) => name)
  const all = [
    ...named('ARCHITECTURE.md', /`((?:src\/)?[a-z][a-z-]*)\/?`/g),
    ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/vendoring.md'].flatMap((file) => named(file, /`((?:src\/)?(?:core|cli|addons)\/[\w./-]+)`/g)),
  ]
  assert.ok(all.length > 250, String(all.length))
  assert.deepEqual(all.filter((name) => !isThere(name)), [])
})
