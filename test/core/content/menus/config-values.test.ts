import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textAt } from '../../../../src/core/content/frontmatter/value.ts'
import {
  type ConfigModule, importPaths, parseConfig, readImports, readLiteral,
} from '../../../../src/core/content/menus/config-values.ts'
import { rulesOf } from '../../../support/rules.ts'

function check(name: string, text: string, path: string, expected: string | null) {
  assert.equal(textAt(parseConfig(name, text), path), expected)
}

for (const [name, run] of rulesOf('parseConfig()', check, [
  ['reads strings of a script, for each way to export',
    ['a.config.ts', "export default defineConfig({ base: '/docs/' })", 'base', '/docs/'],
    ['a.config.ts', 'import type { A } from "a"\nconst config: A = { basePath: `/x` }\nexport default config',
      'basePath', '/x'],
    ['a.config.js', "/** @type {A} */\nmodule.exports = { baseUrl: '/x/', title: 'it\\'s' }", 'baseUrl', '/x/'],
    ['a.config.js', "export default { kit: { paths: { base: '/x' } } }", 'kit.paths.base', '/x']],
  ['reads YAML, TOML and JSON',
    ['mkdocs.yml', '\ufeffsite_name: x\r\nsite_dir: out # here\r\nx: !!python/name:a.b ""\r\n', 'site_dir', 'out'],
    ['book.toml', '[build]\nbuild-dir = "html"\n[output.html]\nsite-url = "/x/"\n', 'output.html.site-url', '/x/'],
    ['hugo.json', '{ "publishDir": "out" }', 'publishDir', 'out'],
    ['wrangler.jsonc', '{\n  // where\n  "main": "src/index.ts",\n}', 'main', 'src/index.ts'],
    ['mkdocs.yml', 'nav:\n  - a: b\n', 'nav.a', null]],
  ['reads assignments of Python, with its comments and marks of texts',
    ['conf.py', "a = [\n  'x',  # it's \"here\n  'y',\n]\n", 'a.1', 'y'],
    ['conf.py', "a: list[str] = [r'x', u'#y']\nb = 'z'", 'a.1', '#y'],
    ['conf.py', "a = ['x']\na += ['y']\na += ['z']  # more", 'a.2', 'z'],
    ['conf.py', "a = ['v'] + [\n  'w'] + f(1)\na.append('x' \"'\\\"\" 'z')\na.extend(b)\na.extend(['y'])\nb = 1", 'a.3', "x'\"z"],
    ['conf.py', 'c = \"\"\"\na = [\"x\"]\n\"\"\"\na = f()\nb = common + ["u"]', 'b.1', 'u'],
    ['conf.py', 'c = \"\"\"\na = [\"x\"]\n\"\"\"\na = f()', 'a.0', null],
    ['conf.py', "a = ['b + [c', 'x] + [y', 'z] + f'] + ['w']", 'a.1', 'x] + [y'],
    ['conf.py', "a = ['b + [c', 'x] + [y', 'z] + f'] + ['w']", 'a.3', 'w'],
    ['conf.py', "a = 'x\nb = 'y' # \\", 'b', 'y'], ['conf.py', "a = 'x'\n".repeat(1_000) + "b = 'y'", 'b', null]],
  ['reads no text above its limit',
    ['a.config.js', `export default { base: '/a' } //${'x'.repeat(262_144)}`, 'base', null]],
])) test(name, run)

test('parseConfig() looks into calls that return their argument', () => {
  check('a.config.ts', "export default defineConfigWithTheme<Theme>({ srcDir: 'src' })", 'srcDir', 'src')
  check('a.config.ts', "export default defineConfigWithTheme<A.Theme & { b: C<'d'> }>({ srcDir: 'src' })", 'srcDir', 'src')
  check('a.config.ts', "const config = defineConfig({ base: '/x/' })\nexport default extendConfig(config)", 'base', '/x/')
  check('a.config.ts', "export default withMermaid(defineConfig({ base: '/x/' }))", 'base', '/x/')
  check('a.config.ts', "export default withMermaid(\n  defineConfig({ base: '/x/' }),\n)", 'base', '/x/')
  check('a.config.ts', "export default defineConfig<A>(f, { base: '/x/' })", 'base', null)
  check('a.config.js', "const a = 'b'\nexport default { presets: [['classic', /** @type {A} */\n({ docs: { path: '../docs' } })]] }", 'presets.0.1.docs.path', '../docs')
  check('a.config.js', "const a = 'b'\nexport default { c: (1, 'd'), base: ('/x/') }", 'base', '/x/')
  check('a.config.js', "const a = 'b'\nexport default { c: (1, 'd') }", 'c', null)
  for (const call of ["path.resolve(__dirname, '../docs')", "require.resolve('../docs')", "path.join(__dirname, '..', 'docs')"]) check('a.config.js', `export default { base: ${call} }`, 'base', '../docs')
  check('a.config.js', "export default { base: path.join('a', b(), 'c') }", 'base', null)
})

test('parseConfig() reads entries of lists, and constants', () => {
  const config = "const docs = { path: '../docs' }\nexport default { presets: [['classic', { docs, blog: { path: 'news' } }], a] }"
  check('a.config.js', config, 'presets.0.0', 'classic')
  check('a.config.js', config, 'presets.0.1.docs.path', '../docs')
  check('a.config.js', config, 'presets.0.1.blog.path', 'news')
  for (const path of ['presets.1.0', 'presets.2', 'presets.x', 'presets.0.1.docs']) check('a.config.js', config, path, null)
})

