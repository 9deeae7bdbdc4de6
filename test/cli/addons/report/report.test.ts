import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatLine } from '../../../../src/core/question-log.ts'
import { emptySearch, searchLine, times } from '../../../support/question-log.ts'
import { refuses, runAsk } from '../../../support/run-ask.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))
const LINES = [...times(4, () => emptySearch('throttle slashes')), ...times(30, () => searchLine('static routes', { click: { rank: 1, id: 'guides/routing' } }))].map(formatLine)

const run = (...argv: readonly string[]) => runAsk(['report', ...argv], { env: { ASK_QUESTION_LOG: join(folder, 'env.jsonl') } })

async function written(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, lines.join('\n'))
  return path
}

const log = await written('log.jsonl', LINES)

test('report prints Markdown, JSON or a page', async () => {
  assert.match((await run(log)).out, /^# What readers asked\n\n2026-11-22 to 2026-11-22: 34 searches, 0 answers, 100 % of readers/)
  assert.equal(JSON.parse((await run('--json', log)).out).withoutResults[0].readers, 4)
  assert.match((await run('--html', log)).out, /^<!doctype html>/)
  assert.equal((await run('--html', '--json', log)).code, 2)
})

test('report with the content names the nearest section, and words that no section has', async () => {
  const { out } = await run('--content', content, log)
  assert.match(out, /\n- 4 readers found nothing for `throttle slashes`; nearest: `Routing › Trailing slashes` \(`guides\/routing#trailing-slashes`\).*; no section has `throttle`: add/)
  assert.match((await run('--search-url', 'https://store.test', log)).err, /^ask: Which index\?/)
})

test('report writes judged queries that eval reads, the gaps as tasks, and queries for the nearest sections', async () => {
  const [judged = '', gaps = '', queries = ''] = ['judged.jsonl', 'gaps.md', 'queries.jsonl'].map((name) => join(folder, name))
  assert.equal((await run('--eval', judged, '--gaps', gaps, '--queries', queries, '--content', content, log)).code, 0)
  assert.equal(await readFile(queries, 'utf8'), '{"id":"guides/routing#trailing-slashes","queries":["throttle slashes"]}\n')
  assert.equal(await readFile(judged, 'utf8'), '{"text":"static routes","rel":{"guides/routing":2}}\n')
  assert.match(await readFile(gaps, 'utf8'), /\n- \[ \] 4 readers found nothing for `throttle slashes`/)
  assert.equal((await runAsk(['eval', judged, '--content', content])).code, 0)
})

test('report reads the files of all days by the path of the log, also from the variable', async () => {
  for (const name of ['env', 'days']) {
    await written(`${name}-2026-11-21.jsonl`, LINES.slice(0, 2))
    await written(`${name}-2026-11-22.jsonl`, LINES.slice(2, 4))
    await written(`${name}-else.jsonl`, LINES)
  }
  for (const { out } of [await run('--json', join(folder, 'days.jsonl')), await run('--json')]) assert.equal(JSON.parse(out).lines.searches, 4)
})

const LONG_LINE = `{"v":1,"type":"search","at":"2026-11-22T10:00:00Z","query":"${'x'.repeat(10_000_000)}","results":1}`

for (const [name, lines, counts] of [
  ['an empty log', [], { searches: 0 }],
  ['empty lines', ['', LINES[0]!, '', ''], { searches: 1, broken: 0 }],
  ['half a line at the end', [LINES[0]!, LINES[1]!.slice(0, 40)], { searches: 1, broken: 1 }],
  ['zeros of a lost power', [LINES[0]!, '\0'.repeat(4_096), LINES[1]!], { searches: 2, broken: 1 }],
  ['a line of ten megabytes', [LINES[0]!, LONG_LINE, LINES[1]!], { searches: 2, broken: 1 }],
  ['bytes that are no UTF-8', [LINES[0]!, Buffer.from([0xff, 0xfe]).toString('latin1')], { searches: 1, broken: 1 }],
  ['lines of another version', ['{"v":2,"type":"search"}', LINES[0]!], { searches: 1, otherVersions: 1 }],
  ['lines that end as on Windows', LINES.slice(0, 2).map((line) => `${line}\r`), { searches: 2, broken: 0 }],
  ['deep JSON', [`${'['.repeat(30_000)}`, LINES[0]!], { searches: 1, broken: 1 }],
] as const) {
  test(`report reads ${name}`, async () => {
    const { code, out, err } = await run('--json', await written('odd.jsonl', lines))
    const { lines: counted } = JSON.parse(out)
    assert.deepEqual([code, err, counted], [0, '', { ...counted, ...counts }])
  })
}

for (const [name, make, message] of [
  ['a file that is missing', async () => undefined, /Question log not found/],
  ['a pipe', async (path) => void execFileSync('mkfifo', [path]), /not a regular file/],
  ['a folder', async (path) => void await mkdir(path), /not a regular file/],
  ['a page', (path) => writeFile(path, '# Limits\n\nRequests are throttled.\n'), /a-page: no line is one of a question log\. Name the question log: /],
] as const satisfies readonly (readonly [string, (path: string) => Promise<void>, RegExp])[]) {
  test(`report refuses ${name}`, async () => {
    const path = join(folder, name.replaceAll(' ', '-'))
    await make(path)
    await refuses(['report', path], 1, message)
  })
}

test('report says which file it needs', () => refuses(['report'], 2, /Name the question log/))
