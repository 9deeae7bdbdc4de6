/** openapi.yaml by itself: a linter of OpenAPI 3.1 finds nothing, and every example fits the schema beside it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { document, errorsOf, framesOf, resolve, YAML } from './schemas.mjs'

test('openapi.yaml passes the linter without a warning', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: YAML, absoluteRef: 'openapi.yaml', config })
  const lines = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
  assert.deepEqual(lines, [])
})

/** Each `[where, schema, example]` at or below a value. */
function* examplesIn(value, where = '') {
  if (typeof value !== 'object' || value === null) return
  if ('schema' in value) {
    if ('example' in value) yield [where, value.schema, value.example]
    const named = Object.entries(value.examples ?? {})
    for (const [name, example] of named) yield [`${where} ${name}`, value.schema, resolve(example).value]
  }
  for (const [key, below] of Object.entries(value)) if (key !== 'value') yield* examplesIn(below, `${where}/${key}`)
}

test('every example of openapi.yaml fits its schema', () => {
  const examples = [...examplesIn(document)]
  assert.ok(examples.length > 30)
  const checked = examples.map(([where, schema, example]) => [where, errorsOf(schema, example)])
  assert.deepEqual(checked.filter(([, errors]) => errors !== ''), [])
})

test('the streams of openapi.yaml have frames as it describes them', () => {
  const { schema, examples } = document.paths['/api/ask'].post.responses['200'].content['text/event-stream']
  for (const { value } of Object.values(examples)) {
    const frames = framesOf(value)
    assert.equal(errorsOf(schema.contentSchema, frames), '')
    assert.match(frames.at(-1).event, /^(done|error)$/)
    assert.ok(frames.findIndex(({ event }) => event === 'sources') < frames.findIndex(({ event }) => event === 'token'))
  }
})

test('every object that openapi.yaml answers with has an example', () => {
  const bare = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).filter(([, response]) => {
        const json = resolve(response).content?.['application/json']
        return json !== undefined && json.example === undefined && json.examples === undefined
      }).map(([status]) => `${method} ${path} ${status}`),
    ),
  )
  assert.deepEqual(bare, [])
})
