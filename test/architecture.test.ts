/**
 * The dependency rules of ARCHITECTURE.md, checked. Reads import
 * specifiers as text (types and `import()` included), so it needs no compiler.
 */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

/**
 * Module (a folder's own files, or a file of `src/` itself) -> the modules that
 * it imports. Lowest first: a module imports only from modules above its own line.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'base': [],
  'sse': [],
  'transport': ['base'],
  'text/stem': [],
  'text': ['text/stem'],
  'content/structure': [],
  'content': ['base', 'content/structure'],
  'content/frontmatter': ['content'],
  'content/html': ['base', 'content/structure', 'content'],
  'content/markdown/syntax': ['base', 'content/structure', 'content', 'content/frontmatter', 'content/html'],
  'content/markdown/generators': ['content/structure', 'content/frontmatter', 'content/markdown/syntax'],
  'content/markdown/blocks': ['content/structure', 'content', 'content/markdown/syntax', 'content/markdown/generators'],
  'content/markdown/inlines': [
    'content/structure', 'content', 'content/frontmatter', 'content/markdown/syntax', 'content/markdown/generators',
  ],
  'content/markdown': [
    'content/structure', 'content', 'content/frontmatter', 'content/markdown/syntax', 'content/markdown/generators',
    'content/markdown/blocks', 'content/markdown/inlines',
  ],
  'content/site': [
    'base', 'text', 'content/structure', 'content', 'content/frontmatter', 'content/html', 'content/markdown',
  ],
  'search/evaluate': ['base'],
  'search/show': ['base', 'text'],
  'search/strings': ['base', 'text'],
  'search/index': ['base', 'text', 'search/strings'],
  'search/query': ['base', 'text', 'search/strings', 'search/index'],
  'search/build': ['base', 'text', 'search/strings', 'search/index', 'search/query'],
  'search/rank': ['text', 'search/strings', 'search/index', 'search/query'],
  'search': [
    'base', 'text', 'search/show', 'search/strings', 'search/index', 'search/query', 'search/build', 'search/rank',
  ],
  'static': ['base', 'text', 'search/show', 'search/strings', 'search/index', 'search'],
  'static/page': ['text', 'search/strings', 'search/index', 'search/query', 'static'],
  'static/read': ['base', 'text', 'search/strings', 'search/index', 'search/query', 'search/build', 'search', 'static'],
  'static/write': [
    'base', 'text', 'content/structure', 'search/show', 'search/strings', 'search/index', 'search/query',
    'search/build', 'search/rank', 'search', 'static', 'static/read',
  ],
  'graph': ['base', 'search/index', 'search'],
  'agents': ['base', 'content/structure', 'content', 'graph'],
  'graph-builder/prose': ['base', 'content/structure', 'content'],
  'graph-builder/rules': ['base', 'content/structure', 'content', 'graph', 'graph-builder/prose'],
  'graph-builder/verify': ['base', 'content', 'graph', 'graph-builder/rules'],
  'llm': ['base'],
  'llm/protocols': ['base', 'sse', 'llm'],
  'graph-builder/model': [
    'base', 'content/structure', 'content', 'graph', 'graph-builder/rules', 'graph-builder/verify', 'llm',
  ],
  'llm/client': ['base', 'sse', 'transport', 'llm', 'llm/protocols'],
  'answer/ground': ['base', 'content'],
  'answer/events': ['base', 'sse', 'search', 'answer/ground'],
  'answer/tools': [
    'base', 'text', 'content/structure', 'content', 'search/index', 'search', 'graph', 'llm', 'answer/events',
  ],
  'answer': ['base', 'text', 'content', 'search/index', 'llm', 'answer/ground', 'answer/events', 'answer/tools'],
  'limits.ts': ['answer'],
  'question-log': ['base', 'answer/events', 'answer'],
  'report': ['base', 'text', 'content', 'question-log'],
  'trace': ['base', 'transport', 'answer', 'question-log'],
  'prebuilt': ['base', 'content/structure', 'content', 'search/index', 'search/build', 'search', 'graph'],
  'service.ts': ['content/structure', 'content', 'search/index', 'search', 'graph', 'agents', 'prebuilt'],
  'store': [
    'base', 'transport', 'text', 'content/structure', 'content', 'search/strings', 'search/index', 'search/query',
    'search/build', 'search/rank', 'search', 'graph', 'agents', 'prebuilt', 'service.ts',
  ],
  'store/opensearch': ['base', 'transport', 'content', 'search/index', 'search/build', 'graph', 'prebuilt', 'store'],
  'store.ts': ['text', 'search/query', 'search/build', 'graph', 'service.ts', 'store', 'store/opensearch'],
  'client': ['base', 'sse', 'transport', 'search/index', 'search', 'graph', 'answer/events'],
  'mcp/protocol': ['base'],
  'mcp/tools': ['base', 'search/index', 'graph', 'answer/ground', 'answer/events', 'mcp/protocol'],
  'mcp': ['base', 'mcp/protocol', 'mcp/tools'],
  'http/wire': ['base', 'sse'],
  'http/answers': [
    'base', 'sse', 'search/index', 'search', 'llm', 'answer/events', 'answer', 'question-log', 'service.ts',
    'http/wire',
  ],
  'http': [
    'base', 'sse', 'graph', 'question-log', 'service.ts', 'mcp/protocol', 'mcp/tools', 'mcp', 'http/wire',
    'http/answers',
  ],
  'settings.ts': ['base', 'content', 'llm', 'answer', 'limits.ts', 'http/wire', 'http/answers'],
  'read-site.ts': ['content', 'content/site', 'settings.ts'],
  'environment.ts': ['base', 'llm', 'limits.ts', 'trace', 'store/opensearch', 'settings.ts'],
  'ask.ts': [
    'base', 'content', 'graph', 'llm', 'llm/client', 'answer/tools', 'answer', 'question-log', 'trace', 'prebuilt',
    'service.ts', 'http/wire', 'http', 'settings.ts',
  ],
  'index.ts': [
    'base', 'content/structure', 'content', 'content/site', 'search/show', 'search/index', 'search/build',
    'search/rank', 'search', 'graph', 'graph-builder/rules', 'llm', 'answer/events', 'answer/tools', 'answer',
    'question-log', 'trace', 'prebuilt', 'service.ts', 'client', 'http/wire', 'settings.ts', 'read-site.ts',
    'environment.ts', 'ask.ts',
  ],
  'init': ['base', 'content/frontmatter'],
  'reader/assets': [],
  'reader/html': ['base', 'content/structure', 'content', 'graph'],
  'node/files': ['base', 'content', 'content/site', 'question-log', 'http/wire'],
  'node/astro': ['content', 'content/frontmatter', 'content/site', 'init', 'node/files'],
  'node/content': ['content', 'content/site', 'settings.ts', 'node/files'],
  'node/graph': ['base', 'graph', 'graph-builder/model', 'node/files'],
  'node/project': ['base', 'content', 'content/site', 'limits.ts', 'init', 'node/files'],
  'doctor': [
    'base', 'transport', 'content', 'content/site', 'graph', 'graph-builder/rules', 'llm', 'llm/client',
    'answer/events', 'answer/tools', 'store', 'store/opensearch', 'client', 'environment.ts', 'init',
  ],
  'overlay/client': ['sse', 'answer/events'],
  'overlay/dom': [],
  'overlay/markdown': [],
  'overlay/state': ['answer/events', 'overlay/client'],
  'overlay/text': [],
  'reader': [
    'base', 'content/structure', 'content', 'content/html', 'graph', 'agents', 'service.ts', 'http/wire',
    'reader/assets', 'reader/html', 'overlay/text',
  ],
  'node/server': ['base', 'content', 'limits.ts', 'mcp', 'http/wire', 'settings.ts', 'node/files', 'reader'],
  'node/metrics': ['base', 'http/wire', 'http/answers', 'node/server'],
  'node/server/static': ['base', 'content', 'agents', 'http/wire', 'node/files', 'reader', 'node/server'],
  'node/static-index': ['base', 'content', 'search', 'static', 'static/write', 'node/files', 'reader'],
  'node/watch': [
    'base', 'sse', 'content/structure', 'content', 'content/site', 'search/build', 'search', 'graph', 'http/wire',
    'node/files', 'node/graph', 'reader',
  ],
  'node.ts': ['node/files', 'node/content', 'node/graph', 'node/server'],
  'astro': [
    'base', 'content', 'content/site', 'graph', 'agents', 'settings.ts', 'environment.ts', 'node/astro',
    'node/content', 'node/graph', 'overlay/text', 'node/static-index',
  ],
  'astro/runtime': [
    'base', 'content', 'content/frontmatter', 'content/site', 'graph', 'agents', 'settings.ts', 'environment.ts',
    'ask.ts', 'astro',
  ],
  'cli/terminal': [
    'base', 'content', 'search', 'graph', 'graph-builder/rules', 'answer/ground', 'answer/events', 'environment.ts',
    'init', 'doctor', 'node/static-index',
  ],
  'cli/command-line': ['base', 'search/evaluate', 'search/index', 'mcp/tools', 'node/project', 'cli/terminal'],
  'cli/source': [
    'base', 'content', 'content/site', 'graph', 'graph-builder/rules', 'answer/events', 'store/opensearch',
    'store.ts', 'client', 'settings.ts', 'environment.ts', 'ask.ts', 'init', 'node/files', 'node/astro',
    'node/content', 'node/graph', 'node/project', 'doctor', 'cli/terminal', 'cli/command-line',
  ],
  'cli/commands': [
    'base', 'content/structure', 'content', 'search/evaluate', 'search/build', 'search/rank', 'search', 'graph',
    'agents', 'graph-builder/rules', 'llm', 'answer/events', 'service.ts', 'store', 'store/opensearch', 'client',
    'mcp/tools', 'mcp', 'environment.ts', 'init', 'node/files', 'node/content', 'node/graph', 'node/project',
    'doctor', 'reader', 'node/server', 'node/static-index', 'cli/terminal', 'cli/command-line', 'cli/source',
  ],
  'cli/commands/serve': [
    'base', 'content', 'content/site', 'graph', 'graph-builder/rules', 'llm', 'limits.ts', 'service.ts', 'http/wire',
    'http/answers', 'settings.ts', 'environment.ts', 'ask.ts', 'node/files', 'node/graph', 'reader', 'node/server',
    'node/metrics', 'node/server/static', 'node/watch', 'cli/terminal', 'cli/command-line', 'cli/source',
  ],
  'cli/commands/kg': [
    'base', 'content', 'content/site', 'graph', 'graph-builder/rules', 'graph-builder/verify', 'llm',
    'graph-builder/model', 'llm/client', 'prebuilt', 'environment.ts', 'node/files', 'node/graph', 'cli/terminal',
    'cli/command-line', 'cli/source',
  ],
  'cli/report': [
    'base', 'graph', 'question-log', 'report', 'environment.ts', 'node/files', 'node/server', 'cli/terminal',
    'cli/command-line', 'cli/source',
  ],
  'cli': [
    'base', 'node/project', 'cli/terminal', 'cli/command-line', 'cli/commands', 'cli/commands/serve',
    'cli/commands/kg', 'cli/report',
  ],
  'overlay/view': [
    'answer/events', 'overlay/client', 'overlay/dom', 'overlay/markdown', 'overlay/state', 'overlay/text',
  ],
  'overlay': ['overlay/client', 'overlay/dom', 'overlay/state', 'overlay/text', 'overlay/view'],
}

/** Rooms that may use `node:` modules, with what lies below them. */
const MAY_USE_NODE = ['node', 'cli']
/** The half of Astro's integration that runs while a site is configured: it may use `node:` and `node/` as well. */
const CONFIG_TIME = new Set(['astro/integration.ts', 'astro/build-keys.ts', 'astro/starlight.ts', 'astro/static-index.ts'])
/** Files that import what a site's own build makes. */
const BUILT_BY_SITE = new Set(['endpoint', 'llms', 'markdown', 'openapi', 'outline'].map((name) => `astro/runtime/${name}.ts`))

