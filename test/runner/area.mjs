/** The process of an area: loads all the files named on its command line, then their tests run. */
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

let start
const loaded = new Promise((resolve) => (start = resolve))
// The first test holds the others back: none runs beside a file that is still loading.
test('the files load', () => loaded)

for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    test(`${file} loads`, () => Promise.reject(error))
  }
}
start()
