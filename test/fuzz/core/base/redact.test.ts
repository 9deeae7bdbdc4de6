import { test } from 'node:test'
import { createRedactor } from '../../../../src/core/base/redact.ts'
import { checkLinear } from '../../../support/fuzz.ts'

const SECRET = 'kY7/"x+Q=\\9zz?w'
const redact = createRedactor([SECRET])

test('the work is linear in hostile text', () => {
  const pieces = [
    'sk-', 'sk-a', 'eyJ', 'eyJaaaaaaaa', 'eyJaaaaaaaa.', 'Bearer ', 'bearer a', '://', '://a', 'a://a:a', '?key=', '&', '@', 'a', '-',
    '-----BEGIN PRIVATE KEY-----', '-----BEGIN ', '\\n', 'authorization:', 'AKIA', '"', ' ', 'kY7/"', '\ud800',
  ]
  checkLinear(500_000, pieces, redact)
})
