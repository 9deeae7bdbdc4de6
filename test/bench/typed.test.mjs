import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const SIZES = { astro: 150, vite: 100, 'react-router': 70, fastapi: 70, vue: 75, hono: 75 }
/** The sets with a second judgment. */
const JUDGED_TWICE = ['astro', 'vite']

for (const [set, size] of Object.entries(SIZES)) {
  const queries = readLines(`typed/${set}.jsonl`)

  test(`the typed set ${set} has ${size} queries, each once and with a section that is wanted first`, () => {
    assert.equal(new Set(queries.map(({ text }) => text)).size, size)
    assert.equal(new Set(queries.map(({ id }) => id)).size, size)
    for (const { id, rel } of queries) {
      const gains = Object.values(rel)
      assert.ok(gains.includes(2) && gains.every((gain) => gain === 1 || gain === 2), id)
    }
  })
}

for (const set of JUDGED_TWICE) {
  test(`the second judgment of ${set} raises gains and lowers none`, () => {
    const firstById = new Map(readLines(`typed/${set}.jsonl`).map(({ id, rel }) => [id, rel]))
    for (const { id, judged, rel } of readLines(`typed/${set}.second.jsonl`)) {
      for (const [section, gain] of Object.entries(judged)) {
        const first = firstById.get(id)[section] ?? 0
        assert.equal(rel[section], gain > first ? gain : undefined, `${id} ${section}`)
      }
    }
  })
}

function readLines(file) {
  const url = new URL(file, import.meta.url)
  return readFileSync(url, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))
}
