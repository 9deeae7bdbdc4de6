import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProjectFiles } from '../../../../src/core/node/files/project-files.ts'
import { temporaryFolder } from '../../../support/site.ts'

const root = await temporaryFolder()
const folder = join(root, 'project')
await mkdir(join(folder, 'src'), { recursive: true })
const files = createProjectFiles(folder)

test('readText() gives the unchanged text, and null for a missing file', async () => {
  await writeFile(join(folder, 'a.js'), '\ufeffa\r\n')
  assert.equal(await files.readText('a.js'), '\ufeffa\r\n')
  assert.equal(await files.readText('b.js'), null)
  assert.equal(await files.readText('a.js/b.js'), null)
})

test('readText() reports files that are not text', async () => {
  await writeFile(join(folder, 'bytes'), Uint8Array.of(0xff, 0xfe, 0x61))
  await writeFile(join(folder, 'large'), Buffer.alloc(4_194_305, 'x'))
  await symlink('nowhere', join(folder, 'dangling'))
  const check = (path: string, message: RegExp) => assert.rejects(files.readText(path), { code: 'file', message })
  await check('bytes', /is not UTF-8 text; save it as UTF-8 first$/)
  await check('large', /larger than 4 MiB$/)
  await check('dangling', /is a link that leads nowhere; remove it first$/)
  await check('src', /exists and is not a file$/)
})

test('replaceText() replaces the text that was read, keeps its mode, and follows links', async () => {
  await writeFile(join(folder, 'src/shared.js'), 'old')
  await chmod(join(folder, 'src/shared.js'), 0o640)
  await symlink('src/shared.js', join(folder, 'linked.js'))
  await files.replaceText('linked.js', 'old', 'new')
  assert.equal(await readFile(join(folder, 'src/shared.js'), 'utf8'), 'new')
  assert.equal((await stat(join(folder, 'src/shared.js'))).mode & 0o777, 0o640)
  assert.ok((await lstat(join(folder, 'linked.js'))).isSymbolicLink())
})

test('linkTarget() gives the target of a path that is or passes a link', async () => {
  await mkdir(join(folder, 'src/..own'))
  await symlink('src/shared.js', join(folder, 'link.js'))
  await symlink('src', join(folder, 'lib'))
  await symlink('../src/..own', join(folder, 'src/inner'))
  const table = [
    ['link.js', 'src/shared.js'], ['lib/new/route.js', 'src/new/route.js'],
    ['lib/inner/a.js', 'src/..own/a.js'], ['a.js', null], ['new/a.js', null],
  ] as const
  for (const [path, target] of table) assert.equal(await files.linkTarget(path), target, path)
})

test('replaceText() writes nothing outside the project', async () => {
  await mkdir(join(root, 'outside'))
  await writeFile(join(root, 'outside.js'), 'theirs')
  await symlink('../outside.js', join(folder, 'out.js'))
  await symlink('../outside', join(folder, 'out'))
  await symlink('nowhere', join(folder, 'lost'))
  const refuses = async (path: string, before: string | null, message: RegExp) => {
    await assert.rejects(files.linkTarget(path), { code: 'file', message })
    await assert.rejects(files.replaceText(path, before, 'mine'), { code: 'file', message })
  }
  await refuses('out.js', 'theirs', /out\.js leads out of the project, to \.\.\/outside\.js; nothing is written there: edit it by hand$/)
  await refuses('out/a/b.js', null, /b\.js leads out of the project, to \.\.\/outside\/a\/b\.js;/)
  await refuses('lost/a.js', null, /lost is a link that leads nowhere; remove it first$/)
  assert.deepEqual([await readFile(join(root, 'outside.js'), 'utf8'), await readdir(join(root, 'outside'))], ['theirs', []])
})

test('replaceText() makes the folders of a new file', async () => {
  await files.replaceText('app/api/[[...path]]/route.js', null, 'x')
  assert.equal(await readFile(join(folder, 'app/api/[[...path]]/route.js'), 'utf8'), 'x')
})

test('replaceText() writes nothing when the file has changed since it was read', async () => {
  await writeFile(join(folder, 'c.js'), 'theirs')
  for (const before of ['old', null]) {
    await assert.rejects(files.replaceText('c.js', before, 'mine'), { code: 'file', message: /was changed by another program; run the command again$/ })
  }
  await assert.rejects(files.replaceText('d.js', 'old', 'mine'), { message: /was changed by another program/ })
  assert.equal(await readFile(join(folder, 'c.js'), 'utf8'), 'theirs')
})

test('foldersIn() and isFolder() recognize folders', async () => {
  assert.deepEqual(await files.foldersIn('.'), ['app', 'src'])
  assert.deepEqual(await files.foldersIn('none'), [])
  assert.deepEqual([await files.isFolder('src'), await files.isFolder('a.js'), await files.isFolder('none')], [true, false, false])
})
