import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { NEXT, NUXT, SVELTEKIT } from '../../../../src/addons/setup/init/framework-plan.ts'
import { serviceModule } from '../../../../src/addons/setup/init/plan.ts'

const document = readFileSync(new URL('../../../../docs/mounting.md', import.meta.url), 'utf8')

test('the written files are those of docs/mounting.md, which its own suite runs', () => {
  for (const { path, text } of [NEXT, SVELTEKIT, NUXT].flatMap(({ routes }) => routes)) {
    assert.ok(document.includes(`\`${path}\``), path)
    assert.ok(document.includes(`\n\`\`\`js\n${text}\`\`\``), text)
  }
  assert.ok(document.includes(`\n\`\`\`js\n${serviceModule('docs', '/')}\`\`\``))
})

test('serviceModule() names content and base path', () => {
  const text = serviceModule("it's", '/x/')
  assert.match(text, /^ {2}endpoint: '\/x\/api\/ask',$/m)
  assert.match(text, /readFolder\('it\\'s', \{ base: '\/x\/' \}\)/)
})
