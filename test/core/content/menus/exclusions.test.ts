import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exclusionOf } from '../../../../src/core/content/generators/path-pattern.ts'
import { parseConfig, valueAt } from '../../../../src/core/content/menus/config-values.ts'
import { excludedPaths } from '../../../../src/core/content/menus/exclusions.ts'

const FILES = ['a.md', 'in/b.md', '_posts/c.md', 'in/_posts/d.md', '_drafts/e.md', '_how/f.md']

test('excludedPaths() leaves out what the scopes of Jekyll name by path and type', () => {
  for (const [scope, expected] of [
    ['{}', FILES], ['{ path: "" }', FILES], ['{ path: "", type: pages }', FILES], ['{ path: in }', ['in/b.md', 'in/_posts/d.md']],
    ['{ type: posts }', ['_posts/c.md', 'in/_posts/d.md']], ['{ type: post }', ['_posts/c.md', 'in/_posts/d.md']], ['{ path: in, type: posts }', ['in/_posts/d.md']],
    ['{ path: _posts, type: posts }', ['_posts/c.md']], ['{ type: drafts }', ['_drafts/e.md']], ['{ type: how }', ['_how/f.md']], ['{ path: a.md, type: how }', []],
    ['{ path: "!(x)", type: how }', ['_how/f.md']],
  ] as const) {
    const config = parseConfig('_config.yml', `defaults:\n  - scope: ${scope}\n    values: { published: false }\n  - scope: { path: a.md }\n    values: { published: true }\n`)
    const patterns = excludedPaths(valueAt(config, 'defaults'), 'options')
    assert.deepEqual(FILES.filter((path) => exclusionOf(path, patterns) !== null), expected, scope)
  }
})
