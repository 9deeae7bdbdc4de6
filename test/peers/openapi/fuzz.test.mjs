/**
 * Schemathesis makes requests up from openapi.yaml, right ones and wrong ones,
 * and holds each reply of `ask serve` against it.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serve } from './server.mjs'

/** Far more than it takes: it ends a run that hangs. */
const LIMIT_MS = 900_000
/** Requests made up for each operation. */
const EXAMPLES = 60

const folder = fileURLToPath(new URL('.', import.meta.url))
const program = `${folder}.venv/bin/schemathesis`
const skip = existsSync(program) ? false : 'run ./setup.sh first'

test('no request that openapi.yaml can think of gets a reply that it does not describe', { skip, timeout: LIMIT_MS }, async (t) => {
  const service = await serve()
  t.after(() => service.stop())
  const how = ['--phases', 'examples,coverage,fuzzing', '--max-examples', String(EXAMPLES), '--seed', '1', '--warnings', 'off']
  const child = spawn(program, ['run', `${service.origin}/openapi.yaml`, ...how], { cwd: folder })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (piece) => (said += piece))
  child.stderr.on('data', (piece) => (said += piece))
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, said)
  t.diagnostic(/Test cases:\s+(.*)/.exec(said)?.[1] ?? '')
})
