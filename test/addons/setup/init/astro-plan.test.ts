import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScript } from '../../../../src/addons/astro/config/script.ts'
import {
  editAstroConfig, hasAdapter, newAstroConfig, STARLIGHT_PLUGIN,
} from '../../../../src/addons/setup/init/astro-plan.ts'

/** Checks an edit from `before` to `after`, and that a second edit changes nothing. */
function check(before: string, after: string) {
  assert.deepEqual(editAstroConfig(before, ''), { type: 'edited', text: after })
  assert.notEqual(readScript(after), null)
  assert.deepEqual(editAstroConfig(after, ''), { type: 'present' })
}

/** Checks an edit of the exported part, below one import. */
function checkExport(before: string, after: string) {
  check(`import a from 'a'\n${before}\n`, `import a from 'a'\nimport ask from 'ask-service/astro'\n${after}\n`)
}

function unsure(text: string, reason: RegExp) {
  const edit = editAstroConfig(text, '')
  assert.match(edit.type === 'unsure' ? edit.reason : edit.type, reason, text)
}

test('editAstroConfig() edits the template of Starlight in its style', () => {
  const config = (newImport: string, newEntry: string) => `// @ts-check
import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
${newImport}
// https://astro.build/config
export default defineConfig({
	integrations: [
		starlight({
			title: 'My Docs, in [brackets]',
			social: [{ icon: 'github', href: 'https://x.test' }],
		}),
${newEntry}	],
});
`
  check(config('', ''), config("import ask from 'ask-service/astro';\n", '\t\task(),\n'))
})

test('editAstroConfig() appends to a list in its style', () => {
  checkExport('export default { integrations: [a()] }', 'export default { integrations: [a(), ask()] }')
  checkExport('export default { integrations: [a(), ] }', 'export default { integrations: [a(), ask(), ] }')
  checkExport('export default { integrations: [a() /* ] */] }', 'export default { integrations: [a(), ask() /* ] */] }')
  checkExport('export default { integrations: [a({\n  b: 1,\n})] }', 'export default { integrations: [a({\n  b: 1,\n}), ask()] }')
  checkExport('export default {\n  integrations: [\n    a()\n  ]\n}', 'export default {\n  integrations: [\n    a(),\n    ask()\n  ]\n}')
  checkExport('export default {\n  integrations: [a({\n  }), // last\n  ],\n}', 'export default {\n  integrations: [a({\n  }), ask(), // last\n  ],\n}')
  checkExport('export default {\n  integrations: [\n    a(), /* two\n    lines ] */\n  ],\n}', 'export default {\n  integrations: [\n    a(),\n    ask(), /* two\n    lines ] */\n  ],\n}')
  checkExport('export default { integrations: [...a, b ? c() : null] }', 'export default { integrations: [...a, b ? c() : null, ask()] }')
})

test('editAstroConfig() fills an empty list', () => {
  checkExport('export default { integrations: [] }', 'export default { integrations: [ask()] }')
  checkExport('export default {\n  integrations: [\n    // none yet\n  ],\n}', 'export default {\n  integrations: [\n    ask()\n    // none yet\n  ],\n}')
})

test('editAstroConfig() adds a missing list', () => {
  checkExport('export default defineConfig({})', 'export default defineConfig({ integrations: [ask()] })')
  checkExport('export default defineConfig({\n})', 'export default defineConfig({\n  integrations: [ask()]\n})')
  checkExport("export default { site: 'https://x.test' }", "export default { site: 'https://x.test', integrations: [ask()] }")
  checkExport("export default {\n    site: 'x', // where\n}", "export default {\n    site: 'x', // where\n    integrations: [ask()],\n}")
  checkExport('export default {\n\tvite: { plugins: [] }\n}', 'export default {\n\tvite: { plugins: [] },\n\tintegrations: [ask()]\n}')
})

