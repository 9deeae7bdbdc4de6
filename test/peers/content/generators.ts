/**
 * The site of `site/` built by the generators people use. Each gets its own
 * copy of the sources, as it wants them, and leaves its output in a folder.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContentOptions } from '../../../src/core/settings.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

export interface Generator {
  readonly name: string
  /** Whether the element with these attributes holds what the author wrote. */
  readonly holdsContent: (tag: string, classes: readonly string[], role: string | undefined) => boolean
  /** Program that has to be there, relative to this folder, or on the path. */
  readonly program: string
  readonly args: readonly string[]
  /** Where the sources go and where the output comes from, relative to the project. */
  readonly content: string
  readonly output: string
  /** Where files are that go into the output as they are. */
  readonly files: string
  /** Configuration file of `generators/<name>/` -> its place in the project. */
  readonly config: Readonly<Record<string, string>>
  /** Where its configuration says that the pages are. */
  readonly place: ContentOptions
  /** The title is written as a heading into the text, since the generator makes none of it. */
  readonly needsHeading?: true
  /** Built in the check of every change, too: one generator of JavaScript's, one of Python's. */
  readonly isInCheck?: true
}

/** All of them; the suite tries them for a release, in the check of a change those that `isInCheck`. */
export const ALL_GENERATORS: readonly Generator[] = [
  {
    name: 'vitepress',
    holdsContent: (_, classes) => classes.includes('vp-doc'),
    program: 'node_modules/vitepress/bin/vitepress.js',
    args: ['build', '.'],
    content: '.',
    output: '.vitepress/dist',
    files: 'public',
    place: {},
    config: { 'config.mjs': '.vitepress/config.mjs', 'extras.md': 'guides/extras.md' },
    needsHeading: true,
    isInCheck: true,
  },
  {
    name: 'docusaurus',
    holdsContent: (_, classes) => classes.includes('theme-doc-markdown'),
    program: 'node_modules/@docusaurus/core/bin/docusaurus.mjs',
    args: ['build', '--no-minify'],
    content: 'content',
    output: 'build',
    files: 'static',
    place: { trailingSlash: false },
    config: {
      'docusaurus.config.mjs': 'docusaurus.config.mjs',
      'package.json': 'package.json',
      'extras.mdx': 'content/guides/extras.mdx',
    },
  },
  {
    name: 'starlight',
    holdsContent: (tag) => tag === 'main',
    program: 'node_modules/astro/bin/astro.mjs',
    args: ['build'],
    content: 'src/content/docs',
    output: 'dist',
    files: 'public',
    place: { base: '/manual' },
    config: {
      'astro.config.mjs': 'astro.config.mjs',
      'content.config.ts': 'src/content.config.ts',
      'extras.mdx': 'src/content/docs/guides/extras.mdx',
    },
  },
  {
    name: 'mkdocs',
    holdsContent: (_tag, _classes, role) => role === 'main',
    program: '.venv/bin/mkdocs',
    args: ['build', '--quiet'],
    content: 'content',
    output: 'out',
    files: 'content',
    place: { base: '/wiki/latest' },
    config: { 'mkdocs.yml': 'mkdocs.yml' },
    needsHeading: true,
  },
  {
    name: 'material',
    holdsContent: (tag) => tag === 'article',
    program: '.venv/bin/mkdocs',
    args: ['build', '--quiet'],
    content: 'content',
    output: 'out',
    files: 'content',
    place: {},
    config: { 'mkdocs.yml': 'mkdocs.yml', 'extras.md': 'content/guides/extras.md' },
    needsHeading: true,
    isInCheck: true,
  },
  {
    name: 'hugo',
    holdsContent: (tag) => tag === 'article',
    program: '.venv/bin/hugo',
    args: ['--quiet', '--destination', 'public'],
    content: 'content',
    output: 'public',
    files: 'static',
    place: {},
    config: { 'hugo.toml': 'hugo.toml', layouts: 'layouts' },
  },
]

export const GENERATORS = ALL_GENERATORS.filter(({ isInCheck }) => isInCheck === true || process.env['ASK_LONG'] === '1')

/** Why a generator can't run here, null when it can. */
export function absence({ program }: Generator): string | null {
  return existsSync(locate(program)) ? null : `${program} is absent`
}

/** Builds the site anew; the folder of its output. */
export function build(generator: Generator): string {
  const project = join(here, '.build', generator.name)
  rmSync(project, { recursive: true, force: true })
  for (const [from, to] of Object.entries(generator.config)) {
    cpSync(join(here, 'generators', generator.name, from), place(join(project, to)), { recursive: true })
  }
  for (const path of readdirSync(join(here, 'site'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue
    const source = readFileSync(join(here, 'site', path), 'utf8')
    const isHugo = generator.name === 'hugo'
    const target = isHugo ? path.replace(/index\.md$/, '_index.md') : path
    // Hugo leaves the addresses of links as they are written.
    const text = isHugo ? source.replaceAll('](./burrow)', '](../burrow/)') : source
    writeFileSync(place(join(project, generator.content, target)), generator.needsHeading ? withHeading(text) : text)
  }
  cpSync(join(here, 'ask.js'), place(join(project, generator.files, 'ask.js')))
  const program = locate(generator.program)
  const command = /\.m?js$/.test(program) ? [process.execPath, program] : [program]
  execFileSync(command[0]!, [...command.slice(1), ...generator.args], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1', CI: '1' },
  })
  return join(project, generator.output)
}

function locate(program: string): string {
  return program.startsWith('/') ? program : join(here, program)
}

function place(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  return path
}

/** The source with its title as the first heading behind the frontmatter. */
function withHeading(text: string): string {
  return text.replace(/^---\ntitle: (.*)\n([^]*?)---\n/, '---\ntitle: $1\n$2---\n\n# $1\n')
}
