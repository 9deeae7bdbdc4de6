#!/usr/bin/env node
// `node bin/vendor.js OUT [--with ADDON,…]` writes a copy of the program that can be committed elsewhere: the files of
// core and command line that can run in it, the chosen add-ons and those that they import, `openapi.yaml`, LICENSE,
// VERSION, the checksums of all files and an SPDX list of them. The same checkout gives the same bytes. A copy that was
// written before is updated, unless somebody has changed it. `node bin/vendor.js --check OUT` names what differs from
// what was written.
import { execFileSync } from 'node:child_process'
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { digest, MANIFEST, revision, ROOT, SUMS, textBytes, withInventory } from './inventory.js'

const ADDONS = readdirSync(join(ROOT, 'src/addons')).sort()
/** `import … from '…'` and `export … from '…'`: names, commas, stars and braces may stand between. */
const IMPORT = /^(?:import|export)\s(?:[\w$*{},\s]+\sfrom\s)?'(\.[^']+)'/gm
/** A path of a source, in an import of any form. */
const SOURCE = /'(\.[^'\n]+\.ts)'/g
/** The oldest Node that runs TypeScript. */
const NODE = '22.18'
/** `bin/ask.js` of a copy. */
const PROGRAM = `#!/usr/bin/env node
// Runs the sources, whose types Node ${NODE} and later strip.
if (process.features.typescript) {
  try {
    const { run } = await import('../src/cli/main.ts')
    await run()
  } catch (error) {
    if (error.code !== 'EMFILE') throw error
    process.stderr.write('ask: too few files may be open at once to load the program: raise the limit, \`ulimit -n 1024\`\\n')
    process.exitCode = 1
  }
} else {
  process.stderr.write(\`ask: this copy needs Node ${NODE} or newer; this is Node \${process.versions.node}\\n\`)
  process.exitCode = 1
}
`
const USAGE = `Usage: node bin/vendor.js OUT [--with ${ADDONS.join(',')}]\n       node bin/vendor.js --check OUT\n`

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`vendor: ${error.message}\n`)
  process.exitCode = 1
}

async function run() {
  const { values, positionals: [out, ...more] } = parseCommandLine()
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  if (values.check !== undefined) return check(values.check)
  if (out === undefined || more.length > 0) throw new Error(`one folder is needed\n${USAGE.trimEnd()}`)
  const chosen = (values.with ?? '').split(',').map((name) => name.trim()).filter(Boolean)
  const unknown = chosen.find((name) => !ADDONS.includes(name))
  if (unknown !== undefined) {
    throw new Error(`there is no add-on ${JSON.stringify(unknown)}: choose from ${ADDONS.join(', ')}`)
  }
  const addons = addonsFor(chosen)
  const files = copyOf(addons)
  const before = writtenIn(out)
  write(out, files, before)
  const implied = addons.filter((name) => !chosen.includes(name))
  const because = implied.length === 0 ? '' : ` (${implied.join(', ')} because others need them)`
  process.stdout.write(`Wrote ${files.size} files to ${out}, with ${addons.join(', ') || 'no add-on'}${because}\n`)
  return 0
}

function parseCommandLine() {
  try {
    const options = { with: { type: 'string' }, check: { type: 'string' }, help: { type: 'boolean', short: 'h' } }
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new Error(`${error.message}\n${USAGE.trimEnd()}`)
  }
}

/** The add-ons and all others that their files, and those of their commands, import; sorted. */
function addonsFor(chosen) {
  const addonOf = (path) => /^src\/(?:cli\/)?addons\/([^/]+)\//.exec(path)?.[1] ?? []
  const sourcesOf = (addon) => foldersOf(addon).flatMap(filesIn).filter((path) => path.endsWith('.ts'))
  return closureOf(chosen, (addon) => sourcesOf(addon).flatMap((path) => pathsIn(path, IMPORT).flatMap(addonOf))).sort()
}

/** Items and all that follow from them. */
function closureOf(items, next) {
  const found = new Set(items)
  for (const item of found) for (const other of next(item)) found.add(other)
  return [...found]
}

/** Paths below the checkout that a source names. */
function pathsIn(path, pattern) {
  const specifiers = readFileSync(join(ROOT, path), 'utf8').matchAll(pattern)
  return Array.from(specifiers, ([, specifier]) => posix.join(posix.dirname(path), specifier))
}

/** The folders of an add-on and of its commands. */
function foldersOf(addon) {
  return [`src/addons/${addon}`, `src/cli/addons/${addon}`].filter((path) => existsSync(join(ROOT, path)))
}

/** Paths below the checkout of all files in one of its folders, sorted, with slashes. */
function filesIn(folder) {
  const below = (entry) => posix.join(folder, entry.split(sep).join('/'))
  const paths = readdirSync(join(ROOT, folder), { recursive: true }).map(below)
  return paths.filter((path) => statSync(join(ROOT, path)).isFile()).sort()
}

