import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MOUNT_ON_PATH, NEXT_ROUTE, NUXT_ROUTES, SERVER_LINES, serviceModule, SVELTEKIT_ROUTE, workerLines } from '../../../src/init/plans/mounts.ts'

const document = readFileSync(new URL('../../../docs/mounting.md', import.meta.url), 'utf8')

test('the written files are those of docs/mounting.md, which its own suite runs', () => {
  for (const { path, text } of [NEXT_ROUTE, SVELTEKIT_ROUTE, ...NUXT_ROUTES]) {
    assert.ok(document.includes(`\`${path}\``), path)
    assert.ok(document.includes(`\n\`\`\`js\n${text}\`\`\``), text)
  }
  assert.ok(document.includes(`\n\`\`\`js\n${serviceModule({ content: 'docs', base: '/' })}\`\`\``))
  for (const line of [MOUNT_ON_PATH, ...SERVER_LINES.values()].flatMap(({ mount }) => mount)) assert.ok(document.includes(`\n${line}\n`), line)
  for (const line of workerLines('./').filter((one) => !one.startsWith('//'))) assert.ok(document.includes(`${line}\n`), line)
})

test('serviceModule() names content and base path', () => {
  const text = serviceModule({ content: "it's", base: '/x/' })
  assert.match(text, /^ {2}endpoint: '\/x\/api\/ask',$/m)
  assert.match(text, /readFolder\('it\\'s', \{ base: '\/x\/' \}\)/)
})
