/**
 * Packs the checkout as it would be published, and puts the package into the node_modules of the suite that is
 * the current folder. It is built in a copy, so that the checkout's own build stays as it is.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const target = resolve('node_modules/ask-service')
const copy = mkdtempSync(join(tmpdir(), 'ask-pack-'))

const PARTS = [
  'bin', 'src', 'package.json', 'openapi.yaml', 'README.md', 'CHANGELOG.md', 'LICENSE',
  'tsconfig.json', 'tsconfig.build.json', 'tsconfig.overlay.json',
]

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) return
  process.stderr.write(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  process.exit(1)
}

process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
run('npm', ['pack', '--silent'], copy)
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
// It depends on nothing, so that unpacking is all there is to installing it.
run('sh', ['-c', `tar -xzf "${copy}"/ask-service-*.tgz -C "${target}" --strip-components=1`], copy)
