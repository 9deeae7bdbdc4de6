/**
 * The examples of public functions: the lines after `@example` in their doc comments. A line `expression // value` says
 * what the expression is.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import * as entry from '../../src/index.ts'
import * as node from '../../src/node.ts'
import { createChatFetch } from '../../src/addons/ai-sdk/chat-fetch.ts'
import * as store from '../../src/store.ts'
import { temporaryFolder } from '../support/site.ts'

/** A doc comment, and the function that it is for. */
const COMMENTED = /^\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:async )?function (\w+)/gm
const EXPECTED = /^(?!const )(\S.*) \/\/ (.+)$/

const PUBLIC: Readonly<Record<string, unknown>> = { ...entry, ...node, ...store, createChatFetch }
/** What an example takes from its surroundings. */
const SURROUNDINGS = { assert, createServer, folder: await temporaryFolder(), store: {} }

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
const examples = new Map(sources.flatMap((path) => {
  const comments = readFileSync(join('src', path), 'utf8').matchAll(COMMENTED)
  return Array.from(comments, ([, comment = '', name = '']) => [name, exampleIn(comment)] as const)
}).filter(([, example]) => example !== ''))

function exampleIn(comment: string): string {
  const [, example = ''] = comment.replace(/^ \* ?/gm, '').split('@example\n')
  return example
}

/** Runs the lines of an example, each value compared. */
async function run(example: string): Promise<void> {
  const body = example.split('\n').map((line) => line.replace(EXPECTED, 'assert.deepEqual($1, $2)')).join('\n')
  const scope = { ...PUBLIC, ...SURROUNDINGS }
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => undefined).constructor
  await new AsyncFunction(...Object.keys(scope), `{${body}}`)(...Object.values(scope))
}

for (const [name, value] of Object.entries(PUBLIC)) {
  if (typeof value !== 'function' || /^[A-Z]/.test(name)) continue
  test(`the example of ${name}() does what it says`, async () => {
    const example = examples.get(name) ?? ''
    assert.notEqual(example, '', `${name}() has no @example`)
    await run(example)
  })
}
