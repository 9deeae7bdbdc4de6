/** A checkout -> its package, as it would be published. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

const PARTS = [
  'bin', 'src', 'docs', 'package.json', 'openapi.yaml', 'ask.schema.json', 'README.md', 'CHANGELOG.md', 'LICENSE',
  'tsconfig.json', 'tsconfig.build.json', 'tsconfig.overlay.json',
]

/** Path of the package: one that was made for all suites, else a new one. */
export function packCheckout() {
  return process.env.ASK_PACKAGE ?? packAnew()
}

/** Path of a new package. It is built in a copy, so that the checkout's own build stays as it is, and removed at exit. */
export function packAnew() {
  const copy = mkdtempSync(join(tmpdir(), 'ask-pack-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent'], { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm pack failed:\n${stdout}${stderr}`)
  return join(copy, readdirSync(copy).find((name) => name.endsWith('.tgz')))
}