/** The files of a copy: path -> bytes. */
function copyOf(addons) {
  // The two other entries import an add-on each.
  const others = Object.entries({ reader: 'src/node.ts', store: 'src/store.ts' })
  const entries = others.filter(([name]) => addons.includes(name))
  const chosen = addons.flatMap(foldersOf)
  const roots = ['src/cli/main.ts', 'src/index.ts', ...entries.map(([, path]) => path), ...chosen.flatMap(filesIn)]
  const docs = addons.includes('demo') ? filesIn('docs').filter((path) => /\.(?:md|json)$/.test(path)) : []
  const paths = ['openapi.yaml', 'ask.schema.json', 'LICENSE', ...docs, ...reachedFrom(roots, chosen)]
  const files = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path))]))
  files.set('bin/ask.js', textBytes(PROGRAM))
  if (addons.includes('static')) for (const [path, bytes] of builtModules()) files.set(path, bytes)
  const { version, license } = MANIFEST
  const kind = { private: true, license, type: 'module', engines: { node: `>=${NODE}` } }
  const manifest = { name: 'ask-service', version, ...kind, bin: { ask: 'bin/ask.js' } }
  files.set('package.json', textBytes(`${JSON.stringify(manifest, null, 2)}\n`))
  const { commit } = revision()
  files.set('VERSION', textBytes(`ask-service ${version}\ncommit ${commit}\nadd-ons ${addons.join(', ') || 'none'}\n`))
  return withInventory(files)
}

/** The files that these import, one from the other; of add-ons only those below `chosen`. */
function reachedFrom(roots, chosen) {
  const isChosen = (path) => chosen.some((folder) => path.startsWith(`${folder}/`))
  const isTaken = (path) => isChosen(path) || !/^src\/(?:cli\/)?addons\//.test(path)
  const isFile = (path) => isTaken(path) && existsSync(join(ROOT, path))
  return closureOf(roots.filter(isFile), (path) => pathsIn(path, SOURCE).filter(isFile))
}

/** The modules for pages, which a machine without the development packages can't build. */
function builtModules() {
  const folder = mkdtempSync(join(tmpdir(), 'ask-vendor-'))
  try {
    const program = join(ROOT, 'bin/build-overlay.js')
    execFileSync(process.execPath, [program, join(folder, 'overlay.js')], { stdio: ['ignore', 'ignore', 'inherit'] })
    const languages = readdirSync(join(folder, 'overlay')).sort().map((name) => `overlay/${name}`)
    const names = ['overlay.js', 'search.js', 'search-en.js', ...languages]
    return names.map((name) => [`dist/${name}`, readFileSync(join(folder, name))])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Path -> checksum of a copy that was written before; null for no copy. Throws for a folder with anything else. */
function writtenIn(out) {
  if (!existsSync(out) || readdirSync(out).length === 0) return null
  const sums = readSums(out)
  if (sums === null) {
    throw new Error(`${out} has files and no ${SUMS}: give an empty folder, or one that this program wrote`)
  }
  const { changed } = differences(out, sums)
  if (changed.length > 0) {
    throw new Error(`nothing was written, because these files were changed: ${changed.join(', ')}`)
  }
  return sums
}

/** Writes the files, the checksums last; then removes those of the copy before that are in it no more. */
function write(out, files, before) {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), bytes)
  }
  for (const path of before?.keys() ?? []) {
    if (files.has(path)) continue
    rmSync(join(out, path), { force: true })
    removeEmpty(out, posix.dirname(path))
  }
}

/** Removes a folder below `out` and its parents, as far as they are empty. */
function removeEmpty(out, folder) {
  for (let path = folder; path !== '.'; path = posix.dirname(path)) {
    if (readdirSync(join(out, path)).length > 0) return
    rmdirSync(join(out, path))
  }
}

/** Compares a copy with its checksums; the exit code is 1 if anything differs. */
function check(out) {
  const sums = readSums(out)
  if (sums === null) throw new Error(`${out} has no ${SUMS}: is it a folder that this program wrote?`)
  const found = Object.entries(differences(out, sums)).flatMap(([what, paths]) => paths.map((path) => [what, path]))
  for (const [what, path] of found) process.stdout.write(`${what.padEnd(8)} ${path}\n`)
  const isSame = found.length === 0
  // The file of checksums is the one that they don't name.
  process.stdout.write(isSame ? `${out} is as it was written: ${sums.size + 1} files\n` : `${found.length} files differ\n`)
  return isSame ? 0 : 1
}

function differences(out, sums) {
  const entries = readdirSync(out, { recursive: true }).map((path) => path.split(sep).join('/'))
  const present = entries.filter((path) => path !== SUMS && statSync(join(out, path)).isFile())
  const isChanged = ([path, sum]) => {
    const file = join(out, path)
    return existsSync(file) && digest('sha256', readFileSync(file)) !== sum
  }
  return {
    changed: [...sums].filter(isChanged).map(([path]) => path),
    missing: [...sums.keys()].filter((path) => !existsSync(join(out, path))),
    added: present.filter((path) => !sums.has(path)).sort(),
  }
}

/** Path -> checksum; null without the file. Throws for a line that is none, or leads out of the folder. */
function readSums(out) {
  if (!existsSync(join(out, SUMS))) return null
  return new Map(readFileSync(join(out, SUMS), 'utf8').trimEnd().split('\n').map((line) => {
    const [, sum, path] = /^([\da-f]{64}) {2}(\S.*)$/.exec(line) ?? []
    const isBelow = path !== undefined && !path.startsWith('/') && !path.split('/').includes('..')
    if (!isBelow) throw new Error(`${join(out, SUMS)} has a line that is no checksum: ${JSON.stringify(line)}`)
    return [path, sum]
  }))
}
