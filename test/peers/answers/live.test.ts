import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AnswerReport } from '../../../src/index.ts'
import { report } from '../../support/report.ts'
import { type DocsAt, fetchDocs } from './docs.ts'
import { isRight, summarize } from './live.ts'

const row = (facts: readonly RegExp[], given: Partial<AnswerReport>, links: readonly string[] = []) => {
  const sections = facts.length === 0 ? [] : [['a#b']]
  return { asked: { question: 'Which port?', sections, facts }, report: report(given), links }
}

test('isRight() wants every fact of an answer, and an abstention where the docs say nothing', () => {
  assert.equal(isRight(row([/4321/, /port/], { answer: 'The port is 4321.' })), true)
  assert.equal(isRight(row([/4321/, /next/], { answer: 'The port is 4321.' })), false)
  assert.equal(isRight(row([/4321/], { answer: '4321', outcome: 'not-covered' })), false)
  assert.equal(isRight(row([], { outcome: 'not-covered' })), true)
  assert.equal(isRight(row([], { outcome: 'answered' })), false)
})

test('summarize() counts what is right, what abstains and which links open a section', () => {
  const rows = [row([/4321/], { answer: '4321' }, ['/a/#b', '/gone/']), row([], { outcome: 'not-covered' })]
  const figures = new Map(summarize(rows, new Set(['/a/#b'])))
  assert.deepEqual(
    ['right, by key facts', 'abstained where the docs say nothing', 'links that open a section'].map((name) => figures.get(name)),
    ['1 of 1', '1 of 1', '1 of 2'],
  )
})

/** A repository with one page of docs and one other file. */
async function createRepository(): Promise<DocsAt> {
  const repository = await mkdtemp(join(tmpdir(), 'ask-docs-'))
  const run = (...args: readonly string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.dev', ...args], { cwd: repository, encoding: 'utf8' })
  run('init', '--quiet')
  run('config', 'uploadpack.allowFilter', 'true')
  await mkdir(join(repository, 'docs/en'), { recursive: true })
  await writeFile(join(repository, 'docs/en/index.md'), '# Ports\n\nThe port is 4321.\n')
  await writeFile(join(repository, 'docs/other.md'), '# Other\n')
  run('add', '.')
  run('commit', '--quiet', '-m', 'Docs')
  return { repository: `file://${repository}`, commit: run('rev-parse', 'HEAD').trim(), folder: 'docs/en' }
}

test('fetchDocs() gets the folder at its commit once, and leaves nothing where there is none', async (t) => {
  const at = await createRepository()
  const cache = await mkdtemp(join(tmpdir(), 'ask-cache-'))
  t.after(() => Promise.all([fileURLToPath(at.repository), cache].map((folder) => rm(folder, { recursive: true }))))
  const docs = await fetchDocs(at, cache)
  assert.deepEqual([await readdir(docs), await readdir(dirname(docs))], [['index.md'], ['en']])
  assert.equal(await fetchDocs({ ...at, repository: 'file:///nowhere' }, cache), docs)
  await assert.rejects(fetchDocs({ ...at, commit: '0'.repeat(40) }, cache))
  await assert.rejects(fetchDocs({ ...at, folder: 'nothing' }, await mkdtemp(join(cache, 'x-'))), /has no nothing at /)
  assert.deepEqual((await readdir(cache)).filter((name) => !name.startsWith('x-')), [at.commit])
})

test('npm run live asks the model of the variables and prints a table, and is skipped without a key', async (t) => {
  const words = 'ANSWER:\nNOT_IN_DOCS\nNothing is said on that.'
  const chunk = { choices: [{ index: 0, delta: { content: words }, finish_reason: 'stop' }] }
  const server = createServer((req, res) => {
    req.resume()
    res.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
  const live = async (env: Readonly<Record<string, string>>) => {
    const args = ['--import', 'tsx', fileURLToPath(new URL('live.ts', import.meta.url)), '--docs', docs, '--limit', '2']
    return (await promisify(execFile)(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } })).stdout
  }
  const printed = await live({ LLM_API_KEY: 'none', LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'm-1' })
  assert.match(printed, /^m-1 at [^\n]*, 2 questions\n\n\| right, by key facts \| 0 of 2 \|\n/)
  assert.match(printed, /\n\| abstained where they do \| 2 of 2 \|\n[^]*\n\| requests, mean \| 1\.00 \|\n/)
  assert.equal(await live({}), 'Skipped: LLM_API_KEY is not set\n')
})
