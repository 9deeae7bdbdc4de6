import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../../src/core/ask.ts'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { findFacts, MAX_FACTS } from '../../../../src/core/graph-builder/rules/facts.ts'
import { chunk } from '../../../support/chunk.ts'
import { createRandom } from '../../../support/random.ts'
import { rulesOf } from '../../../support/rules.ts'

/** The facts of a text as `kind literal`, best first. */
function check(marked: string, expected: readonly string[], heading = 'Heading') {
  const facts = findFacts(chunk(marked, { heading }))
  assert.deepEqual(facts.map(({ kind, literal }) => `${kind} ${literal}`), expected)
}

test('findFacts() gives at most 24, the most useful first', () => {
  const facts = findFacts(chunk(`${Array.from({ length: 40 }, (_, i) => `\`file-${i}.ts\``).join(' ')} \`--watch\` and \`ACME_KEY\``))
  assert.equal(facts.length, MAX_FACTS)
  assert.deepEqual(facts.slice(0, 3).map(({ literal }) => literal), ['ACME_KEY', '--watch', 'file-0.ts'])
})

for (const [name, run] of rulesOf('findFacts()', check, [
  ['finds flags in sentences, with what they take',
    ['Pass `--port <n>` or `-p`, or `--watch`.', ['flag --port <n>', 'flag -p', 'flag --watch']],
    ['Pass --watch, not a -- b.', ['flag --watch']]],
  ['finds commands, and the flags in them',
    ['```bash\n# start it\nnpx acme dev --open -p 80\n```', ['code npx acme dev --open -p 80', 'flag --open', 'flag -p']],
    ['```sh\n$ acme build\ndone in 3 seconds.\n```', ['code acme build', 'code done in 3 seconds.']],
    ['```\n$ acme build --fast\n```', ['code acme build --fast', 'flag --fast']],
    ['```powershell\nPS> acme build\n```', ['code acme build']],
    ['Run `npm install acme` now.', ['code npm install acme']],
    ['```bash\n  --root <path>  The folder.\n```', ['flag --root']]],
  ['finds short snippets, and imports of packages',
    ['```ts\nconst a = route(1)\n```', ['code const a = route(1)']],
    ['```ts\nimport { route } from "acme";\nimport x from "./x.js";\nroute(1)\n```', ['code import { route } from "acme";']],
    ['```txt\nBuilt in a flash\n```', []], ['```\nsome output\n```', []]],
  ['finds keys: settings, variables, headers, paths',
    ['Set `LLM_API_KEY` or ACME_TOKEN.', ['key LLM_API_KEY', 'key ACME_TOKEN']],
    ['Send `Content-Type` and `X-Request-Id`.', ['key Content-Type', 'key X-Request-Id']],
    ['Set `build.output`, then `trailingSlash` and `max_age`.', ['key build.output', 'key trailingSlash', 'key max_age']],
    ['```json\n{\n  "port": 80,\n  "deep": {\n    "deeper": 1\n  }\n}\n```', ['key port', 'key deep', 'key deeper']],
    ['```ini\nACME_HOST=example.com\nport = 80\n```', ['key ACME_HOST', 'code ACME_HOST=example.com\nport = 80', 'key port']],
    ['```js\nexport default defineConfig({\n  site: "x",\n  build: {},\n})\n```', ['key site', 'key build']],
    ['```js\nconst a = {\n  width: 1,\n  height: 2,\n}\n```', []]],
  ['finds defaults in sentences and labels',
    ['Default: `false`', ['default false']], ['Default: 5 minutes', ['default 5 minutes']],
    ['The port defaults to `4321`.', ['default 4321']],
    ['The default value is `x`. The default prefetch strategy is `hover`.', ['default x', 'default hover']],
    ['Choose `hover` (default) or `tap`.', ['default hover']]],
  ['finds values: units, versions, ports, limits, addresses, enums',
    ['It waits 30 seconds, up to 5 times, at port 8080.', ['value 8080', 'value 5 times', 'value 30 seconds']],
    ['Since v5.1.0, with acme@2.0.1 and 80% more.', ['value acme@2.0.1', 'value 80%', 'value v5.1.0']],
    ['Open http://localhost:4321/a (or https://docs.example.com).', ['value http://localhost:4321/a', 'value https://docs.example.com']],
    ["Type: `'hover' | 'tap'`", ["value 'hover' | 'tap'"]],
    ['Edit `acme.config.mjs` in `./src`.', ['value acme.config.mjs', 'value ./src']]],
  ['leaves single words in backticks out, unless their place speaks for them',
    ['A `word` and `another`, a `string` or `true`, a `<p>`.', []],
    ['`hover`: on hover\n`tap`: on tap', ['value hover', 'value tap']],
    ['Use `eagerness` here.', ['key eagerness'], 'eagerness']],
  ['gives duplicates once, as their best kind', ['Use `tap`. The default is `tap`. Then `tap`.', ['default tap']]],
  ['leaves out what is too long to look up',
    [`\`--${'x'.repeat(300)}\` \`${'y '.repeat(200)}\``, []], [`\`\`\`bash\nnpx ${'x'.repeat(300)}\n\`\`\``, []]],
])) test(name, run)

test('findFacts() finds defaults in the column of a table', () => {
  const table = '| Option | Type | Default |\n|---|---|---|\n| `port` | `number` | `4321` |\n| `host` | `string` | — |\n| | any | `9` |\n| `open` | `boolean` | not set |'
  const [given] = chunkPages(readSite([{ path: 'a.md', text: `# A\n\n${table}\n\n| B | C |\n|---|---|\n| 3 | 4 |` }]).pages)
  const facts = findFacts(given!).map(({ kind, literal }) => `${kind} ${literal}`)
  assert.deepEqual(facts, ['default 4321', 'default not set', 'value 9', 'key port', 'key host', 'key open'])
  check('Name\tUse\n`default`\tThe rest', ['key default'])
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
