import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEvidence } from '../../../src/graph-builder/verify/evidence.ts'
import { inventedLiterals } from '../../../src/graph-builder/verify/validation.ts'

const SOURCE = 'Pass --port 8080 (v1.2.3), or set `server.port`.\nAt most 300 ms; see https://acme.dev/ports.'

function check(prose: string, expected: readonly string[]) {
  test(`${JSON.stringify(prose)} makes up ${expected.length === 0 ? 'nothing' : expected.join(', ')}`, () => {
    assert.deepEqual(inventedLiterals(prose, toEvidence([SOURCE])), expected)
  })
}

check('Sets the port with `--port 8080`.', [])
check('Sets the port with `--port\n8080`.', [])
check('Waits 300 ms, not more.', [])
check('Waits 30 ms.', ['30'])
check('Since 1.2.3.', [])
check('Since v1.2.3: ports.', [])
check('Since v1.2.', ['v1.2'])
check('Use --ports or -p.', ['--ports', '-p'])
check('A well-known, state-of-the-art port.', [])
check('See https://acme.dev/ports.', [])
check('See https://acme.dev/other.', ['https://acme.dev/other'])
check('Set `server.host` and `server.port`.', ['server.host'])
check('`zone` then `zone` and 7, 7', ['zone', '7'])
check('The `server` and its `por`.', ['por'])
check('HTTP2 and utf8 are names.', [])
check('Ports 8080, 9090.', ['9090'])
check('Use --portø or --porté.', ['--portø', '--porté'])
check('See https://acme.dev/portsé.', ['https://acme.dev/portsé'])
check(`Use --${'x'.repeat(80)}.`, [`--${'x'.repeat(80)}`])
