/**
 * The dependency rules of ARCHITECTURE.md, checked. Reads import
 * specifiers as text (types included), so it needs no compiler.
 */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

/** Folder (or root file) -> what it may import. Order is low to high. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  errors: [],
  version: [],
  hex: [],
  count: [],
  'whole-number': ['errors'],
  redact: [],
  text: [],
  sse: ['errors'],
  content: ['errors', 'hex', 'text'],
  search: ['errors', 'text', 'content'],
  graph: ['errors', 'text', 'content', 'search'],
  transport: ['errors'],
  llm: ['errors', 'whole-number', 'redact', 'sse', 'transport'],
  answer: ['errors', 'text', 'content', 'search', 'graph', 'llm'],
  trace: ['errors', 'redact', 'transport', 'answer'],
  distill: ['errors', 'hex', 'text', 'content', 'search', 'graph', 'llm'],
  prebuilt: ['errors', 'hex', 'content', 'search', 'graph'],
  init: ['content'],
  service: ['errors', 'content', 'search', 'graph', 'prebuilt'],
  client: ['errors', 'sse', 'transport', 'search', 'graph', 'answer'],
  mcp: ['errors', 'version', 'search', 'graph', 'answer'],
  http: ['errors', 'hex', 'sse', 'content', 'search', 'graph', 'answer', 'service', 'mcp'],
  environment: ['errors', 'redact', 'llm', 'trace'],
  doctor: ['errors', 'version', 'count', 'environment', 'transport', 'content', 'graph', 'llm', 'answer', 'distill', 'client'],
  settings: ['errors', 'whole-number', 'redact', 'content', 'llm', 'answer', 'trace', 'http'],
  ask: ['errors', 'hex', 'version', 'redact', 'content', 'search', 'graph', 'llm', 'answer', 'trace', 'settings', 'prebuilt', 'service', 'http'],
  node: ['errors', 'redact', 'content', 'graph', 'distill', 'llm', 'init', 'trace', 'settings', 'http', 'mcp', 'reader'],
  cli: ['errors', 'count', 'redact', 'environment', 'content', 'search', 'graph', 'llm', 'answer', 'trace', 'distill', 'init', 'settings', 'prebuilt', 'service', 'ask', 'http', 'client', 'mcp', 'reader', 'node', 'doctor'],
  reader: ['errors', 'content', 'graph', 'http'],
  astro: ['errors', 'environment', 'content', 'graph', 'llm', 'answer', 'trace', 'settings', 'ask', 'node'],
  overlay: ['sse', 'answer'],
  index: ['errors', 'environment', 'content', 'search', 'graph', 'llm', 'answer', 'trace', 'distill', 'settings', 'prebuilt', 'service', 'ask', 'http', 'client'],
  'node.ts': ['node'],
}
const MAY_USE_NODE = new Set(['node', 'cli'])
/** What of Astro's integration runs while a site is configured: the one half that may use `node` and `node:`. */
const CONFIG_TIME = new Set(['astro/integration.ts', 'astro/build-keys.ts'])
/** Files that import what a site's own build makes. */
const BUILT_BY_SITE = new Set(['astro/endpoint.ts', 'astro/openapi.ts', 'astro/outline.ts'])

/** `import … from '…'`, `export … from '…'`, `import '…'`: only names, commas, stars and braces may stand between. */
const IMPORT = /^(?:import|export)\s(?:[\w$*{},\s]+\sfrom\s)?'([^']+)'/gm
const root = new URL('../src/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
const sources = new Map(files.map((f) => [f, readFileSync(new URL(f, root), 'utf8')]))

/** `search/score.ts` -> `search`; `ask.ts` -> `ask`. */
const areaOf = (file: string) =>
  file === 'node.ts' ? file : file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace('.ts', '')

function importsOf(file: string): string[] {
  return [...sources.get(file)!.matchAll(IMPORT)].map((m) => m[1]!)
}

test('folders import only what the table allows', () => {
  const broken: string[] = []
  for (const file of files) {
    for (const spec of importsOf(file).filter((s) => s.startsWith('.'))) {
      const target = posix.join(posix.dirname(file), spec)
      assert.ok(sources.has(target), `${file} imports ${spec}, which does not exist`)
      const [from, to] = [areaOf(file), areaOf(target)]
      const isTooEarly = from === 'astro' && (to === 'node' || CONFIG_TIME.has(target)) && !CONFIG_TIME.has(file)
      if (isTooEarly || (from !== to && !MAY_IMPORT[from]?.includes(to))) broken.push(`${file} -> ${target}`)
    }
  }
  assert.deepEqual(broken, [])
})

test('only node/, cli/ and configuration use node: modules, and nothing uses a package', () => {
  const mayImport = (file: string, specifier: string) =>
    specifier.startsWith('node:')
      ? MAY_USE_NODE.has(areaOf(file)) || CONFIG_TIME.has(file)
      : specifier.startsWith('virtual:') && BUILT_BY_SITE.has(file)
  const broken = files.flatMap((file) =>
    importsOf(file)
      .filter((s) => !s.startsWith('.') && !mayImport(file, s))
      .map((s) => `${file} -> ${s}`),
  )
  assert.deepEqual(broken, [])
})

test('the import graph has no cycles', () => {
  const done = new Set<string>()
  function visit(file: string, path: readonly string[]) {
    assert.ok(!path.includes(file), `cycle: ${[...path, file].join(' -> ')}`)
    if (done.has(file)) return
    for (const spec of importsOf(file).filter((s) => s.startsWith('.'))) {
      visit(posix.join(posix.dirname(file), spec), [...path, file])
    }
    done.add(file)
  }
  for (const file of files) visit(file, [])
})