/** `import … from '…'`, `export … from '…'`, `import '…'`, `import('…')`: only names, commas, stars and braces may stand between. */
const IMPORT = /^(?:import|export)\s(?:[\w$*{},\s]+\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm
const root = new URL('../src/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
const imports = new Map(files.map((file) => [file, specifiersOf(readFileSync(new URL(file, root), 'utf8'))]))

function specifiersOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, named, dynamic]) => named ?? dynamic ?? '')
}

/** `search/rank/rank.ts` -> `search/rank`; `ask.ts` -> `ask.ts`. */
function moduleOf(file: string): string {
  const folder = posix.dirname(file)
  return folder === '.' ? file : folder
}

function isWithin(module: string, file: string): boolean {
  return file.startsWith(`${module}/`)
}

/** Files of the project that one imports. */
function importedBy(file: string): string[] {
  const relative = (imports.get(file) ?? []).filter((specifier) => specifier.startsWith('.'))
  return relative.map((specifier) => posix.join(posix.dirname(file), specifier))
}

test('every import names a file that exists', () => {
  const broken = files.flatMap((file) => importedBy(file).filter((target) => !imports.has(target)).map((target) => `${file} -> ${target}`))
  assert.deepEqual(broken, [])
})

test('modules import what the table allows, and the table allows nothing that no file imports', () => {
  const found = new Map(files.map((file) => [moduleOf(file), new Set<string>()]))
  for (const file of files) {
    for (const target of importedBy(file)) if (moduleOf(target) !== moduleOf(file)) found.get(moduleOf(file))?.add(moduleOf(target))
  }
  const sorted = (modules: Iterable<readonly [string, Iterable<string>]>) =>
    Object.fromEntries([...modules].map(([module, imported]) => [module, [...imported].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1)))
  assert.deepEqual(sorted(found), sorted(Object.entries(MAY_IMPORT)))
})

