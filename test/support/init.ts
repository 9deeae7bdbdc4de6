/** `ask init` in a folder of its own, with files given by path and text. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Io } from '../../src/cli/terminal/io.ts'
import { PACKAGE_COPY } from '../../src/cli/source/package-copy.ts'
import { main } from '../../src/cli/main.ts'
import { fakeIo } from './io.ts'
import { temporaryFolder, writeSite } from './site.ts'

/** The installation of this checkout with npm. */
export const INSTALL = `npm pack --pack-destination . ${PACKAGE_COPY.folder} && npm install ./ask-service-${PACKAGE_COPY.version}.tgz`

/** The program of this checkout in a shell. */
export const PROGRAM = `node ${PACKAGE_COPY.folder}/bin/ask.js`

const root = await temporaryFolder()
let made = 0

export async function createProject(files: Readonly<Record<string, string>>) {
  const folder = join(root, String((made += 1)))
  await mkdir(folder)
  await writeSite(folder, files)

  /** Runs the command; `out` and `err` name the folder as `SITE`. */
  async function init(flags: readonly string[] = ['--yes'], given: Partial<Io> = {}) {
    const io = fakeIo(given)
    const code = await main(['init', folder, ...flags], io)
    return { code, out: io.written.out.replaceAll(folder, 'SITE'), err: io.written.err.replaceAll(folder, 'SITE') }
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
