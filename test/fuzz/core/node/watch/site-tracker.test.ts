import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { chunkPages } from '../../../../../src/core/content/chunk.ts'
import { openFolder, readFolder } from '../../../../../src/core/node/content/content-folder.ts'
import { createPageIndex, createSiteTracker } from '../../../../../src/core/node/watch/site-tracker.ts'
import { createWatcher } from '../../../../../src/core/node/watch/watcher.ts'
import { createSearcher } from '../../../../../src/core/search/searcher.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom, type Random } from '../../../../support/random.ts'
import { folderOf } from '../../../../support/site.ts'

const NAMES = ['a.md', 'index.md', 'README.md', 'b.mdx', 'c.html', 'index.html', 'd', 'd.md', '_e.md', 'f.png']
const FOLDERS = ['', 'g', 'a', 'g/h', '_i']
const TEXTS = ['', '# Title\n\nText.', '---\nslug: a\n---\n# Same', '---\ndraft: true\n---\n# Hidden', '<main data-pagefind-body><h1>Marked</h1>', '\0'.repeat(100), 'routes and servers', '# Ähnlich\n\n## Zwei']
const QUERIES = ['title', 'same', 'routes', 'zwei']

/** One change of a folder, of any kind; many of them are not possible and do nothing. */
async function edit(random: Random, folder: string): Promise<void> {
  const path = () => join(folder, random.pick(FOLDERS), random.pick(NAMES))
  const target = path()
  await mkdir(dirname(target), { recursive: true })
  const edits: readonly (() => Promise<unknown>)[] = [
    () => writeFile(target, random.pick(TEXTS)),
    () => writeFile(target, random.pick(TEXTS)),
    () => rm(target, { recursive: true }),
    () => rename(path(), target),
    () => symlink(random.pick(NAMES), target),
    () => rename(dirname(target), join(folder, random.pick(['x', 'g', 'y/z']))),
    () => rm(folder, { recursive: true }).then(() => mkdir(folder)),
  ]
  await random.pick(edits)().catch(() => undefined)
}

test('createSiteTracker() gives the site that a whole read gives, and createPageIndex() its search, after any edits', async () => {
  for (let seed = 0; seed < rounds(20); seed += 1) {
    const random = createRandom(seed)
    const folder = await folderOf({ 'a.md': '# A' })
    const tracker = createSiteTracker({ open: async () => openFolder(folder, {}), follow: () => undefined, now: Date.now })
    const index = createPageIndex()
    let { site } = (await tracker.update()) ?? assert.fail()
    for (let round = 0; round < 20; round += 1) {
      for (let edits = random.below(4); edits >= 0; edits -= 1) await edit(random, folder)
      site = (await tracker.update())?.site ?? site
      const whole = await readFolder(folder)
      const place = `seed ${seed}, round ${round}`
      const sorted = ({ pages, hidden, warnings }: typeof site) => ({ pages, hidden, warnings: warnings.map((warning) => JSON.stringify(warning)).sort() })
      assert.deepEqual(sorted(site), sorted(whole), place)
      const [updated, chunks] = [index.searcherOf(index.chunksOf(site.pages)), chunkPages(whole.pages)]
      const searcher = createSearcher(chunks)
      for (const query of QUERIES) assert.deepEqual(updated.search(query), searcher.search(query), place)
    }
  }
})

test('thousands of files that change at once are all read', { timeout: 600_000 }, async (t) => {
  const size = rounds(10_000)
  const folder = await folderOf({})
  // As another program does it: the watch sees some of them while others are still to come.
  const write = async (text: string) => {
    for (let i = 0; i < size; i += 1) {
      const path = join(folder, `${i % 100}`, `${i}.md`)
      if (i < 100) mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `# Page ${i}\n\n${text}`)
      if (i % 1_000 === 0) await setImmediate()
    }
  }
  await write('old')
  let isDone = () => {}
  const done = new Promise<void>((resolve) => (isDone = resolve))
  const tracker = createSiteTracker({
    now: Date.now,
    follow: (folders) => watcher.follow(folders),
    open: async () => openFolder(folder, {}),
  })
  let isWritten = false
  const watcher = createWatcher(async () => {
    const update = await tracker.update()
    const texts = new Set(update?.site.pages.map(({ sections }) => sections[0]?.text))
    if (isWritten && update?.site.pages.length === size && texts.size === 1 && texts.has('new')) isDone()
  })
  t.after(watcher.stop)
  await tracker.update()
  await write('new')
  isWritten = true
  watcher.wake()
  await done
})
