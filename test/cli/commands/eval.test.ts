import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { refuses, runAsk, siteWithGraph } from '../../support/run-ask.ts'

const { folder, content, graphPath, service } = await siteWithGraph()

/** Runs `ask eval` over a file of these lines. */
async function run(lines: readonly string[], ...argv: readonly string[]) {
  const path = join(folder, 'queries.jsonl')
  await writeFile(path, lines.join('\n'))
  return runAsk(['eval', path, ...argv], { fetch: service })
}

const RIGHT = '{"query": "trailing slashes", "expected": ["guides/routing#trailing-slashes"]}'
const WRONG = '{"id": "w", "query": "static routes", "expected": ["guides/deploy"]}'
const NOTHING = '{"text": "zzzyx", "rel": {"index": 2}}'

test('eval prints the measures and the queries that went worst', async () => {
  const { code, out, err } = await run([RIGHT, NOTHING], '--content', content)
  assert.deepEqual([code, err], [0, ''])
  assert.equal(out, `  Queries    2
  Recall@10  0.5000
  MRR@10     0.5000
  nDCG@10    0.5000

  0.0000  zzzyx
    expected  index
    found     nothing
`)
})

test('eval reads any source, and a file with a byte order mark', async () => {
  for (const source of [['--content', content], ['--kg-path', graphPath], ['--endpoint', 'https://docs.example.com']]) {
    const { code, out, err } = await run([`\ufeff${RIGHT}`], ...source)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^ {2}Queries {4}1\n {2}Recall@10 {2}1\.0000\n {2}MRR@10 {5}1\.0000\n {2}nDCG@10 {4}1\.0000\n$/)
  }
})

test('eval prints JSON', async () => {
  const { code, out } = await run([NOTHING, RIGHT, WRONG], '--content', content, '--json', '--k', '1', '--worst', '5')
  assert.equal(code, 0)
  const { worst, ...means } = JSON.parse(out)
  assert.deepEqual([means.queries, means.k, means.recall], [3, 1, 0.3333])
  assert.ok(means.mrr >= 0.3333 && means.ndcg >= 0.3333)
  assert.deepEqual(worst[0], { id: '1', text: 'zzzyx', recall: 0, reciprocalRank: 0, ndcg: 0, expected: ['index'], found: [] })
  assert.deepEqual([worst.length, worst[1].id, worst[1].found[0]], [2, 'w', 'guides/routing#static-routes'])
})

test('eval lists as many as asked for, worst first', async () => {
  assert.doesNotMatch((await run([NOTHING, WRONG], '--content', content, '--worst', '0')).out, /zzzyx|static routes/)
  assert.match((await run([WRONG, NOTHING], '--content', content, '--worst', '1')).out, /\n\n {2}0\.0000 {2}[^\n]+\n[^\n]+\n[^\n]+\n$/)
})

test('eval ends with 1 below the nDCG that is asked for', async () => {
  const half = [RIGHT, NOTHING]
  assert.equal((await run(half, '--content', content, '--min-ndcg', '0.5')).code, 0)
  const { code, err } = await run(half, '--content', content, '--min-ndcg', '.5001')
  assert.deepEqual([code, err], [1, 'nDCG@10 is 0.5, below the required 0.5001\n'])
  for (const value of ['2', '-0.5', '1.01', 'x', '1e-1', '.']) {
    const refused = await run(half, '--content', content, '--min-ndcg', value)
    assert.deepEqual([refused.code, refused.err], [2, `ask: --min-ndcg must be a number from 0 to 1, not "${value}"\n`])
  }
})

test('eval tells of ids that no section has', async () => {
  const { code, err } = await run([RIGHT, '{"query": "x", "expected": ["a", "b", "c", "d\\u001b", "index"]}'], '--content', content)
  assert.deepEqual([code, err], [0, '4 expected ids without a section: a, b, c, …\n'])
})

test('eval fails where the questions are of another site', async () => {
  const { code, err } = await run(['{"query": "a", "expected": ["elsewhere"]}'], '--content', content)
  assert.deepEqual([code, err], [1, '1 expected id without a section: elsewhere\n'])
})

test('eval says what is wrong with its file', async () => {
  const refused = (path: string, message: RegExp) => refuses(['eval', path, '--content', content], 1, message)
  await refused(join(folder, 'none.jsonl'), /^ask: File not found: \S+none\.jsonl\n$/)
  await refused(folder, /^ask: \S+ exists and is not a file\n$/)
  const { code, out, err } = await run([RIGHT, '', '{]'], '--content', content)
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^ask: \S+queries\.jsonl: Line 3: not a JSON object\n$/)
  const large = join(folder, 'large.jsonl')
  await writeFile(large, Buffer.alloc(64 * 1_048_576 + 1, 10))
  await refused(large, /^ask: \S+large\.jsonl: larger than 64 MiB\n$/)
})
