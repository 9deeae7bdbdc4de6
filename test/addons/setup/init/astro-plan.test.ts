import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editAstroConfig, STARLIGHT_PLUGIN } from '../../../../src/addons/setup/init/astro-plan.ts'

/** Checks an edit from `before` to `after`, and that a second edit changes nothing. */
function check(before: string, after: string) {
  assert.deepEqual(editAstroConfig(before, ''), { type: 'edited', text: after })
  assert.deepEqual(editAstroConfig(after, ''), { type: 'present' })
}

/** Checks an edit of the exported part, below one import. */
function checkExport(before: string, after: string) {
  check(`import a from 'a'\n${before}\n`, `import ask from 'ask-service/astro'\nimport a from 'a'\n${after}\n`)
}

function unsure(text: string, reason: RegExp) {
  const edit = editAstroConfig(text, '')
  assert.match(edit.type === 'unsure' ? edit.reason : edit.type, reason, text)
}

test('editAstroConfig() edits the template of Starlight in its style', () => {
  const config = (newImport: string, newEntry: string) => `// @ts-check
${newImport}import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';

// https://astro.build/config
export default defineConfig({
	integrations: [
${newEntry}		starlight({
			title: 'My Docs, in [brackets]',
			social: [{ icon: 'github', href: 'https://x.test' }],
		}),
	],
});
`
  check(config('', ''), config("import ask from 'ask-service/astro';\n", '\t\task(),\n'))
})

test('editAstroConfig() adds to a list, or the list itself, in the style that it finds', () => {
  const rows = [
    ['{ integrations: [a()] }', '{ integrations: [ask(), a()] }'],
    ['{ integrations: [/* ] */ a(), ] }', '{ integrations: [/* ] */ ask(), a(), ] }'],
    ['{\n  integrations: [\n    a()\n  ]\n}', '{\n  integrations: [\n    ask(),\n    a()\n  ]\n}'],
    ['{ integrations: [...a, b ? c() : null] }', '{ integrations: [ask(), ...a, b ? c() : null] }'],
    ['{ integrations: [] }', '{ integrations: [ask()] }'],
    ['{\n  integrations: [\n    // none yet\n  ],\n}', '{\n  integrations: [\n    ask()\n    // none yet\n  ],\n}'],
    ['defineConfig({})', 'defineConfig({ integrations: [ask()] })'],
    ['defineConfig({\n})', 'defineConfig({\n  integrations: [ask()]\n})'],
    ["{ site: 'https://x.test' }", "{ integrations: [ask()], site: 'https://x.test' }"],
    ["{\n    site: 'x', // where\n}", "{\n    integrations: [ask()],\n    site: 'x', // where\n}"],
    ['{\n\tvite: { plugins: [] }\n}', '{\n\tintegrations: [ask()],\n\tvite: { plugins: [] }\n}'],
    ['{ integrations: [a()] } satisfies Config', '{ integrations: [ask(), a()] } satisfies Config'],
    ['defineConfig({ "integrations": [a()] },)', 'defineConfig({ "integrations": [ask(), a()] },)'],
    ['{ ...base, integrations: [a()] }', '{ ...base, integrations: [ask(), a()] }'],
  ] as const
  for (const [before, after] of rows) checkExport(`export default ${before}`, `export default ${after}`)
})

test('editAstroConfig() ignores strings, comments and nested properties', () => {
  const before = "// integrations: [ ]\nconst s = 'integrations: ['\nexport default {\n  markdown: { integrations: [1] },\n  t: `${ { integrations: [] } }`,\n  r: /integrations: [[]/,\n  integrations: [a()],\n}"
  checkExport(before, before.replace('[a()]', '[ask(), a()]'))
})

test('editAstroConfig() writes the import in the style of the first one, else below the lines that must stay first', () => {
  check('import a from "a";\n\nexport default {}\n', 'import ask from "ask-service/astro";\nimport a from "a";\n\nexport default { integrations: [ask()] }\n')
  check("export default { integrations: [a()] }\nimport './a.css' with { type: 'css' }", "export default { integrations: [ask(), a()] }\nimport ask from 'ask-service/astro'\nimport './a.css' with { type: 'css' }")
  const body = '/** @type {import("astro").AstroUserConfig} */\nexport default { integrations: ['
  for (const top of ['', '// @ts-check\n', '#!/usr/bin/env node\n// @ts-check\n// more\n', '\ufeff']) {
    check(`${top}${body}] }\n`, `${top}import ask from 'ask-service/astro'\n\n${body}ask()] }\n`)
  }
})

test('editAstroConfig() keeps line breaks and a byte order mark', () => {
  const before = '\ufeffimport a from "a"\r\nexport default {\r\n  integrations: [\r\n    a(),\r\n  ],\r\n}\r\n'
  check(before, before.replace('import a', 'import ask from "ask-service/astro"\r\nimport a').replace('a(),\r\n', 'ask(),\r\n    a(),\r\n'))
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
  unsure('export default { ...base }', /not a plain list/)
  unsure('export default { integrations: [], ...base }', /not a plain list/)
  unsure('export default { integrations: [], [key]: [] }', /not a plain list/)
  unsure('export default { integrations: [], integrations: [] }', /not a plain list/)
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

test('editAstroConfig() adds the plugin to the options of Starlight', () => {
  const config = (options: string) => `import docs from '@astrojs/starlight'\nexport default { integrations: [mdx(), docs({ ${options} })] }`
  for (const [before, after] of [["title: 'Acme'", "plugins: [askStarlight()], title: 'Acme'"], ['plugins: [links()]', 'plugins: [askStarlight(), links()]'], ['plugins: []', 'plugins: [askStarlight()]']] as const) {
    const text = `import askStarlight from 'ask-service/starlight'\n${config(after)}`
    assert.deepEqual(editAstroConfig(config(before), '', STARLIGHT_PLUGIN), { type: 'edited', text })
  }
})

test('editAstroConfig() is unsure of a Starlight that it can not find, and sees its plugin', () => {
  const edit = (options: string) => editAstroConfig(`import docs from '@astrojs/starlight'\nexport default { integrations: [${options}] }`, '', STARLIGHT_PLUGIN)
  for (const options of ['', 'docs(options)', 'other({})', 'docs({}), docs({})']) assert.equal(edit(options).type, 'unsure', options)
  for (const options of ['docs({ plugins: a ? [b()] : [] })', 'docs({ plugins: [], ...more })', 'docs({ plugins })', 'docs({ plugins: [], plugins: [] })', 'docs({ ...options })']) assert.equal(edit(options).type, 'unsure', options)
  const present = "import docs from '@astrojs/starlight'\nimport find from 'ask-service/starlight'\nexport default { integrations: [docs({ plugins: [find()] })] }"
  assert.deepEqual(editAstroConfig(present, '', STARLIGHT_PLUGIN), { type: 'present' })
})