test('editAstroConfig() finds an object that is exported by name', () => {
  checkExport('const config = { integrations: [a()] }\nexport default config', 'const config = { integrations: [a(), ask()] }\nexport default config')
  checkExport('const config: Config<A> = defineConfig({ integrations: [a()] });\nexport default defineConfig(config)', 'const config: Config<A> = defineConfig({ integrations: [a(), ask()] });\nexport default defineConfig(config)')
  checkExport('const integrations = [a()]\nexport default { integrations }', 'const integrations = [a(), ask()]\nexport default { integrations }')
  checkExport('export default { integrations: [a()] } satisfies Config', 'export default { integrations: [a(), ask()] } satisfies Config')
  checkExport('export default defineConfig({ "integrations": [a()] },)', 'export default defineConfig({ "integrations": [a(), ask()] },)')
  checkExport('export default { ...base, integrations: [a()] }', 'export default { ...base, integrations: [a(), ask()] }')
})

test('editAstroConfig() ignores strings, comments and nested properties', () => {
  const before = "// integrations: [ ]\nconst s = 'integrations: ['\nexport default {\n  markdown: { integrations: [1] },\n  t: `${ { integrations: ['`'] } }`,\n  r: /integrations: [[]/,\n  integrations: [a()],\n}"
  checkExport(before, before.replace('[a()]', '[a(), ask()]'))
})

test('editAstroConfig() writes the import in the style of the other imports', () => {
  check('import a from "a";\n\nexport default {}\n', 'import a from "a";\nimport ask from "ask-service/astro";\n\nexport default { integrations: [ask()] }\n')
  check("import {\n  b,\n} from 'b' // why\nimport './c.css' with { type: 'css' }\nexport default {}", "import {\n  b,\n} from 'b' // why\nimport './c.css' with { type: 'css' }\nimport ask from 'ask-service/astro'\nexport default { integrations: [ask()] }")
  check("export default { integrations: [a()] }\nimport a from 'a'", "export default { integrations: [a(), ask()] }\nimport a from 'a'\nimport ask from 'ask-service/astro'")
  check("import a from 'a'; export default { integrations: [a()] }", "import a from 'a';\nimport ask from 'ask-service/astro'; export default { integrations: [a(), ask()] }")
})

test('editAstroConfig() puts the first import below the lines that must stay first', () => {
  const added = "import ask from 'ask-service/astro'\n\n"
  const body = '/** @type {import("astro").AstroUserConfig} */\nexport default { integrations: ['
  for (const top of ['', '// @ts-check\n', '#!/usr/bin/env node\n// @ts-check\n// more\n', '\ufeff']) check(`${top}${body}] }\n`, `${top}${added}${body}ask()] }\n`)
})

test('editAstroConfig() keeps line breaks and a byte order mark', () => {
  const before = '\ufeffimport a from "a"\r\nexport default {\r\n  integrations: [\r\n    a(),\r\n  ],\r\n}\r\n'
  check(before, before.replace('"a"\r\n', '"a"\r\nimport ask from "ask-service/astro"\r\n').replace('a(),\r\n', 'a(),\r\n    ask(),\r\n'))
})

test('editAstroConfig() changes nothing when the integration is present', () => {
  for (const list of ['[ask()]', "[ask({ kgPath: 'x' })]", '[a(), ask(), b()]', '[isDev && ask()]', 'listOf(ask())', 'isDev ? [ask()] : []']) {
    assert.deepEqual(editAstroConfig(`import ask from 'ask-service/astro'\nexport default { integrations: ${list} }`, ''), { type: 'present' }, list)
  }
  assert.deepEqual(editAstroConfig("import find from 'ask-service/astro'\nexport default { integrations: [find()] }", ''), { type: 'present' })
})

test('editAstroConfig() writes options', () => {
  const edit = editAstroConfig('export default {}', '{ overlay: false }')
  assert.match(edit.type === 'edited' ? edit.text : '', /integrations: \[ask\(\{ overlay: false \}\)\]/)
})

