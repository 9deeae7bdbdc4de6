import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSentences } from '../../../../src/core/graph-builder/prose/sentence.ts'
import { findDefinitions, formGlossary } from '../../../../src/core/graph-builder/rules/glossary.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { rulesOf } from '../../../support/rules.ts'

/** The glossary of sections as `term (aliases): definition`. */
function check(sections: Readonly<Record<string, string>>, expected: readonly string[], slug = 'guides/islands') {
  const definitions = chunksOf(page(slug, sections)).flatMap((chunk) => findDefinitions(chunk, firstSentences(chunk, 100)))
  const entries = formGlossary(definitions)
  assert.deepEqual(entries.map(({ term, aliases, definition }) => `${term} (${aliases.join(', ')}): ${definition}`), expected)
}

test('findDefinitions() takes the entries of a glossary page', () => {
  check({ 'Hydration': 'Making HTML live. Often slow.', 'Server islands (SI)': 'Late HTML.' }, [
    'Hydration (): Making HTML live. Often slow.',
    'Server islands (SI, Server island): Late HTML.',
  ], 'glossary')
  check({ '': `Adapter: What joins a site and its host.\nHydration – Making HTML live in the browser.\nShort: No.\nLong: A very ${'long '.repeat(100)}word.` }, [
    'Adapter (): What joins a site and its host.',
    'Hydration (): Making HTML live in the browser.',
  ], 'glossary')
  check({ Terminology: 'Route\tA path that leads to a page.' }, ['Route (): A path that leads to a page.'])
})

for (const [name, run] of rulesOf('findDefinitions()', check, [
  ['takes a section that opens by defining its heading',
    [{ Islands: 'An island is an interactive component. More.' }, ['island (islands): An island is an interactive component.']],
    [{ 'What is an adapter?': 'An adapter is a plugin for a host.' }, ['adapter (adapters): An adapter is a plugin for a host.']],
    [{ Sessions: 'Sessions are used to keep data.' }, ['Sessions (): Sessions are used to keep data.']],
    [{ MCP: 'MCP (MCP) is a protocol.' }, ['MCP (): MCP (MCP) is a protocol.']],
    [{ Biome: 'Biome is a linter and formatter.' }, ['Biome (): Biome is a linter and formatter.']],
    [{ '': 'In Acme, an island is any component.' }, ['island (islands): In Acme, an island is any component.'], 'island']],
  ['does not take what is said of a heading for its definition',
    [{ Autoprefixer: 'Autoprefixer is no longer run by default.' }, []],
    [{ Patches: 'Patches are the least disruptive changes.' }, []],
    [{ Variables: 'Variables are defined in a file.' }, []], [{ Islands: 'A route is a path.' }, []],
    [{ Islands: 'An island is a thing like so:' }, []],
    [{ Islands: `An island is a ${'very '.repeat(100)}long story.` }, []]],
  ['takes from a glossary no label of a callout, no part of a sentence and no list',
    [{ '': 'ℹ️ Note: See the other page for all of it.\nTip: Use the other page for all of it.\nRoute: A path to a' }, [], 'glossary'],
    [{ Effect: 'See reactive effect.', Prop: 'There are three uses of it:\n\nOne is this.\nTwo is that.' }, [], 'glossary'],
    [{ Slot: 'A slot is a gap. For more details see: Guide - Slots' }, ['Slot (): A slot is a gap.'], 'glossary']],
  ['takes only a glossary for one',
    [{ 'Codemod synchronous route definitions': 'Hydration: Making HTML live in the browser.' }, []],
    [{ 'Key terms': 'Hydration: Making HTML live in the browser.' }, ['Hydration (): Making HTML live in the browser.']],
    [{ Begriffe: 'Hydration: HTML wird im Browser lebendig.' }, ['Hydration (): HTML wird im Browser lebendig.']]],
  ['takes no praise, type or aside for a definition',
    [{ Testing: 'Testing is one of the most important parts.', Moods: 'Moods are a great way to write.' }, []],
    [{ TOML: 'TOML files are often used for settings.', 'TOML files': 'TOML files are often used for settings.' }, []],
    [{ Unions: 'Unions are fundamentally different to others.', Flags: 'Flags are for new features.' }, []],
    [{ base: 'base is a string for links.' }, []],
    [{ Islands: 'Islands are components that run, as shown below.' }, []],
    [{ Modifiers: 'Modifiers are special postfixes denoted by a dot.' }, ['Modifiers (): Modifiers are special postfixes denoted by a dot.']]],
  ['takes a sentence that defines a name with its short form',
    [{ Modes: 'Server-side rendering (SSR) is a mode.' }, ['Server-side rendering (SSR): Server-side rendering (SSR) is a mode.']],
    [{ Modes: 'Improvement documents (IDs) are files.' }, ['Improvement documents (ID, Improvement document): Improvement documents (IDs) are files.']],
    [{ Modes: 'Acme knows server-side rendering (SSR) and more.' }, []],
    [{ Modes: 'A word in brackets (ABC) and a name (Foo).' }, []],
    [{ Modes: 'reserver-side rendering (SSR) is a mode.' }, []]],
])) test(name, run)

for (const [name, run] of rulesOf('formGlossary()', check, [
  ['keeps the surest definition of a term',
    [{
      A: 'Acme has a Content Security Policy (CSP) somewhere.',
      B: 'A Content Security Policy (CSP) is a list of sources.',
      C: 'Content Security Policy (CSP) helps.',
    }, ['Content Security Policy (CSP): A Content Security Policy (CSP) is a list of sources.']]],
  ['lets no name stand for two entries',
    [{ A: 'Server side includes (SSI) are files.', B: 'Some shared internals (SSI) are files.', SSI: 'SSI is a thing.' }, [
      'Server side includes (Server side include): Server side includes (SSI) are files.',
      'Some shared internals (Some shared internal): Some shared internals (SSI) are files.',
      'SSI (): SSI is a thing.',
    ]]],
])) test(name, run)

test('formGlossary() adds the other number of common words', () => {
  const other = (term: string, definition = `A ${term} is here, and ${term} are there.`) => {
    return formGlossary([{ term, short: null, definition, rank: 1 }])[0]!.aliases
  }
  const rows = { 'content collection': 'content collections', strategy: 'strategies', strategies: 'strategy', patch: 'patches', patches: 'patch', class: 'classes', key: 'keys' }
  for (const [term, alias] of Object.entries(rows)) assert.deepEqual(other(term), [alias])
  for (const term of ['status', 'alias', 'time to live', 'rendering', 'VS Code', 'props()']) assert.deepEqual(other(term), [], term)
  assert.deepEqual(other('props', 'props is an object.'), [])
  assert.deepEqual(other('glob pattern', 'Some glob pattern.'), [])
  assert.deepEqual(other('glob patterns', 'Some.'), ['glob pattern'])
})

test('formGlossary() keeps 500 entries at most, the surest ones, sorted by term', () => {
  const definitions = Array.from({ length: 600 }, (_, i) => ({ term: `T${String(i).padStart(3, '0')}`, short: null, definition: 'x', rank: i < 100 ? 1 : 2 }))
  const terms = formGlossary(definitions).map(({ term }) => term)
  assert.equal(terms.length, 500)
  assert.deepEqual([terms[0], terms[499]], ['T100', 'T599'])
})
