/** `ask answer` as a process of its own, against a service that takes its time. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { compiledProgram } from '../support/program.ts'
import { frames, modelServer } from '../support/model-server.ts'

const BIN = await compiledProgram()

test('Ctrl-C ends ask answer with 130, and the request with it', { skip: process.platform === 'win32' }, async (t) => {
  const begun = frames(['search', { query: 'slashes' }], ['sources', { sources: [{ url: '/a/' }], model: 'm' }], ['token', { text: 'One ' }])
  const service = await modelServer(t, [{ body: [begun], ending: 'stall' }])
  const child = spawn(process.execPath, [BIN, 'answer', '--endpoint', service.url, 'Why?'], { stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece))
  while (!err.includes('Reading: slashes\n')) await Promise.race([once(child.stderr, 'data'), closed.then(() => assert.fail(err))])
  child.kill('SIGINT')
  const [code] = await closed
  await service.requests[0]?.left
  assert.deepEqual([code, out, err], [130, '', 'Reading: slashes\nask: the answer was cancelled\n'])
})
