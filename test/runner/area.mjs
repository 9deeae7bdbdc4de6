/**
 * A process of the suite: asks the runner for the files of one area after another. All files of an area load, then their
 * tests run. Hooks that files define outside of tests run once, when the tests of all areas have run.
 */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

// This process measures its coverage already. Programs that tests start run compiled files, of which nothing is counted.
delete process.env.NODE_V8_COVERAGE

// Before any file of the program: see there.
if (process.env.ASK_FUZZ === '1' && process.env.ASK_LONG !== '1') await import('../support/steps.ts')

let load = holdTests()
for (let files = await nextArea(); files.length > 0; files = await nextArea()) {
  for (const file of files) {
    try {
      await import(pathToFileURL(resolve(file)).href)
    } catch (error) {
      test(`${file} loads`, () => Promise.reject(error))
    }
  }
  const ended = test('the tests of the files end', () => undefined)
  // Queued before the last test of this area ends: without a test left, `node:test` would begin with the `after` hooks, those
  // of the next area among them.
  const nextLoad = holdTests()
  load.end()
  await ended
  load = nextLoad
}
load.end()
process.disconnect()

/** Queues a test that holds back all that follow: none runs beside a file that is still loading. */
function holdTests() {
  let end
  const loaded = new Promise((resolve) => (end = resolve))
  test('the files load', () => loaded)
  return { end }
}

/** The next area's files, none after the last area. */
async function nextArea() {
  process.send({})
  const [files] = await once(process, 'message')
  return files
}
