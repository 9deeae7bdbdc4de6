import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createSseParser, type SseMessage } from '../../../../src/core/sse/event-stream.ts'
import { cuts } from '../../../support/cuts.ts'

function parse(pieces: Iterable<Uint8Array>): SseMessage[] {
  const parser = createSseParser()
  return Array.from(pieces, (piece) => [...parser.push(piece)]).flat()
}

test('push() reads recorded streams alike, however they are cut', () => {
  const folder = new URL('../../../data/sse/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const bytes = new Uint8Array(readFileSync(new URL(file, folder)))
    const whole = parse([bytes])
    assert.ok(whole.length > 0, file)
    for (const pieces of cuts(bytes)) assert.deepEqual(parse(pieces), whole, file)
  }
})
