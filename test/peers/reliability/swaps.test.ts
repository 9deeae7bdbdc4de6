/** A graph that is replaced, torn and removed under readers: each reply has one whole graph, at last the newest. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { IS_LONG, runProgram, startService, temporaryFolder } from './service.ts'

const SWAPS = IS_LONG ? 300 : 30
/** Between two swaps. */
const SWAP_MS = 100
/** Looks for the last graph, half a second apart. */
const LOOKS = 60
const LOOK_MS = 500

test(`${SWAPS} swaps of the graph under ask serve --watch`, async (t) => {
  const folder = temporaryFolder()
  const [docs, graph] = [join(folder, 'docs'), join(folder, 'kg.json')]
  mkdirSync(docs)
  writeFileSync(join(docs, 'a.md'), '# Wheels\n\nA **wheel** is a round part that turns.\n\n## Kinds of wheels\n\nSome wheels are large.\n')
  assert.equal(runProgram(['kg', 'build', docs, '--extractive', '--kg-path', graph]).status, 0)
  const text = readFileSync(graph, 'utf8')
  const variants = ['first', 'second', 'third'].map((word) => text.replace(/"overview":\s*"[^"]*"/, `"overview": "The ${word} overview."`))
  assert.ok(variants.every((variant) => variant !== text), 'each graph has its own overview')
  const service = await startService(t, [docs, '--kg-path', graph, '--watch'])

  const seen = new Set<string>()
  let isOver = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const response = await fetch(service.at('/api/ask/overview'))
      const body = await response.text()
      assert.equal(response.status, 200, body)
      seen.add(body)
    }
  })
  const swaps = [
    (variant: string) => replace(graph, variant),
    (variant: string) => writeFileSync(graph, variant.slice(0, variant.length / 2)),
    (variant: string) => replace(graph, variant),
    () => rmSync(graph, { force: true }),
    (variant: string) => writeFileSync(graph, variant),
    () => writeFileSync(graph, '{"version":99}'),
  ]
  for (let swap = 0; swap < SWAPS; swap += 1) {
    swaps[swap % swaps.length]?.(variants[swap % variants.length] ?? '')
    await sleep(SWAP_MS)
  }
  replace(graph, variants[2] ?? '')
  const isLast = async () => (await (await fetch(service.at('/api/ask/overview'))).text()).includes('third')
  let looks = 0
  while (!(await isLast()) && looks < LOOKS) {
    looks += 1
    await sleep(LOOK_MS)
  }
  isOver = true
  await Promise.all(readers)
  assert.ok(looks < LOOKS, `the last graph is not served:\n${service.output()}`)
  for (const body of seen) assert.doesNotThrow(() => JSON.parse(body), body)
  t.diagnostic(`${seen.size} different overviews were read`)
  assert.ok(seen.size <= variants.length + 2, [...seen].join('\n'))
})

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
