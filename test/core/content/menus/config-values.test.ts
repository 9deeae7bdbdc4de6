import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig, textAt } from '../../../../src/core/content/menus/config-values.ts'
import { rulesOf } from '../../../support/rules.ts'

function check(name: string, text: string, path: string, expected: string | null) {
  assert.equal(textAt(parseConfig(name, text), path), expected)
}

test('parseConfig() reads strings of a script, for each way to export', () => {
  check('a.config.ts', "export default defineConfig({ base: '/docs/' })", 'base', '/docs/')
  check('a.config.ts', 'import type { A } from "a"\nconst config: A = { basePath: `/x` }\nexport default config', 'basePath', '/x')
  check('a.config.js', "/** @type {A} */\nmodule.exports = { baseUrl: '/x/', title: 'it\\'s' }", 'baseUrl', '/x/')
  check('a.config.js', "export default { kit: { paths: { base: '/x' } } }", 'kit.paths.base', '/x')
})

test('parseConfig() looks into calls that return their argument', () => {
  check('a.config.ts', "export default defineConfigWithTheme<Theme>({ srcDir: 'src' })", 'srcDir', 'src')
  check('a.config.ts', "export default defineConfigWithTheme<A.Theme & { b: C<'d'> }>({ srcDir: 'src' })", 'srcDir', 'src')
  check('a.config.ts', "const config = defineConfig({ base: '/x/' })\nexport default extendConfig(config)", 'base', '/x/')
  check('a.config.ts', "export default withMermaid(defineConfig({ base: '/x/' }))", 'base', '/x/')
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

for (const [name, run] of rulesOf('parseConfig()', check, [
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
