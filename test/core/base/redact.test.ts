import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedactor, headerSecrets, REDACTED, maskPersonal } from '../../../src/core/base/redact.ts'
import { rulesOf } from '../../support/rules.ts'

const SECRET = 'kY7/"x+Q=\\9zz?w'
const redact = createRedactor([SECRET])

/** Configured secrets have no shape of their own. */
function check(text: string, expected: string) {
  assert.equal(redact(text), expected)
  assert.equal(redact(expected), expected, 'what is redacted stays as it is')
}

for (const [name, run] of rulesOf('createRedactor():', check, [
  ['a configured secret is removed in every encoding',
    [`key ${SECRET}!`, `key ${REDACTED}!`], [`${SECRET}${SECRET}`, REDACTED + REDACTED],
    [JSON.stringify({ key: SECRET }), `{"key":"${REDACTED}"}`],
    [JSON.stringify({ key: SECRET }).replaceAll('/', '\\/'), `{"key":"${REDACTED}"}`],
    [`k=${encodeURIComponent(SECRET)}&a=b`, `k=${REDACTED}&a=b`],
    [`k=${encodeURIComponent(SECRET).toLowerCase().replace('ky7', 'kY7').replace('q%', 'Q%')}`, `k=${REDACTED}`]],
  ['credentials are recognized by their context',
    ['Authorization: Bearer abc123def456', `Authorization: Bearer ${REDACTED}`],
    ['bearer  AbCdEfGhIjKlMnOpQrStUvWxYz', `bearer  ${REDACTED}`],
    ['Authorization: Basic dXNlcjpwYXNz1234', `Authorization: Basic ${REDACTED}`],
    ['Authorization%3A Bearer%20abc123def456', `Authorization%3A Bearer%20${REDACTED}`],
    ['"x-api-key": "0123456789abcdef"', `"x-api-key": "${REDACTED}"`],
    ['api-key=0123456789abcdef, next', `api-key=${REDACTED}, next`],
    ['Cookie: session=0123456789abcdef', `Cookie: ${REDACTED}`],
    ['cookie: a=b; session=0123456789abcdef\nnext', `cookie: ${REDACTED}\nnext`],
    ['{"set-cookie": "0123456789abcdef", "a": 1}', `{"set-cookie": "${REDACTED}", "a": 1}`],
    ['{\\"cookie\\":\\"0123456789abcdef\\"}', `{\\"cookie\\":\\"${REDACTED}\\"}`],
    ['--cookie=0123456789abcdef -v', `--cookie=${REDACTED} -v`],
    ['Authorization: Token abcdef1234567890', `Authorization: ${REDACTED}`],
    ['{\\"authorization\\":\\"abcdef1234567890\\"}', `{\\"authorization\\":\\"${REDACTED}\\"}`],
    ['https://user:pa55@ss@host.test/a?b', `https://${REDACTED}@host.test/a?b`],
    ['postgres://token@host', `postgres://${REDACTED}@host`],
    ['GET /v1/models?key=0123abcd&alt=sse', `GET /v1/models?key=${REDACTED}&alt=sse`],
    ['/cb?code=1&access_token=abc#x', `/cb?code=1&access_token=${REDACTED}#x`],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIB+/=\n-----END RSA PRIVATE KEY-----\nmore', `${REDACTED}\nmore`],
    ['-----BEGIN PRIVATE KEY-----\nMIIB', REDACTED]],
  ['values of names that say what they are, are removed',
    ['{"password":"hunter2hunter2","user":"ann"}', `{"password":"${REDACTED}","user":"ann"}`],
    ['{"clientSecret": "swordfish"}', `{"clientSecret": "${REDACTED}"}`],
    ["{'aws_secret_access_key': 'wJalr/XUtn'}", `{'aws_secret_access_key': '${REDACTED}'}`],
    ['{\\"password\\":\\"hunter2hunter2\\",\\"a\\":1}', `{\\"password\\":\\"${REDACTED}\\",\\"a\\":1}`],
    [JSON.stringify({ password: 'a"b\'c,d;e&f' }), `{"password":"${REDACTED}"}`],
    [JSON.stringify({ body: JSON.stringify({ token: 'a"bcdefghi' }) }), `{"body":"{\\"token\\":\\"${REDACTED}\\"}"}`],
    ['{"password":"hunter2hunter2', `{"password":"${REDACTED}`],
    ['?client_secret=abcdefgh12345&a=b', `?client_secret=${REDACTED}&a=b`],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY next', `AWS_SECRET_ACCESS_KEY=${REDACTED} next`],
    ['export DB_PASSWORD="hunter2!hunter"', `export DB_PASSWORD="${REDACTED}"`],
    ['line\\nAPI_KEY=0123abcdef', `line\\nAPI_KEY=${REDACTED}`],
    ['postgres://admin:p@ss/w0rd@db/docs', `postgres://${REDACTED}@db/docs`],
    ['redis://:p/w@cache:6379', `redis://${REDACTED}@cache:6379`]],
])) test(name, run)

