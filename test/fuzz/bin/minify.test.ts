/** A smaller module does what the module did, over programs from a generator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rounds } from '../../support/fuzz.ts'
import { generateModule } from './generated-module.ts'

const PATH = new URL('../../../bin/minify.js', import.meta.url).href
const { minify }: { readonly minify: (text: string) => Promise<string> } = await import(PATH)

const MODULES = 12
const LONG_MODULES = 200
/** Programs in a module. */
const PROGRAMS = 60

/** What `run`, the export of a module, gives. */
async function runModule(text: string): Promise<unknown> {
  const { run }: { readonly run: () => unknown } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return run()
}

test('minify() keeps what generated programs do', async () => {
  for (let seed = 1; seed <= rounds(MODULES, LONG_MODULES); seed += 1) {
    const text = generateModule(seed, PROGRAMS)
    assert.deepEqual(await runModule(await minify(text)), await runModule(text), `seed ${seed}`)
  }
})
