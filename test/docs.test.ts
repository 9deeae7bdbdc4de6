/**
 * `test/promises.md` names tests for what the docs promise: each of these tests must exist. `docs/queries.jsonl` has what
 * readers would type for each section of the docs. `docs/options.md` has all options and errors of the code.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FLAGS } from '../src/cli/command-line/flags.ts'
import { groupDigits } from '../src/core/base/text.ts'
import { chunkPages } from '../src/core/content/chunk.ts'
import { readOptions, VARIABLES } from '../src/core/environment.ts'
import { parseQueries } from '../src/core/graph-builder/queries/worklist.ts'
import { unsafeReason } from '../src/core/graph-builder/verify/evidence.ts'
import { ANSWER_LIMITS, LIMITS, SERVER_LIMITS } from '../src/core/settings.ts'
import { resolveModel } from '../src/core/llm/settings.ts'
import { resolveTrace } from '../src/core/trace/settings.ts'
import { readFolder } from '../src/node.ts'

/** A path of a test or of a folder of tests, and the names after it: `test/a.test.ts`, "a name", "… its end". */
const CITED = /`(test\/[\w./-]+)`((?:, "[^"]+")*)/g

test('the tests that promises.md names exist', () => {
  const cited = [...readFileSync('test/promises.md', 'utf8').replace(/^#[^]*?\n## /, '## ').matchAll(CITED)]
  assert.ok(cited.length > 60)
  for (const [, path = '', names = ''] of cited) {
    assert.ok(existsSync(path), path)
    const parts = [...names.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) => name.split('…')).map((part) => part.trim())
    if (parts.length === 0) continue
    const text = readFileSync(path, 'utf8').replaceAll("\\'", "'")
    for (const part of parts) assert.ok(text.includes(part), `${path}: ${part}`)
  }
})

test('the queries of the docs are of sections that exist', async () => {
  const ids = new Set(chunkPages((await readFolder('docs')).pages).map(({ id }) => id))
  const queries = parseQueries(readFileSync('docs/queries.jsonl', 'utf8'))
  assert.ok(queries.size > 150)
  assert.deepEqual([...queries.keys()].filter((id) => !ids.has(id)), [])
  assert.deepEqual([...queries.values()].flat().filter((query) => unsafeReason(query) !== null), [])
})

test('the scripts that the benchmarks name exist', () => {
  const named = [...readFileSync('docs/benchmarks.md', 'utf8').matchAll(/`npm (?:run )?([\w-]+)[^`]*`\s+in\s+`(test\/[\w/]+)`/g)]
  assert.ok(named.length >= 8, String(named.length))
  for (const [, script = '', folder = ''] of named) assert.ok(script in JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).scripts, `${folder} ${script}`)
})

const options = readFileSync('docs/options.md', 'utf8')
/** The rows below the first table row that begins with `head`, as their cells. */
const rowsOf = (head: string) => (options.split(`| ${head} |`)[1] ?? '').split('\n\n')[0]!.split('\n').slice(2)
  .map((line) => line.replaceAll(' | | ', ' |  | ').replaceAll(' | | ', ' |  | ').split(' | ').map((cell) => cell.replace(/^\| ?|\|$/g, '').trim()))
const ticked = (cell: string | undefined) => /`([^` ]+)/.exec(cell ?? '')?.[1]
const sorted = (names: Iterable<string | undefined>) => [...new Set(names)].filter((name) => name !== undefined).sort()

/** The paths of the settings that a schema has. */
function settingsOf(schema: { readonly properties?: Readonly<Record<string, object>> }, path = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const below = settingsOf(value, `${path}${name}.`)
    return name === '$schema' ? [] : below.length > 0 ? below : [path + name]
  })
}

test('the table of options has every flag, variable and setting, with the defaults of the code', () => {
  const rows = rowsOf('flag')
  assert.deepEqual(sorted(rows.map(([flag]) => ticked(flag))), sorted(Object.values(FLAGS).map(({ name }) => `--${name}`)))
  const variables = [...VARIABLES, 'ASK_BUDGET_FILE', 'ASK_QUESTION_LOG', 'NO_COLOR']
  assert.deepEqual(sorted(rows.map(([, variable]) => ticked(variable))), sorted(variables))
  const settings = settingsOf(JSON.parse(readFileSync('ask.schema.json', 'utf8')))
  assert.deepEqual(sorted(rows.map(([, , setting]) => ticked(setting))), sorted(settings))
  const limits = { limits: LIMITS, 'limits.answer': ANSWER_LIMITS, server: SERVER_LIMITS }
  for (const [path, table] of Object.entries(limits)) {
    for (const [name, limit] of Object.entries(table)) {
      const [, variable, , value] = rows.find(([, , setting]) => ticked(setting) === `${path}.${name}`) ?? []
      assert.equal(value, groupDigits(limit.default), name)
      assert.equal(ticked(variable), 'variable' in limit ? limit.variable : undefined, name)
    }
  }
  for (const flag of Object.values(FLAGS)) {
    if (!('default' in flag) || flag.default === null) continue
    const values = rows.filter(([name]) => ticked(name) === `--${flag.name}`).map(([, , , value = '']) => value.replace(/[`,]/g, ''))
    assert.ok(values.includes(String(flag.default)), flag.name)
  }
})

test('the table of options has the defaults of model and traces: setting one changes nothing', () => {
  const rows = rowsOf('flag').filter(([, variable, , value = '']) => /^`(?:LLM|ANALYTICS)_/.test(variable ?? '') && /^[\d`]/.test(value))
  assert.ok(rows.length > 7)
  for (const [, variable, , value = ''] of rows) {
    const [remote = '', local = remote] = value.replace(/[`,]| on this machine/g, '').split('; ')
    for (const [host, one] of [['models.example', remote], ['localhost', local]]) {
      const env = { LLM_API_KEY: 'none', LLM_MODEL: 'm', LLM_BASE_URL: `http://${host}/v1`, ANALYTICS_KEY: 'k' }
      const [unset, set] = [env, { ...env, [ticked(variable)!]: one }].map((variables) => {
        const { model, trace } = readOptions(variables)
        return { model: resolveModel(model), trace: resolveTrace(trace, assert.fail) }
      })
      assert.deepEqual(set, unset, ticked(variable))
    }
  }
})

test('the table of errors has every code, with its status', () => {
  const codes = [...readFileSync('src/core/base/errors.ts', 'utf8').matchAll(/'?\b([a-z-]+)'?: (\d{3}),/g)]
  assert.deepEqual(rowsOf('code').map(([code, status]) => [ticked(code), status]), codes.map(([, code, status]) => [code, status]))
})
