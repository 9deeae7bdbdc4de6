import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConfigModule, importPaths, readImports } from '../../../../src/core/content/menus/config-module.ts'
import { readLiteral } from '../../../../src/core/content/menus/config-values.ts'

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