test('a configured secret is removed from base64, whatever surrounds it', () => {
  for (const before of ['', 'u', 'us', 'use', 'user:']) {
    for (const after of ['', 'x', 'xy', 'xyz']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + SECRET + after).toString(encoding)
        const found = redact(encoded)
        assert.ok(found.includes(REDACTED), `${before} ${after} ${encoding}`)
        assert.ok(found.replace(REDACTED, '').length <= Math.ceil((before.length + after.length + 4) / 3) * 4)
      }
    }
  }
})

test('a configured secret is removed from hexadecimal digits and from escapes of all its characters', () => {
  const digits = Buffer.from(SECRET).toString('hex')
  const escaped = [...SECRET].map((char) => `\\u00${Buffer.from(char).toString('hex')}`).join('')
  for (const text of [digits, digits.toUpperCase(), escaped, escaped.toUpperCase().replaceAll('U', 'u')]) {
    assert.equal(redact(`0a${text}.`), `0a${REDACTED}.`)
  }
})

test('a secret that contains another one is removed as a whole', () => {
  assert.equal(createRedactor(['abcdefgh', 'abcdefgh-ijkl'])('abcdefgh-ijkl abcdefgh'), `${REDACTED} ${REDACTED}`)
})

test('values that are too short to be a secret stay, and so does white space around one', () => {
  assert.equal(createRedactor(['ollama', '', ' '])('ask ollama'), 'ask ollama')
  assert.equal(createRedactor([' quite-secret\n'])('a quite-secret b'), `a ${REDACTED} b`)
})

test('keys are recognized by their shape', () => {
  const shapes = [
    'sk-proj-4f9A_x-7Hk2LmN0pQ', 'sk-ant-api03-abcDEF123_-xyz', 'sk-or-v1-0123456789abcdef', 'csk-k3j4h5k3j4h5',
    'gsk_a1B2c3D4e5F6', 'hf_abcdefghijklm', 'phc_AbC123def456', 'phx_AbC123def456', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'github_pat_11ABCDEFG0_abcdefgh', 'xai-abcdefgh12345', 'pplx-abcdefgh12345', 'glpat-abcdefgh1234', 'xoxb-123456789012-abcdef',
    'sk_live_abcdefgh1234', 'AIzaSyA-1234567890abcdefghijklmnopqrstu', 'AKIAIOSFODNN7EXAMPLE', 'ASIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9',
  ]
  for (const key of shapes) {
    check(key, REDACTED)
    check(`the key "${key}", and`, `the key "${REDACTED}", and`)
    check(`{"error":"bad\\n${key}"}`, `{"error":"bad\\n${REDACTED}"}`)
    check(`a ${key} b ${key}`, `a ${REDACTED} b ${REDACTED}`)
  }
})