test('imports between modules have one direction: the table names lower modules first', () => {
  const modules = Object.keys(MAY_IMPORT)
  const upward = modules.flatMap((module, line) => MAY_IMPORT[module]!.filter((lower) => modules.indexOf(lower) >= line).map((lower) => `${module} -> ${lower}`))
  assert.deepEqual(upward, [])
})

test('in Astro\'s integration only code that runs at configuration time imports node/', () => {
  const early = (file: string) => isWithin('astro', file) && !CONFIG_TIME.has(file)
  const broken = files.filter(early).flatMap((file) => importedBy(file).filter((target) => isWithin('node', target) || CONFIG_TIME.has(target)).map((target) => `${file} -> ${target}`))
  assert.deepEqual(broken, [])
})

test('only node/, cli/ and configuration use node: modules, and nothing uses a package', () => {
  const mayImport = (file: string, specifier: string) =>
    specifier.startsWith('node:')
      ? MAY_USE_NODE.some((module) => isWithin(module, file)) || CONFIG_TIME.has(file)
      : specifier.startsWith('virtual:') && BUILT_BY_SITE.has(file)
  const broken = files.flatMap((file) =>
    (imports.get(file) ?? []).filter((s) => !s.startsWith('.') && !mayImport(file, s)).map((s) => `${file} -> ${s}`),
  )
  assert.deepEqual(broken, [])
})

test('the import graph has no cycles', () => {
  const done = new Set<string>()
  function visit(file: string, path: readonly string[]) {
    assert.ok(!path.includes(file), `cycle: ${[...path, file].join(' -> ')}`)
    if (done.has(file)) return
    for (const target of importedBy(file)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('no folder asks its reader to choose among more than sixteen files', () => {
  const crowded = Object.keys(MAY_IMPORT).filter((module) => files.filter((file) => moduleOf(file) === module).length > 16)
  assert.deepEqual(crowded, [])
})
