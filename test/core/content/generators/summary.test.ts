import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSummary } from '../../../../src/core/content/generators/summary.ts'

const BOOK = `# Summary

[Preface](README.md)

# Part [one](part.html)

- [Intro *em* \`code\`](intro.md)
  - [Deep](./chapter/deep/leaf.md "Hint")
- [Draft]()
- [Escaped \\[x\\] b](mark%20up.md#part)
- [Again](intro.md)
- [Elsewhere](https://example.com/)
`

test('readSummary() gives the chapters with their titles', () => {
  assert.deepEqual([...(readSummary(BOOK) ?? [])], [
    ['README.md', 'Preface'], ['intro.md', 'Intro em code'], ['chapter/deep/leaf.md', 'Deep'], ['mark up.md', 'Escaped [x] b'],
  ])
})

test('readSummary() gives null for a text without chapters', () => {
  assert.equal(readSummary('# Summary\n\nNothing yet.'), null)
})
