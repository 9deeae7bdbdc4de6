import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedNames } from '../../../src/answer/ground/names.ts'

const TEXTS = ['Pass `--port-range` or set server.port in astro.config.mjs. Since v5.1 and 4.2.1 it is read from /etc/astro.']

test('inventedNames() finds flags, options, versions and paths that no section has', () => {
  for (const [answer, all] of [
    ['Use `--port-range`.', []],
    ['Use `--port`.', ['--port']],
    ['The --xyzzy flag sets it.', ['--xyzzy']],
    ['Set `server.port`, not `server.ports`.', ['server.ports']],
    ['It came with v5.1, not v5.2, and 4.2.1 is older than 4.2.2.', ['v5.2', '4.2.2']],
    ['Version 3.1 and 12 ports.', []],
    ['See `/etc/astro` and `/etc/other`.', ['/etc/other']],
    ['Write `true`, `4321` and `word`.', []],
    ['Call `getPort` or `MAX_PORT`.', ['getPort', 'MAX_PORT']],
    ['```sh\nrun --fast my-site\n```', ['--fast']],
  ] as const) assert.deepEqual(inventedNames(answer, 'Which port?', TEXTS).all, all, answer)
})

test('inventedNames() leaves out what the question names', () => {
  assert.deepEqual(inventedNames('There is no `--port` flag.', 'Is there a --port flag?', TEXTS).all, [])
})

test('inventedNames() knows which names an answer rests on', () => {
  const answer = 'Use `--first`.\n\nOr try `--second` some day.\n\n```sh\nrun --third\n```\n'
  assert.deepEqual(inventedNames(answer, '', TEXTS), { all: ['--first', '--second', '--third'], essential: ['--first', '--third'] })
})
