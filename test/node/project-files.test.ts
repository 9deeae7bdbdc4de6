import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProjectFiles } from '../../src/node/project-files.ts'
import { temporaryFolder } from '../support/site.ts'

const root = await temporaryFolder()
const folder = join(root, 'project')
await mkdir(join(folder, 'src'), { recursive: true })
const files = createProjectFiles(folder)

test('readText() gives a text as it stands, and null where there is none', async () => {
  await writeFile(join(folder, 'a.js'), '\ufeffa\r\n')
  assert.equal(await files.readText('a.js'), '\ufeffa\r\n')
  assert.equal(await files.readText('b.js'), null)
  assert.equal(await files.readText('a.js/b.js'), null)
})

test('readText() says what can not be read as text', async () => {
  await writeFile(join(folder, 'bytes'), Uint8Array.of(0xff, 0xfe, 0x61))
  await writeFile(join(folder, 'large'), Buffer.alloc(4_194_305, 'x'))
  await symlink('nowhere', join(folder, 'dangling'))
  const check = (path: string, message: RegExp) => assert.rejects(files.readText(path), { code: 'content', message })
  await check('bytes', /is not UTF-8 text; save it as UTF-8 first$/)
  await check('large', /larger than 4194304 bytes$/)
  await check('dangling', /is a link that leads nowhere; remove it first$/)
  await check('src', /is there and is no file; move it first$/)
})

test('replaceText() writes over what was read, with its mode, through links', async () => {
  await writeFile(join(root, 'shared.js'), 'old')
  await chmod(join(root, 'shared.js'), 0o640)
  await symlink('../shared.js', join(folder, 'linked.js'))
  assert.equal(await files.linkTarget('linked.js'), '../shared.js')
  assert.equal(await files.linkTarget('a.js'), null)
  await files.replaceText('linked.js', 'old', 'new')
  assert.equal(await readFile(join(root, 'shared.js'), 'utf8'), 'new')
  assert.equal((await stat(join(root, 'shared.js'))).mode & 0o777, 0o640)
  assert.ok((await lstat(join(folder, 'linked.js'))).isSymbolicLink())
})

test('replaceText() makes the folders of a new file', async () => {
  await files.replaceText('app/api/[[...path]]/route.js', null, 'x')
  assert.equal(await readFile(join(folder, 'app/api/[[...path]]/route.js'), 'utf8'), 'x')
})

test('replaceText() writes nothing where the file changed since it was read', async () => {
  await writeFile(join(folder, 'c.js'), 'theirs')
  for (const before of ['old', null]) {
    await assert.rejects(files.replaceText('c.js', before, 'mine'), { code: 'content', message: /changed meanwhile; run it again$/ })
  }
  await assert.rejects(files.replaceText('d.js', 'old', 'mine'), { message: /changed meanwhile/ })
  assert.equal(await readFile(join(folder, 'c.js'), 'utf8'), 'theirs')
})

test('foldersIn() and isFolder() know what is a folder', async () => {
  assert.deepEqual(await files.foldersIn('.'), ['app', 'src'])
  assert.deepEqual(await files.foldersIn('none'), [])
  assert.deepEqual([await files.isFolder('src'), await files.isFolder('a.js'), await files.isFolder('none')], [true, false, false])
})
