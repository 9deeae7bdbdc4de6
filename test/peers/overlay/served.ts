/** `ask serve` itself, over folders: this project's documentation, pages from right to left, and a built site. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))

/** A program under way. */
export interface Served {
  /** Without a slash at its end. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Files in a folder of their own. */
export interface Folder {
  readonly path: string
  readonly remove: () => void
}

/** By their paths. */
export function writeFolder(files: Readonly<Record<string, string>>): Folder {
  const path = mkdtempSync(join(tmpdir(), 'ask-pages-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

/** Serves a folder on a free port; `modelUrl` is where questions are answered, empty for nowhere. */
export async function serve(folder: string, modelUrl = '', flags: readonly string[] = []): Promise<Served> {
  const model = modelUrl === '' ? {} : { LLM_API_KEY: 'sk-test-0123456789', LLM_MODEL: 'scripted', LLM_BASE_URL: `${modelUrl}/v1` }
  const args = ['--import', 'tsx', PROGRAM, 'serve', folder, '--port', '0', ...flags]
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...model }, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await readAddress(child)
  return {
    url,
    close: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function readAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The output of the program is not read')
  for await (const line of createInterface(stdout)) {
    const address = /^Open (http\S+)\/$/.exec(line)?.[1]
    if (address === undefined) continue
    // The rest is read and dropped.
    stdout.resume()
    return address
  }
  throw new Error('The program ended without an address')
}

/** Pages in Arabic, and one that says what their terms mean. */
export const ARABIC = {
  'terms.md': '---\ntitle: Rendering\n---\n\nServer-side rendering (SSR) is a way to make each page on the server when it is asked for, rather than ahead of time.\n\nPages with SSR are always fresh.\n\n## When to choose it\n\nChoose SSR where what a page shows changes with each reader.\n',
  'index.md': '---\ntitle: دليل المستخدم\nlang: ar\n---\n\nمرحبا بك في الدليل.\n',
  'guides/start.md': '---\ntitle: البداية\nlang: ar\ndescription: كيف تبدأ مع `ask` في دقائق\n---\n\nشغّل `ask serve ./docs` ثم افتح العنوان الذي يطبعه.\n\n## التثبيت\n\n```sh\nnpm install ask-service\n```\n\n- يقرأ Markdown و HTML\n- لا يحتاج إلى مفتاح\n\n## الخيارات\n\n| الخيار | القيمة |\n|---|---|\n| `--port` | 8787 |\n| `--host` | 127.0.0.1 |\n',
  'guides/next.md': '---\ntitle: الخطوة التالية\nlang: ar\n---\n\nيعمل SSR على الخادم عند كل طلب.\n',
}

/** A page with every element that a section can have, and the files that it shows. */
export const ELEMENTS = {
  'index.md': '---\ntitle: Elements\n---\n\nHome.\n',
  'guides/other.md': '# Other\n\n## Second\n\nText.\n',
  'img/lamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><script>document.title = 1</script><circle cx="100" cy="40" r="30" fill="#36c"/></svg>',
  'img/unused.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'guides/all.md': `---
title: Every element
description: A page with all elements that a section can have.
---

A paragraph with a [link to the other page](./other.md#second), *emphasis*, **strong \`code\`**, ~~deleted~~, a footnote[^a] and another[^long].
A line break here:\\
second line. An image from elsewhere: ![Build status](https://badge.example/x.svg) and one of here:

![A drawing of a lamp](../img/lamp.svg)

[![npm](https://badge.example/npm.svg)](https://npmjs.com)

## Lists

- One
- Two
  - Two a
    1. deep
    2. deeper
  - Two b
- Three

3. Third
4. Fourth

   With a paragraph.

   \`\`\`sh
   npm install
   \`\`\`
5. Fifth

- [x] Written
- [ ] Tested with \`npm test\`

## Code

\`\`\`ts title="src/index.ts" ins={2} del={3} {5}
const a = 1
const added = 2
const removed = 3
const b = 4
const marked = 'a very long line that goes on and on and on, so that the block has to scroll sideways to show its end to the reader'
\`\`\`

\`\`\`diff
- old
+ new
\`\`\`

\`\`\`
no language
\`\`\`

    indented code

## Table

| Option | Default | Meaning |
| --- | --- | --- |
| \`--port\` | \`8787\` | Port to listen on, 0 for any free one |
| \`--host\` | | Address to listen on |

## Callouts

:::note
A note with \`code\`.
:::

:::tip[With a title]
A tip.

- item
:::

> [!WARNING]
> A warning from GitHub.

:::danger
Danger.
:::

> A quote
> of two lines.

## Details and more

<details>
<summary>Click me</summary>

Hidden **text**.

</details>

::: code-group

\`\`\`sh [npm]
npm i ask
\`\`\`

\`\`\`sh [pnpm]
pnpm add ask
\`\`\`

:::

Term
: Its definition.

###### A deep heading

Math $a^2 + b^2$ as written.

[^a]: The first footnote.
[^long]: Another one, with \`code\`.
`,
}

const FILLING = '<p>A paragraph on the way.</p>'.repeat(40)
const html = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/site.css"></head>
<body><header><nav aria-label="Site"><a href="/">Home</a> <a href="/routing/">Routing</a></nav></header><main><h1>${title}</h1>${body}</main></body></html>`

/** A site as a generator leaves it. */
export const BUILT = {
  'index.html': html('Acme', '<p>Acme makes routes.</p>'),
  'routing/index.html': html('Routing', `<p>Routes lead on.</p>${FILLING}<h2 id="static-routes">Static routes</h2><p>A static route is built once, ahead of time.</p>${FILLING}`),
  '404.html': html('Not here', '<p>There is nothing at this address.</p>'),
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'site.css': 'html { font-family: system-ui, sans-serif; color-scheme: light dark; color: CanvasText; background: Canvas } body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem }',
}
