/**
 * A process of the suite: asks the runner for the files of one area after another. All files of an area load, then their
 * tests run.
 */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

for (let files = await nextArea(); files.length > 0; files = await nextArea()) {
  let start
  const loaded = new Promise((resolve) => (start = resolve))
  // The first test holds the others back: none runs beside a file that is still loading.
  test('the files load', () => loaded)
  for (const file of files) {
    try {
      await import(pathToFileURL(resolve(file)).href)
    } catch (error) {
      test(`${file} loads`, () => Promise.reject(error))
    }
  }
  start()
  await test('the tests of the files end', () => undefined)
}
process.disconnect()

/** The next area's files, none after the last area. */
async function nextArea() {
  process.send({})
  const [files] = await once(process, 'message')
  return files
}
