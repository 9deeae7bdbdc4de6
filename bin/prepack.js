// After the build: gives the files of the package the modes that they have everywhere, so that packages made under any
// umask are the same bytes, and writes its SPDX list and checksums.
import { execSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST, ROOT, SPDX, SUMS, withInventory } from './inventory.js'

const listing = execSync('npm pack --dry-run --json --ignore-scripts', { cwd: ROOT, encoding: 'utf8' })
const [{ files: packed }] = Object.values(JSON.parse(listing))
const paths = packed.map(({ path }) => path).filter((path) => path !== SPDX && path !== SUMS)
const files = withInventory(new Map(paths.map((path) => [path, readFileSync(join(ROOT, path))])))
for (const path of [SPDX, SUMS]) writeFileSync(join(ROOT, path), files.get(path))
for (const path of files.keys()) chmodSync(join(ROOT, path), path === MANIFEST.bin.ask ? 0o755 : 0o644)