test('parseConfig() reads what an arrow function returns, and goes on behind it and behind computed templates', () => {
  for (const arrow of ["({ mode }) => ({ base: '/x' })", "async (env: Env): Promise<A> => {\n  const b = `${env}`\n  return { base: '/x' }\n}", "() => defineConfig({ base: '/x' })"]) {
    check('a.config.ts', `export default ${arrow}`, 'base', '/x')
    check('a.config.ts', `export default defineConfig({ f: ${arrow}, base: '/y' })`, 'base', '/y')
  }
  check('a.config.ts', 'export default { a: `v${b ? `${c}` : {}}, it\'s`, base: "/x" }', 'base', '/x')
})

test('parseConfig() finds no computed value and no other type', () => {
  for (const value of ["'/a' + b", '`/${a}/`', 'a', '1', "f('/x')", "a ? '/x' : '/y'"]) check('a.config.js', `export default { base: ${value} }`, 'base', null)
  check('a.config.js', "export default { base: '/a', base: 'it\\'s' }", 'base', "it's")
  check('a.config.js', "export default { other: { base: '/a' } } // base: '/b'", 'base', null)
  check('a.config.js', "export default f({ base: '/a' })", 'base', null)
  check('a.config.js', '`', 'base', null)
})

test('readImports() gives the names that a module has from files of its project', () => {
  const rows: readonly (readonly [text: string, imports: readonly string[]])[] = [
    ["import a from './a'", ['a = default of ./a']],
    ["import { b, c as d, type E } from '../b.ts'", ['b = b of ../b.ts', 'd = c of ../b.ts', 'E = E of ../b.ts']],
    ["import a, {\n  b,\n} from \"./a\"\nimport f from './f'", ['a = default of ./a', 'b = b of ./a', 'f = default of ./f']],
    ["const a = require('./a')", ['a = default of ./a']],
    ["const { b, c: d } = require('./a')", ['b = b of ./a', 'd = c of ./a']],
    ["module.exports = { sidebar: require('./a') }", ['./a = default of ./a']],
    ["import { defineConfig } from 'vitepress'", []],
    ["import * as a from './a'\nimport './b'\n// import { c } from './c'", []],
    ["export { a, b as c } from './d'\nexport * from './e'", ['a = a of ./d', 'c = b of ./d', './e = * of ./e']],
  ]
  for (const [text, imports] of rows) {
    assert.deepEqual(readImports(text).map(({ local, name, address }) => `${local} = ${name} of ${address}`), imports, text)
  }
})

test('importPaths() has the endings that an import leaves out, and a script in the place of the one that it becomes', () => {
  assert.deepEqual(importPaths('/x/a').slice(0, 3), ['/x/a', '/x/a.ts', '/x/a.mts'])
  assert.ok(importPaths('/x/a.js').includes('/x/a.ts'))
  assert.ok(importPaths('/x/a').includes('/x/a/index.ts'))
})

/** The modules of texts by their addresses, `./a`. */
function modulesOf(texts: Readonly<Record<string, string>>): ReadonlyMap<string, ConfigModule> {
  const modules = new Map(Object.entries(texts).map(([address, text]) => [address, { text, imports: new Map() }]))
  for (const { text, imports } of modules.values()) {
    for (const { local, name, address } of readImports(text)) {
      const module = modules.get(address)
      if (module !== undefined) imports.set(local, { module, name })
    }
  }
  return modules
}

/** The value of `./index` among modules. */
function valueOf(texts: Readonly<Record<string, string>>) {
  const { text = '', imports } = modulesOf(texts).get('./index') ?? {}
  return JSON.stringify(readLiteral(text, imports), (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value))
}

test('readLiteral() reads the constants of imported modules, each with its own names', () => {
  assert.equal(valueOf({
    './index': "import { en } from './en'\nimport zh, { title as name } from './zh'\nexport default { title: name, root: { ...en }, zh }",
    './en': "export const en = defineConfig({ nav: nav() })\nfunction nav() {\n  return ['Guide']\n}",
    './zh': "import { en } from './en'\nexport const title = 'A'\nexport default { nav: nav(), other: en }\nfunction nav() {\n  return ['指南']\n}",
  }), '{"title":"A","root":{"nav":["Guide"]},"zh":{"nav":["指南"],"other":{"nav":["Guide"]}}}')
  assert.equal(valueOf({
    './index': "const { a } = require('./a')\nmodule.exports = { a, b: require('./b'), c: require('./c') }",
    './a': 'exports.x = 1\nconst a = 1\n', './b': '{ "title": "B" }',
  }), '{"a":1,"b":{"title":"B"}}')
  assert.equal(valueOf({
    './index': "import { a, c } from './all'\nexport default { a, c }", './all': "export * from './other'\nexport * from './a'\nexport { b as c } from './a'",
    './other': "export * from './all'", './a': "export const a: Sidebar = ['A']\nexport const b = 'B'",
  }), '{"a":["A"],"c":"B"}')
})

test('readLiteral() ends in modules that import each other', () => {
  assert.equal(valueOf({
    './index': "import { b } from './b'\nexport const a = { b }\nexport default { a, c: 1 }",
    './b': "import { a } from './index'\nexport const b = { a }",
  })?.endsWith('"c":1}'), true)
})
