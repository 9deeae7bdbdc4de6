// Gives the files of the package the modes that they have everywhere, so that packages made under any umask are the same
// bytes.
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = 'bin/ask.js'

const { files } = JSON.parse(readFileSync(posix.join(ROOT, 'package.json'), 'utf8'))
// A pattern stands for its folder.
for (const path of [...files, 'package.json', 'README.md', 'LICENSE']) set(path.replace(/\/\*.*$/, ''))

function set(path) {
  const place = posix.join(ROOT, path)
  if (statSync(place).isDirectory()) for (const name of readdirSync(place)) set(posix.join(path, name))
  else chmodSync(place, path === PROGRAM ? 0o755 : 0o644)
}
