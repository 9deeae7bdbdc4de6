import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersMarkdown } from '../../src/agents/negotiation.ts'

const check = (accept: string | null, expected: boolean) => {
  test(`prefersMarkdown() is ${expected} for ${accept}`, () => assert.equal(prefersMarkdown(accept), expected))
}

check(null, false)
check('', false)
check('text/markdown', true)
check('Text/Markdown; charset=utf-8', true)
check('text/markdown, text/html, */*', true)
check('text/html, text/markdown;q=0.9', false)
check('text/html;q=0.8, text/markdown;q=0.9', true)
check('text/markdown;q=0.5, */*', false)
check('text/markdown;q=0.5, */*;q=0.1', true)
check('text/markdown;q=0', false)
check('text/markdown;q=0.000, text/html;q=0', false)
check('text/markdown;q=wide, */*;q=0.1', false)
check('text/markdown;q=1.0', true)
check('text/markdown;q=0.5, text/*;q=0.6', false)
// Browsers: Chrome, Firefox, Safari, and curl.
check('text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', false)
check('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false)
check('*/*', false)
check('text/*', false)
