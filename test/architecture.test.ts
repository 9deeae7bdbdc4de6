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
  text: [],
  sse: ['errors'],
  content: ['errors', 'text'],
  search: ['errors', 'text', 'content'],
  graph: ['errors', 'text', 'content', 'search'],
  transport: ['errors'],
  llm: ['errors', 'sse', 'transport'],
  answer: ['errors', 'text', 'content', 'search', 'graph', 'llm'],
  trace: ['errors', 'answer'],
  distill: ['errors', 'text', 'content', 'search', 'graph', 'llm'],
  service: ['errors', 'content', 'search', 'graph'],
  client: ['errors', 'sse', 'transport', 'search', 'graph', 'answer'],
  mcp: ['errors', 'search', 'graph', 'answer'],
  http: ['errors', 'sse', 'content', 'search', 'graph', 'answer', 'service', 'mcp'],
  settings: ['errors', 'content', 'llm', 'answer', 'trace', 'http'],
  ask: ['errors', 'content', 'search', 'graph', 'llm', 'answer', 'trace', 'settings', 'service', 'http'],
  node: ['errors', 'content', 'graph', 'llm', 'trace', 'settings', 'http', 'mcp'],
  cli: ['errors', 'content', 'search', 'graph', 'llm', 'answer', 'trace', 'distill', 'settings', 'service', 'ask', 'http', 'client', 'mcp', 'node'],
  overlay: ['sse', 'answer'],
  index: ['errors', 'content', 'search', 'graph', 'llm', 'answer', 'trace', 'distill', 'settings', 'service', 'ask', 'http', 'client'],
  'node.ts': ['node'],
}
const MAY_USE_NODE = new Set(['node', 'cli'])

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
      if (from !== to && !MAY_IMPORT[from]?.includes(to)) broken.push(`${file} -> ${target}`)
    }
  }
  assert.deepEqual(broken, [])
})

test('only node/ and cli/ use node: modules, and nothing uses a package', () => {
  const broken = files.flatMap((file) =>
    importsOf(file)
      .filter((s) => !s.startsWith('.') && !(s.startsWith('node:') && MAY_USE_NODE.has(areaOf(file))))
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
