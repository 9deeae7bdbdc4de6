/**
 * Hostile answers through the filter of links, and through the one of clients,
 * rendered with real libraries: no link but to a source, and no HTML but what Markdown
 * makes. A failure shows the answer, which comes from the seed again.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../src/core/answer/ground/ground.ts'
import { keepLinks } from '../../../src/core/answer/ground/ground.ts'
import { groundingSources } from '../../support/grounding-sources.ts'
import { cutAnywhere, hostileAnswer, SOURCE_URLS } from '../../support/hostile-answers.ts'
import { createRandom } from '../../support/random.ts'
import { RENDERERS } from './renderers.ts'
import { findFault } from './verdict.ts'

const URLS = new Set(SOURCE_URLS)
/** Hostile answers; `ASK_ANSWERS` for more of them. */
const ANSWERS = Number(process.env['ASK_ANSWERS'] ?? (process.env['ASK_LONG'] === '1' ? 100_000 : 5_000))
const SEED = Number(process.env['ASK_SEED'] ?? 1)

function ground(pieces: readonly string[]): string {
  const grounding = createGrounding(groundingSources(SOURCE_URLS, (address) => address.includes('docs.example')))
  return pieces.map(grounding.push).join('') + grounding.end()
}

for (const { name, render, share } of RENDERERS) {
  const count = Math.ceil(ANSWERS * share)

  test(`${name} makes no foreign link and no HTML of ${count} grounded answers`, (t) => {
    const random = createRandom(SEED)
    const links = check(count, () => {
      const written = hostileAnswer(random)
      return { written, shown: ground(cutAnywhere(random, written)) }
    })
    t.diagnostic(`${links} links, all to sources`)
  })

  test(`${name} makes no foreign link and no HTML of ${Math.ceil(count / 10)} answers that a client checked`, (t) => {
    const random = createRandom(SEED + 1)
    const links = check(Math.ceil(count / 10), () => {
      const written = hostileAnswer(random)
      return { written, shown: keepLinks(written, URLS) }
    })
    t.diagnostic(`${links} links, all to sources`)
  })

  test(`${name} is shown to make both of answers that nothing checked`, () => {
    const random = createRandom(SEED)
    const faults = Array.from({ length: 200 }, () => findFault(attempt(render, hostileAnswer(random)), URLS))
    assert.ok(faults.filter((fault) => fault?.includes('href')).length > 20)
    assert.ok(faults.filter((fault) => fault !== null && !fault.includes('href')).length > 5)
  })

  function check(answers: number, next: () => { readonly written: string; readonly shown: string }): number {
    let links = 0
    for (let i = 0; i < answers; i += 1) {
      const { written, shown } = next()
      const html = attempt(render, shown)
      const fault = findFault(html, URLS)
      assert.equal(fault, null, `${JSON.stringify(written)} is shown as ${JSON.stringify(shown)}`)
      links += html.split(' href="').length - 1
    }
    return links
  }
}

/** Nothing is shown where a library fails: marked does on some quotes in lists. */
function attempt(render: (markdown: string) => string, markdown: string): string {
  try {
    return render(markdown)
  } catch {
    return ''
  }
}
