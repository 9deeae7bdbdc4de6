import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import {
  readFolderSitemap, readSitemapFiles, SITE_SITEMAP_LIMITS,
} from '../../../../src/core/node/content/sitemap-files.ts'
import type { ContentOptions } from '../../../../src/core/settings.ts'
import { rulesOf } from '../../../support/rules.ts'
import { folderOf } from '../../../support/site.ts'

const locations = (paths: string) => paths.split(' ').map((path) => `<loc>${path.startsWith('/') ? `https://x.test${path}` : path}</loc>`)
/** Paths, separated by spaces. */
const urlset = (paths: string) => `<urlset>${locations(paths).map((loc) => `<url>${loc}</url>`).join('')}</urlset>`
const index = (paths: string) => `<sitemapindex>${locations(paths).map((loc) => `<sitemap>${loc}</sitemap>`).join('')}</sitemapindex>`

/** Sitemap files, their addresses, and warnings, each after a `!`. */
async function check(files: Record<string, string | Uint8Array>, expected: string, limits = SITE_SITEMAP_LIMITS) {
  const folder = await folderOf(files)
  const { paths, locations, warnings } = await readSitemapFiles(folder, Object.keys(files), limits)
  const listed = locations.map((location) => location.replace('https://x.test', ''))
  const found = [paths.join(' '), listed.join(' '), ...warnings.map(({ path, line, message }) => `!${path}:${line}: ${message}`)]
  assert.equal(found.join('\n'), expected)
  assert.deepEqual(await readFolderSitemap(folder), await readSitemapFiles(folder, Object.keys(files)))
}

const PAGES = { 'sitemap-0.xml': urlset('/a/'), 'fr/sitemap.xml': urlset('/fr/a/') }
const ROBOTS = { 'robots.txt': 'User-agent: *\nSitemap: https://x.test/maps/all.xml.gz', 'maps/all.xml': urlset('/a/') }
const MANY = Array.from({ length: 60_000 }, (_, i) => `Sitemap: /n${i}.xml`).join('\n')

for (const [name, run] of rulesOf('readSitemapFiles()', check, [
  ['follows an index below any base path',
    [{ 'sitemap-index.xml': index('/sitemap-0.xml /fr/sitemap.xml'), ...PAGES },
      'sitemap-index.xml sitemap-0.xml fr/sitemap.xml\n/a/ /fr/a/'],
    [{ 'sitemap.xml': index('/docs/v1/sitemap-0.xml /docs/v1/fr/sitemap.xml'), ...PAGES },
      'sitemap.xml sitemap-0.xml fr/sitemap.xml\n/a/ /fr/a/']],
  ['follows the sitemaps in robots.txt',
    [ROBOTS, 'maps/all.xml\n/a/'], [{ ...ROBOTS, 'sitemap.xml': urlset('/b/') }, 'sitemap.xml maps/all.xml\n/b/ /a/']],
  ['reads each sitemap once',
    [{ 'sitemap.xml': index('/sitemap.xml /sitemap-0.xml /sitemap-0.xml'), 'sitemap-0.xml': urlset('/a/') },
      'sitemap.xml sitemap-0.xml\n/a/']],
  ['warns about a missing sitemap',
    [{ 'sitemap.xml': index('/b.xml') },
      'sitemap.xml\n\n!sitemap.xml:1: The sitemap https://x.test/b.xml is not in the folder'],
    [{ 'robots.txt': 'Sitemap: ../../etc/passwd.xml' },
      '\n\n!robots.txt:1: The sitemap ../../etc/passwd.xml is not in the folder']],
  ['warns once for each file that names others',
    [{ 'robots.txt': MANY, 'sitemap.xml': index('/a.xml /b.xml /c.xml'), 'b.xml': urlset('/1/') }, `sitemap.xml b.xml
/1/
!robots.txt:1: The sitemap /n0.xml and 49999 more are not in the folder
!sitemap.xml:1: The sitemap https://x.test/a.xml and 1 more are not in the folder`]],
  ['warns about unreadable files',
    [{ 'sitemap.xml': '<html>' },
      'sitemap.xml\n\n!sitemap.xml:1: Not a sitemap: it should start with <urlset> or <sitemapindex>, and has <html>'],
    [{ 'sitemap.xml': new Uint8Array(100) }, 'sitemap.xml\n\n!sitemap.xml:1: Left out: not a text file']],
])) test(name, run)

test('readSitemapFiles() stops at a number of files and of addresses', async () => {
  const folder = await folderOf({ 'sitemap.xml': index('/a.xml /b.xml'), 'a.xml': urlset('/1/ /2/ /3/'), 'b.xml': urlset('/4/') })
  const paths = ['sitemap.xml', 'a.xml', 'b.xml']
  const few = await readSitemapFiles(folder, paths, { files: 2, locations: 2 })
  assert.deepEqual(few.paths, ['sitemap.xml', 'a.xml'])
  assert.deepEqual(few.locations, ['https://x.test/1/', 'https://x.test/2/'])
  assert.deepEqual(few.warnings.map(({ path, message }) => `${path}: ${message}`), [
    'b.xml: Left out with all that follow: more than 2 sitemaps',
    'a.xml: Left out: more than 2 addresses in total',
  ])
})

test('readFolderSitemap() does not leave the folder', async () => {
  const folder = await folderOf({ 'secret/sitemap.xml': urlset('/a/'), 'site/index.html': '' })
  symlinkSync(join(folder, 'secret', 'sitemap.xml'), join(folder, 'site', 'sitemap.xml'))
  assert.deepEqual((await readFolderSitemap(join(folder, 'site'))).paths, [])
})

/** Warnings of `readFolder()` for a site with these pages and this sitemap. */
async function checkWarnings(site: { pages: string; sitemap: string } & ContentOptions, expected: readonly string[]) {
  const { sitemap, pages: paths, ...options } = site
  const pages = paths.split(' ').map((path) => [path, `<h1>${path}</h1>`])
  const folder = await folderOf({ ...Object.fromEntries(pages), 'sitemap.xml': sitemap.startsWith('<') ? sitemap : urlset(sitemap) })
  const { warnings, pages: read } = await readFolder(folder, options)
  assert.equal(read.length, pages.length)
  assert.deepEqual(warnings.map(({ path, line, message }) => `${path}:${line}: ${message}`), expected)
}

for (const [name, run] of rulesOf('readFolder()', checkWarnings, [
  ['says nothing of a sitemap that has the pages',
    [{ pages: 'index.html a/index.html b.html', sitemap: '/ /a/ /b /tags/' }, []],
    [{ pages: 'index.html a/index.html', sitemap: '/docs/ /docs/a', base: '/docs', trailingSlash: false }, []],
    [{ pages: 'a.md', sitemap: '/b/' }, []]],
  ['warns once of all pages that the sitemap lacks, and reads them',
    [{ pages: 'index.html a.html b.html', sitemap: '/ /a' }, [
      'sitemap.xml:1: Not in the sitemap, but still searched: 1 of 3 pages: /b.html',
    ]],
    [{ pages: 'index.html a.html b.html c.html d.html e.html f.html', sitemap: '/ /a' }, [
      'sitemap.xml:1: Not in the sitemap, but still searched: 5 of 7 pages: /b.html, /c.html, /d.html and 2 more',
    ]]],
  ['says which base and which ending the sitemap has',
    [{ pages: 'index.html a/index.html', sitemap: '/docs/ /docs/a/' }, [
      'sitemap.xml:1: The sitemap has the pages below /docs/, not /: links need `--base /docs/`',
    ]],
    [{ pages: 'index.html a/index.html', sitemap: '/docs/ /docs/a/', base: 'https://y.test/' }, [
      'sitemap.xml:1: The sitemap has the pages below https://y.test/docs/, not https://y.test/: links need `--base https://y.test/docs/`',
    ]],
    [{ pages: 'index.html a/index.html', sitemap: '/ /a' }, [
      'sitemap.xml:1: The sitemap writes addresses without a slash at the end: pass `--no-trailing-slash` for links to do the same',
    ]],
    [{ pages: 'index.html a/index.html', sitemap: '/ /a/', trailingSlash: false }, [
      'sitemap.xml:1: The sitemap writes addresses with a slash at the end: leave `--no-trailing-slash` out for links to do the same',
    ]]],
  ['takes nothing from a sitemap that is empty or could not be read as a whole',
    [{ pages: 'index.html', sitemap: '<urlset></urlset>' }, []],
    [{ pages: 'index.html', sitemap: '<urlset><url><loc>https://x.test/a' }, [
      'sitemap.xml:1: Broken XML: the file ends before </urlset>',
    ]]],
])) test(name, run)
