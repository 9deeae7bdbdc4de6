import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatGraph, parseGraph } from '../../src/graph/format.ts'
import { graph, node } from '../support/graph.ts'

test('formatGraph() writes keys in the order of the contract, whatever order they came in', () => {
  const given = graph({ sections: [node({ id: 'routing#static', facts: [{ kind: 'flag', literal: '--static', chunkId: 'routing#static' }] })] })
  assert.equal(formatGraph(reversed(given) as typeof given), formatGraph(given))
  assert.equal(
    formatGraph(given),
    `{
  "version": 3,
  "contentHash": "sha256:${'0'.repeat(64)}",
  "builtBy": "extractive",
  "sections": [
    {
      "id": "routing#static",
      "kind": "section",
      "title": "Routing",
      "heading": "static",
      "group": "Guides",
      "url": "/routing/#static",
      "summary": "What routing#static says.",
      "facts": [
        {
          "kind": "flag",
          "literal": "--static",
          "chunkId": "routing#static"
        }
      ],
      "sources": [
        {
          "chunkId": "routing#static",
          "url": "/routing/#static",
          "anchor": "static"
        }
      ],
      "mode": "agent-primary",
      "terms": []
    }
  ],
  "glossary": [
    {
      "term": "Server-side rendering",
      "aliases": [
        "SSR"
      ],
      "definition": "Rendering on the server."
    }
  ],
  "suggestions": [
    "How do I route?"
  ],
  "overview": "An overview.",
  "context": "A context."
}
`,
  )
})

test('parseGraph() reads what formatGraph() writes, byte for byte', () => {
  assert.deepEqual(parseGraph(formatGraph(graph())), graph())
  assert.equal(formatGraph(parseGraph(formatGraph(graph()))), formatGraph(graph()))
  assert.deepEqual(parseGraph(`\uFEFF${formatGraph(graph())}`), graph())
})

test('parseGraph() says what a text is that is no graph', () => {
  const check = (text: string, message: RegExp) => assert.throws(() => parseGraph(text), { code: 'graph-format', message })
  check('', /^The text is not JSON; run `ask kg build`$/)
  check('{"version": 3,', /is not JSON/)
  check('{\n<<<<<<< HEAD\n"version": 3\n=======\n>>>>>>> b\n}', /holds the marks of a merge conflict; run `ask kg build`/)
  check('{"version": 1}', /^version must be 3, found 1/)
})

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).reverse().map(([key, inner]) => [key, reversed(inner)]))
}
