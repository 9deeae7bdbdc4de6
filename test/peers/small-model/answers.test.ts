/**
 * Ten questions on the project's own docs, answered by a small model that invents much: every answer ends properly,
 * shows no mark, no thinking and no rest of a link, and says truly how far it is supported.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createGrounding } from '../../../src/core/answer/ground/ground.ts'
import { unsupportedStatements } from '../../../src/core/answer/ground/statements.ts'
import { readUnits } from '../../../src/core/answer/ground/units.ts'
import { type AnswerEvent, chunkPages, createAsk } from '../../../src/index.ts'
import { readFolder } from '../../../src/node.ts'
import { startModelServer } from './model-server.ts'

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))
const QUESTIONS = [
  'Which port does ask serve use?', 'How do I build the graph?', 'What does ask doctor check?', 'How do I set an API key?',
  'Which Node do I need?', 'How can I limit answers per day?', 'Does it work with OpenSearch?', 'How do I verify a vendored copy?',
  'Who won the football world cup in 2022?', 'Wie lange wird das Protokoll aufgehoben?',
]
/** Marks of prompts and models, and what is left of a link that is taken apart. */
const DEBRIS = /<<|ANSWER:|NOT_IN_DOCS|<\/?think|<\|im_|\(id: |\]\\\(|\[\]\(/

/** Far above what the model needs on a machine with other work, in ms. */
const PATIENCE_MS = 540_000

const server = await startModelServer()
after(() => server.close())

const lines: string[] = []
const { pages } = await readFolder(DOCS)
const ask = createAsk({
  content: async () => chunkPages(pages),
  model: { apiKey: 'none', name: 'smollm2', baseUrl: server.url, firstByteMs: PATIENCE_MS, idleMs: PATIENCE_MS, deadlineMs: PATIENCE_MS },
  log: (line) => lines.push(line),
})

/** What an answer states that no section of the docs has. */
function statedNowhere(text: string, question: string): readonly string[] {
  const docs = chunkPages(pages).map((chunk) => chunk.text).join('\n')
  const grounding = createGrounding({ linkOf: () => null, numberAt: () => 1, containsText: () => true, numberWithId: () => null })
  grounding.push(text)
  grounding.end()
  return unsupportedStatements(readUnits(grounding.report(), (each) => each), { question, textOf: () => docs, texts: () => [docs] })
}

for (const question of QUESTIONS) {
  test(question, { timeout: 2 * PATIENCE_MS }, async (t) => {
    const events: AnswerEvent[] = []
    for await (const event of ask.answer!(question)) events.push(event)
    const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('')
    const outcome = events.find((event) => event.type === 'outcome')
    t.diagnostic(`${outcome?.outcome} ${outcome?.support}: ${text.slice(0, 200)}`)
    assert.equal(events.at(-1)?.type, 'done')
    assert.notEqual(text.trim(), '')
    // Code stays as the model wrote it.
    assert.doesNotMatch(text.replace(/```[^]*?(?:```|$)|`[^`\n]*`/g, ''), DEBRIS)
    assert.ok(outcome !== undefined)
    const addresses = events.flatMap((event) => (event.type === 'sources' ? event.sources.map(({ url }) => url) : []))
    for (const [, address = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) assert.ok(addresses.includes(address), address)
    assert.equal(outcome.support === 'ungrounded', outcome.cited.length === 0)
    if (outcome.outcome === 'answered' && outcome.support === 'grounded') assert.deepEqual(statedNowhere(text, question), [])
  })
}

test('the owner is told once that the model takes no tools', () => {
  assert.equal(lines.filter((line) => line.includes('takes no tools')).length, 1, lines.join('\n'))
})