test('editAstroConfig() changes no uncertain configuration, and gives the reason', () => {
  unsure("export default { integrations: ['", /brackets could not be recognized/)
  unsure('export default defineConfig(() => ({}))', /could not be found/)
  unsure('export default withIt({})', /could not be found/)
  unsure('export default defineConfig({}, {})', /could not be found/)
  unsure('export default { a: 1 }.a', /could not be found/)
  unsure('let config = {}\nexport default config', /could not be found/)
  unsure('const a = b\nconst b = a\nexport default a', /could not be found/)
  unsure('module.exports = {}\nmodule.exports = {}', /could not be found/)
  unsure('export const x = {}', /could not be found/)
  unsure('export default { integrations: [a()].filter(Boolean) }', /not a plain list/)
  unsure('export default { integrations: list() }', /not a plain list/)
  unsure('export default { integrations() {} }', /not a plain list/)
  unsure('export default { ...base }', /from elsewhere/)
  unsure('export default { integrations: [], ...base }', /from elsewhere/)
  unsure('export default { integrations: [], [key]: [] }', /from elsewhere/)
  unsure('export default { integrations: [], integrations: [] }', /more than once/)
  unsure("const { default: ask } = await import('ask-service/astro')\nexport default { integrations: [ask()] }", /in an unusual way/)
  unsure("import { default as ask } from 'ask-service/astro'\nexport default { integrations: [ask()] }", /in an unusual way/)
})

test('editAstroConfig() changes no configuration that uses the name, or has the import without a call', () => {
  unsure('const ask = 1\nexport default { integrations: [] }', /^it uses the name ask$/)
  unsure("import find from 'ask-service/astro'\nexport default {}", /in an unusual way/)
})

test('editAstroConfig() changes no object whose members are used elsewhere, since they may change', () => {
  for (const use of ['list.push(b())', 'list[0] = b()', 'list?.push(b())']) {
    unsure(`const list = [a()]\nif (b) ${use}\nexport default { integrations: list }`, /not a plain list/)
  }
  unsure('const config = {}\nconfig.integrations = [a()]\nexport default config', /could not be found/)
})

test('newAstroConfig() gives a configuration with the integration', () => {
  assert.deepEqual(editAstroConfig(newAstroConfig(''), ''), { type: 'present' })
})

test('hasAdapter() is true or false, and null for an uncertain configuration', () => {
  assert.equal(hasAdapter('export default { adapter: node() }'), true)
  assert.equal(hasAdapter("export default { x: { adapter: 1 } } // adapter: node()"), false)
  assert.equal(hasAdapter('export default { ...base }'), null)
  assert.equal(hasAdapter('export default f()'), null)
})

/** The plugin for Starlight is added in place of the `|`s. */
function checkPlugin(marked: string, pieces: readonly string[]) {
  const [start = '', ...parts] = marked.split('|')
  const edit = editAstroConfig(start + parts.join(''), '', STARLIGHT_PLUGIN)
  assert.deepEqual(edit, { type: 'edited', text: start + parts.map((part, at) => pieces[at] + part).join('') })
}

test('editAstroConfig() adds the plugin to the options of Starlight', () => {
  const line = "\nimport askStarlight from 'ask-service/starlight'"
  const config = (options: string) => `import docs from '@astrojs/starlight'|\nexport default { integrations: [mdx(), docs({ ${options} })] }`
  checkPlugin(config("title: 'Acme'|"), [line, ', plugins: [askStarlight()]'])
  checkPlugin(config('plugins: [links()|]'), [line, ', askStarlight()'])
  checkPlugin(config('plugins: [|]'), [line, 'askStarlight()'])
})

test('editAstroConfig() is unsure of a Starlight that it can not find, and sees its plugin', () => {
  const edit = (options: string) => editAstroConfig(`import docs from '@astrojs/starlight'\nexport default { integrations: [${options}] }`, '', STARLIGHT_PLUGIN)
  for (const options of ['', 'docs(options)', 'other({})', 'docs({}), docs({})']) assert.equal(edit(options).type, 'unsure', options)
  for (const options of ['docs({ plugins: a ? [b()] : [] })', 'docs({ plugins: [], ...more })', 'docs({ plugins })', 'docs({ plugins: [], plugins: [] })', 'docs({ ...options })']) assert.equal(edit(options).type, 'unsure', options)
  const present = "import docs from '@astrojs/starlight'\nimport find from 'ask-service/starlight'\nexport default { integrations: [docs({ plugins: [find()] })] }"
  assert.deepEqual(editAstroConfig(present, '', STARLIGHT_PLUGIN), { type: 'present' })
})
