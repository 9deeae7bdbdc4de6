/** A reporter for `node:test`: a line of JSON for each test, with its error or why it was skipped, for each note of a test, and for the end. */
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

/** What `node:test` says at the end of every run. */
const SUMMARY = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /
const AREA = fileURLToPath(new URL('area.mjs', import.meta.url))

export default async function* report(events) {
  const names = []
  let file
  for await (const { type, data } of events) {
    if (type === 'test:start') names.splice(data.nesting, Infinity, data.name)
    // A test within another counts for the other's file, wherever a suite that files share defines it.
    if (type === 'test:start' && data.nesting === 0) file = data.file
    if (type === 'test:diagnostic' && /^(?:Error|Warning)/.test(data.message)) yield `${data.message}\n`
    else if (type === 'test:diagnostic' && !SUMMARY.test(data.message)) yield `${JSON.stringify({ outcome: 'note', text: data.message })}\n`
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { error, type: kind } = data.details
    const failed = type === 'test:fail'
    if (failed ? error.failureType === 'subtestsFailed' : kind === 'suite' || data.file === AREA) continue
    const name = [...names.slice(0, data.nesting), data.name].join(' > ')
    const outcome = failed ? 'failed' : data.skip === undefined ? 'passed' : 'skipped'
    yield `${JSON.stringify({ outcome, name, file: data.nesting === 0 ? data.file : file, ...(failed && { error: inspect(error.cause ?? error) }), ...(outcome === 'skipped' && { reason: String(data.skip) }) })}\n`
  }
  const { user, system } = process.cpuUsage()
  yield `${JSON.stringify({ outcome: 'end', cpuMs: (user + system) / 1_000 })}\n`
}
