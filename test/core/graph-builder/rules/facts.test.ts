import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFacts, MAX_FACTS } from '../../../../src/core/graph-builder/rules/facts.ts'
import { chunk } from '../../../support/chunk.ts'
import { createRandom } from '../../../support/random.ts'

/** The facts of a text as `kind literal`, best first. */
function check(marked: string, expected: readonly string[], heading = 'Heading') {
  const facts = findFacts(chunk(marked, { heading }))
  assert.deepEqual(facts.map(({ kind, literal }) => `${kind} ${literal}`), expected)
}

test('findFacts() finds flags in sentences, with what they take', () => {
  check('Pass `--port <n>` or `-p`, or `--watch`.', ['flag --port <n>', 'flag -p', 'flag --watch'])
  check('Pass --watch, not a -- b.', ['flag --watch'])
})

test('findFacts() finds commands, and the flags in them', () => {
  check('```bash\n# start it\nnpx acme dev --open -p 80\n```', ['code npx acme dev --open -p 80', 'flag --open', 'flag -p'])
  check('```sh\n$ acme build\ndone in 3 seconds.\n```', ['code acme build', 'code done in 3 seconds.'])
  check('```\n$ acme build --fast\n```', ['code acme build --fast', 'flag --fast'])
  check('Run `npm install acme` now.', ['code npm install acme'])
  check('```bash\n  --root <path>  The folder.\n```', ['flag --root'])
})

test('findFacts() finds short snippets, and imports of packages', () => {
  check('```ts\nconst a = route(1)\n```', ['code const a = route(1)'])
  check('```ts\nimport { route } from "acme";\nimport x from "./x.js";\nroute(1)\n```', ['code import { route } from "acme";'])
  check('```txt\nBuilt in a flash\n```', [])
  check('```\nsome output\n```', [])
})

test('findFacts() finds keys: settings, variables, headers, paths', () => {
  check('Set `LLM_API_KEY` or ACME_TOKEN.', ['key LLM_API_KEY', 'key ACME_TOKEN'])
  check('Send `Content-Type` and `X-Request-Id`.', ['key Content-Type', 'key X-Request-Id'])
  check('Set `build.output`, then `trailingSlash` and `max_age`.', ['key build.output', 'key trailingSlash', 'key max_age'])
  check('```json\n{\n  "port": 80,\n  "deep": {\n    "deeper": 1\n  }\n}\n```', ['key port', 'key deep', 'key deeper'])
  check('```ini\nACME_HOST=example.com\nport = 80\n```', ['key ACME_HOST', 'code ACME_HOST=example.com\nport = 80', 'key port'])
  check('```js\nexport default defineConfig({\n  site: "x",\n  build: {},\n})\n```', ['key site', 'key build'])
  check('```js\nconst a = {\n  width: 1,\n  height: 2,\n}\n```', [])
})

test('findFacts() finds defaults in sentences and labels', () => {
  check('Default: `false`', ['default false'])
  check('Default: 5 minutes', ['default 5 minutes'])
  check('The port defaults to `4321`.', ['default 4321'])
  check('The default value is `x`. The default prefetch strategy is `hover`.', ['default x', 'default hover'])
  check('Choose `hover` (default) or `tap`.', ['default hover'])
})

test('findFacts() finds defaults in the column of a table', () => {
  check('Option\tType\tDefault\n`port`\t`number`\t`4321`\n`host`\t`string`\t—\n`open`\t`boolean`\tnot set', ['default 4321', 'default not set', 'key port', 'key host', 'key open'])
  check('Name\tUse\n`default`\tThe rest', ['key default'])
  check('A\tDefault\n1\t2\n\nB\tC\n3\t4', ['default 2'])
})

test('findFacts() finds values: units, versions, ports, limits, addresses, enums', () => {
  check('It waits 30 seconds, up to 5 times, at port 8080.', ['value 8080', 'value 5 times', 'value 30 seconds'])
  check('Since v5.1.0, with acme@2.0.1 and 80% more.', ['value acme@2.0.1', 'value 80%', 'value v5.1.0'])
  check('Open http://localhost:4321/a (or https://docs.example.com).', ['value http://localhost:4321/a', 'value https://docs.example.com'])
  check("Type: `'hover' | 'tap'`", ["value 'hover' | 'tap'"])
  check('Edit `acme.config.mjs` in `./src`.', ['value acme.config.mjs', 'value ./src'])
})

test('findFacts() leaves single words in backticks out, unless their place speaks for them', () => {
  check('A `word` and `another`, a `string` or `true`, a `<p>`.', [])
  check('`hover`: on hover\n`tap`: on tap', ['value hover', 'value tap'])
  check('Use `eagerness` here.', ['key eagerness'], 'eagerness')
})

test('findFacts() gives duplicates once, as their best kind', () => {
  check('Use `tap`. The default is `tap`. Then `tap`.', ['default tap'])
})

test('findFacts() gives at most 24, the most useful first', () => {
  const facts = findFacts(chunk(`${Array.from({ length: 40 }, (_, i) => `\`file-${i}.ts\``).join(' ')} \`--watch\` and \`ACME_KEY\``))
  assert.equal(facts.length, MAX_FACTS)
  assert.deepEqual(facts.slice(0, 3).map(({ literal }) => literal), ['ACME_KEY', '--watch', 'file-0.ts'])
})

test('findFacts() leaves out what is too long to look up', () => {
  check(`\`--${'x'.repeat(300)}\` \`${'y '.repeat(200)}\``, [])
  check(`\`\`\`bash\nnpx ${'x'.repeat(300)}\n\`\`\``, [])
  check(`\`\`\`json\n"key": "${'x'.repeat(3_000)}"\n\`\`\``, [])
})

test('findFacts() gives literals that stand in the text, whatever the text', () => {
  const random = createRandom(5)
  const parts = ['`--a`', '`b.c`', 'Default: x\n', 'A\tDefault\n', '1\t`2`\n', '```sh\nnpm i -D x\n```', '```json\n"a": 1\n```', ' 5 ms', '\n\n', 'v1.2.3 ', '`', '😀', '\ud800', '\t', '``', 'ACME_X ']
  for (let run = 0; run < 500; run += 1) {
    const given = chunk(random.text(parts, 25))
    for (const { literal, chunkId } of findFacts(given)) {
      assert.ok(given.text.includes(literal) && literal.trim() === literal && literal !== '', JSON.stringify(literal))
      assert.equal(chunkId, given.id)
    }
  }
})
