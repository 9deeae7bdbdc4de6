import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  MOUNT_LINES, MOUNT_ON_PATH, NEXT, NUXT, serviceModule, SVELTEKIT, workerLines,
} from '../../../../src/addons/setup/init/service-plan.ts'

const document = readFileSync(new URL('../../../../docs/mounting.md', import.meta.url), 'utf8')

test('the files that are written and the lines that are shown are those of docs/mounting.md, which its own suite runs', () => {
  for (const { path, text } of [NEXT, SVELTEKIT, NUXT].flatMap(({ routes }) => routes)) {
    assert.ok(document.includes(`\`${path}\``), path)
    assert.ok(document.includes(`\n\`\`\`js\n${text}\`\`\``), text)
  }
  assert.ok(document.includes(`\n\`\`\`js\n${serviceModule('docs', '/')}\`\`\``))
  for (const line of [MOUNT_ON_PATH, ...Object.values(MOUNT_LINES)].flat()) assert.ok(document.includes(`\n${line}\n`), line)
  for (const line of workerLines('./').filter((one) => !one.startsWith('//'))) assert.ok(document.includes(`${line}\n`), line)
})

test('serviceModule() names content and base path', () => {
  const text = serviceModule("it's", '/x/')
  assert.match(text, /^ {2}endpoint: '\/x\/api\/ask',$/m)
  assert.match(text, /readFolder\('it\\'s', \{ base: '\/x\/' \}\)/)
})
