/**
 * The official conformance suite on the HTTP endpoint of a running service, in
 * every revision it knows. It is written for a server with resources, prompts,
 * logging, sampling and tools made for it; what this server doesn't offer is
 * listed here with the reason, down to the single check, so that anything else
 * that fails, and anything new in the suite, is noticed.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeSite, serve } from './program.mjs'

/** Scenarios that call a tool by a name of theirs: run on this server's protocol with such tools. */
const ON_TEST_TOOLS = {
  'tools-call-simple-text': ['2025-06-18', '2025-11-25', '2026-07-28'],
  'tools-call-error': ['2025-06-18', '2025-11-25', '2026-07-28'],
  'json-schema-2020-12': ['2025-11-25', '2026-07-28'],
}

const SUITE = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url))
const NODE = fileURLToPath(new URL('node_modules/node24/bin/node', import.meta.url))

/** Scenarios that must pass, with the revisions they are run in. */
const PASSES = {
  'server-initialize': ['2025-06-18', '2025-11-25'],
  'server-session-lifecycle': ['2025-03-26', '2025-06-18', '2025-11-25'],
  'server-sse-polling': ['2025-11-25'],
  'server-sse-multiple-streams': ['2025-11-25', '2026-07-28'],
  ping: ['2025-06-18', '2025-11-25'],
  'tools-list': ['2025-06-18', '2025-11-25', '2026-07-28'],
  'resources-list': ['2025-06-18', '2025-11-25', '2026-07-28'],
  'sep-2164-resource-not-found': ['2026-07-28'],
  'dns-rebinding-protection': ['2025-11-25', '2026-07-28'],
  'http-header-validation': ['2026-07-28'],
  'input-required-result-unsupported-methods': ['2026-07-28'],
  'input-required-result-validate-input': ['2026-07-28'],
}

/** Scenarios that pass but for these checks. */
const PASSES_BUT = {
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': 'needs a tool that asks the client for something; ours never do',
    'sep-2575-missing-capability-http-400': 'the same',
    'sep-2575-http-server-no-independent-requests-on-stream': 'needs the tool test_streaming_elicitation',
    'sep-2575-server-no-log-without-loglevel': 'needs the tool test_logging_tool; ours never log',
  },
  caching: {
    'sep-2549-prompts-list-caching-hints': 'no prompts',
  },
}

/** Scenarios for what the server doesn't have. They fail, or pass without saying anything. */
const NOT_OFFERED = {
  'no logging': ['logging-set-level', 'tools-call-with-logging'],
  'no completions': ['completion-complete'],
  'no resources but pages': ['resources-read-text', 'resources-read-binary', 'resources-templates-read', 'resources-subscribe', 'resources-unsubscribe'],
  'no prompts': ['prompts-list', 'prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image', 'input-required-result-non-tool-request'],
  'calls a tool made for the suite: run on such tools below': ['tools-call-simple-text', 'tools-call-error', 'json-schema-2020-12'],
  'no progress over HTTP, where replies come in one piece': ['tools-call-with-progress'],
  'tools return text and data, no media': ['tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource', 'tools-call-mixed-content'],
  'tools ask clients for nothing': [
    'tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums', 'http-custom-header-server-validation',
    'input-required-result-basic-elicitation', 'input-required-result-basic-sampling', 'input-required-result-basic-list-roots',
    'input-required-result-request-state', 'input-required-result-multiple-input-requests', 'input-required-result-multi-round',
    'input-required-result-missing-input-response', 'input-required-result-result-type', 'input-required-result-tampered-state',
    'input-required-result-capability-check', 'input-required-result-ignore-extra-params',
  ],
}

const site = await makeSite()
const service = await serve(site.folder)
after(async () => {
  await service.stop()
  site.remove()
})

const notOffered = new Map(Object.entries(NOT_OFFERED).flatMap(([reason, names]) => names.map((name) => [name, reason])))

/** Runs scenarios in one revision: name -> checks. */
async function run(url, version, which) {
  const out = mkdtempSync(join(tmpdir(), 'ask-conformance-'))
  try {
    const args = [SUITE, 'server', '--url', url, ...which, '--spec-version', version, '-o', out]
    const child = spawn(NODE, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await once(child, 'exit')
    const files = readdirSync(out, { recursive: true }).filter((file) => file.endsWith('checks.json'))
    const name = (file) => /server-(.+?)-\d{4}-\d\d-\d\dT/.exec(file)?.[1] ?? file
    return new Map(files.map((file) => [name(file), JSON.parse(readFileSync(join(out, file), 'utf8'))]))
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

for (const version of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
  test(`the conformance suite passes in ${version}, but for what a server of tools alone has not`, { timeout: 600_000 }, async (t) => {
    const scenarios = await run(`${service.address}/mcp`, version, ['--suite', 'all'])
    const expected = Object.entries(PASSES).filter(([, versions]) => versions.includes(version)).map(([name]) => name)
    for (const name of expected) assert.ok(scenarios.has(name), `${name} was not run`)
    for (const [name, checks] of scenarios) {
      if (notOffered.has(name)) {
        t.diagnostic(`${name}: not offered (${notOffered.get(name)})`)
        continue
      }
      assert.ok(name in PASSES || name in PASSES_BUT, `${name} is new: decide whether it applies`)
      const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)
      assert.deepEqual(failed.sort(), Object.keys(PASSES_BUT[name] ?? {}).sort(), name)
      const count = (status) => checks.filter((check) => check.status === status).length
      t.diagnostic(`${name}: ${count('SUCCESS')} checks passed${failed.length === 0 ? '' : `, ${failed.length} not applicable`}`)
    }
  })
}

test('the scenarios that need a tool of theirs pass on the protocol with such tools', { timeout: 600_000 }, async (t) => {
  const child = spawn(NODE, [fileURLToPath(new URL('test-tools.mjs', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => assert.fail(`the server with their tools ended with ${code}`))
  const [printed] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])
  ended.catch(() => undefined)
  for (const [name, versions] of Object.entries(ON_TEST_TOOLS)) {
    for (const version of versions) {
      const checks = (await run(printed.trim(), version, ['--scenario', name])).get(name)
      assert.ok(checks.some(({ status }) => status === 'SUCCESS'), `${name} was not run`)
      assert.deepEqual(checks.filter(({ status }) => status === 'FAILURE'), [], `${name} in ${version}`)
    }
  }
})
