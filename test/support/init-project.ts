/** A project of a test in a folder of its own, which `ask init` sets up, and what the command says to type next. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_COPY } from '../../src/cli/package-copy.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import { runAsk } from './run-ask.ts'
import { folderOf, writeSite } from './site.ts'

/** The installation of this checkout with npm. */
export const INSTALL = `npm pack --pack-destination . ${PACKAGE_COPY.folder} && npm install ./ask-service-${PACKAGE_COPY.version}.tgz`

/** The program of this checkout in a shell. */
export const PROGRAM = `node ${PACKAGE_COPY.folder}/bin/ask.js`

/** A folder of its own, with files given by path and text. */
export async function createProject(files: Readonly<Record<string, string>>) {
  const folder = await folderOf(files)

  /** Runs the command; `out` and `err` name the folder as `SITE`. */
  async function init(flags: readonly string[] = ['--yes'], given: Partial<Io> = {}) {
    const { code, out, err } = await runAsk(['init', folder, ...flags], given)
    return { code, out: out.replaceAll(folder, 'SITE'), err: err.replaceAll(folder, 'SITE') }
  }

  return {
    folder, init,
    write: (more: Readonly<Record<string, string>>) => writeSite(folder, more),
    /** Null where there is none. */
    read: (path: string) => readFile(join(folder, path), 'utf8').catch(() => null),
  }
}

/** Text of a package.json. */
export function manifest(dependencies: readonly string[], more: object = {}): string {
  return JSON.stringify({ ...more, dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])) }, null, 2)
}

/** The commands under "Next", without the first, which goes to the folder, and without remarks. */
export function next(out: string): string[] {
  const [, lines = ''] = /^(?:.*\. )?Next\n((?: {2}.*\n)+)/m.exec(out) ?? []
  return lines.trim().split('\n').slice(1).map((line) => line.replace(/ +# .*/, '').trim())
}
