/**
 * A program: prints the regular expressions that modules build when they load, as JSON, of the files that it is started
 * with. In a process of its own, in which no module is loaded yet.
 */
import { pathToFileURL } from 'node:url'

const built: { readonly file: string; readonly line: number; readonly source: string; readonly flags: string }[] = []
const Native = RegExp

function record(pattern: RegExp): RegExp {
  const places = (new Error().stack ?? '').split('\n').flatMap((frame) => {
    const [, file, line] = /\/src\/([^:?]+\.ts)[^:]*:(\d+)/.exec(frame) ?? []
    return file === undefined ? [] : [{ file, line: Number(line) }]
  })
  // The file may have a function that builds it.
  const [first] = places
  const place = places.findLast(({ file }) => file === first?.file)
  if (place !== undefined) built.push({ ...place, source: pattern.source, flags: pattern.flags })
  return pattern
}

globalThis.RegExp = new Proxy(Native, {
  construct: (target, [source, flags]: [string, string?]) => record(new target(source, flags)),
  apply: (target, _self, [source, flags]: [string, string?]) => record(new target(source, flags)),
})

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
process.stdout.write(JSON.stringify(built))
