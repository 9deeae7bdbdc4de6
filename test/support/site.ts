/** A small documentation site on disk, and odd files and folders, for tests of what reads and writes them. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

export const SITE: Readonly<Record<string, string>> = {
  'index.md': `---
title: Acme
description: Documentation of Acme, the site builder
---
Acme builds documentation sites from Markdown.
`,
  'guides/routing.md': `# Routing

Routes are paths that lead to pages.

## Static routes

A static route is a file with a name of its own. Pass \`--static\` to have nothing else.

## Trailing slashes

Routes end in a slash. The default is \`always\`.
`,
  'guides/deploy.md': `# Deploy

## Deploy your site to a host

In Acme, server-side rendering (SSR) is a mode of every host. Static hosting works wherever there is none.

\`\`\`sh
npx acme deploy --host acme
\`\`\`
`,
  'guides/secret.md': '---\ndraft: true\n---\n# Secret\n',
}

/** A folder of its own for one test file, gone at its end. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ask-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files below a folder, by path and text; gives back the folder. */
export async function writeSite(folder: string, files: Readonly<Record<string, string | Uint8Array>> = SITE): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const scratch = await realpath(await temporaryFolder())

/** A new folder that holds these files, gone when the tests of this process are over. */
export async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  return writeSite(await mkdtemp(join(scratch, 'site-')), files)
}

/** Makes a pipe that nobody reads or writes. */
export async function makePipe(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', [path])
}

/** A folder in which this process may not write: one in `folder`, or for root one of the system's own, where nobody may. */
export async function closedFolder(folder: string): Promise<string> {
  if (process.getuid?.() === 0) return '/sys'
  const path = join(folder, 'closed')
  await mkdir(path, { mode: 0o500 })
  return path
}