test('private keys are removed with their headers, up to their last line or the end', () => {
  const body = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\nMIIEpAIBAAK'
  check(`a -----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----\nmore`, `a ${REDACTED}\nmore`)
  check(`-----BEGIN RSA PRIVATE KEY-----\n${body}`, REDACTED)
  check(JSON.stringify({ key: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----` }), `{"key":"${REDACTED}"}`)
  check(
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1-2\n\nlQOY-\n=a1\n-----END PGP PRIVATE KEY BLOCK-----.', `${REDACTED}.`)
  check('---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "a-b"\nAAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----', REDACTED)
  check('-----BEGIN PRIVATE KEY-----A-----END PRIVATE KEY----- b -----BEGIN PRIVATE KEY-----C', `${REDACTED} b ${REDACTED}`)
  const long = `-----BEGIN PRIVATE KEY-----${'a-'.repeat(8_192)}`
  check(`${long}rest`, `${REDACTED}rest`)
})

test('names of secrets in ordinary text stay, and text that only looks like a key', () => {
  const clean = [
    '| password: string | the password |', 'password=<your password>', '"password": "string"', '"password": "<your-password>"', 'API_KEY=your-api-key',
    'API_KEY=$API_KEY_2', '"password": "${PASSWORD}"', '"password": "The password of the user"', '"token": "Required. A token"', '"password": 12345678',
    'password: the one that you chose', 'const token = request.token', 'token=process.env.TOKEN', '<input type="password" name="password">', 'max_tokens=100000000',
    'primary_key=customer_id_2', 'http://localhost:8080/@vite/client', 'https://docs.test:443/a?mail=a@b', 'http://[::1]:80/a@b', 'secret=***********1',
    'Use Bearer authentication or Basic authentication.', 'task-management-and-more', 'a risk-free-solution', 'the sk- prefix',
    'hf_hub_download', 'npm_config_registry', 'https://docs.test/a@b', 'https://docs.test:8080/?q=key', 'keys: one, two',
    'mail ann@example.com', 'AIza', 'AKIA', 'eyJ is how they begin', 'monkey=banana', 'The api-key: see below',
    'a.b.c and github_pat_', 'Our cookie: read on', '-----BEGIN CERTIFICATE-----',
  ]
  for (const text of clean) check(text, text)
})

test('headerSecrets() gives the values of headers, and the words in them', () => {
  const headers = [['Authorization', 'Bearer abc'], ['x-tenant', 't'], ['HTTP-Referer', 'https://docs.test'], ['X-Title', 'Docs'], ['anthropic-version', '1']] as const
  assert.deepEqual(headerSecrets(headers), ['Bearer abc', 'Bearer', 'abc', 't', 't'])
})

function checkMask(text: string, expected: string) {
  assert.equal(maskPersonal(text), expected)
}

for (const [name, run] of rulesOf('maskPersonal():', checkMask, [
  ['addresses of people are masked',
    ['Write to ann.lee+docs@mail.example.co.uk.', 'Write to [email].'],
    ['<jürgen@bücher.example>, 李@例子.公司', '<[email]>, [email]'],
    ['+49 (0)151 2345-6789 or 030/123 45 67 8', '[phone] or [phone]'],
    ['call (555) 123-4567x', 'call (555) 123-4567x'], ['030 123 456 or 030 123 45', '[phone] or 030 123 45'],
    ['tel:+4915123456789, 004915123456789', 'tel:[phone], [phone]']],
  ['addresses of machines are masked',
    ['10.0.0.1, 192.168.178.20:8080', '[ip], [ip]:8080'],
    ['2001:db8::ff00:42:8329 and [::1]:80', '[ip] and [[ip]]:80'], ['2001:0db8:0000:0000:0000:ff00:0042:8329', '[ip]'],
    ['::ffff:192.168.0.1 fe80::1%eth0', '[ip][ip] [ip]%eth0']],
  ['numbers of cards are masked, by their check digit',
    ['4111 1111 1111 1111', '[card]'], ['4111-1111-1111-1111.', '[card].'], ['378282246310005', '[card]'],
    ['4111 1111 1111 1112', '[phone]']],
  ['long codes are masked',
    ['commit 0123456789abcdef0123456789abcdef01234567', 'commit [code]'],
    ['id 550e8400-e29b-41d4-a716-446655440000', 'id [code]'],
    ['x dGhpcyBpcyBhIHNlY3JldCBtZXNzYWdlIQ0K1/+= y', 'x [code] y']],
  ['the query of a URL is masked',
    ['https://docs.test/a?user=ann&x=(1) b', 'https://docs.test/a?[query](1) b'],
    ['[a](/search?q=me#top)', '[a](/search?[query])']],
])) test(name, run)

test('text without personal data stays', () => {
  const clean = [
    'Set `trailingSlash` to `never` in astro.config.mjs.', 'On 2026-11-20 at 10:30:45', 'version 1.2.3 or v20.19.0', 'port 8787, 65,536 bytes',
    'std::string and a::before', 'Why? Because.', 'config?.value ?? key?: string', '--no-trailing-slash', '@astrojs/node', 'docs@latest',
    'guides/getting-started/installation-and-setup-of-everything', '| --- | ------------------------------------------- |', 'C:\\a', '::',
  ]
  for (const text of clean) checkMask(text, text)
})
