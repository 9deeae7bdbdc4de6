/**
 * A folder -> what its `package.json` says, and which package manager is used
 * there, told by the lock file beside it or above.
 */
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import type { Manifest, PackageManager } from '../../init/plans/site.ts'
import { readBoundedFile } from '../files/bounded-file.ts'

/** Folders above one that are looked at for a lock file. */
const MAX_PARENTS = 32
/** Bytes of a package.json, so that it is no longer than a script that is read to be edited. */
const MAX_MANIFEST_BYTES = 1_048_576
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** That of a folder, null where there is none; throws `AskError('content')` for one that can't be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, 'package.json')
  const bytes = await readBoundedFile(path, MAX_MANIFEST_BYTES)
  return bytes === null ? null : decodeManifest(parseJson(bytes.toString('utf8').replace(/^\ufeff/, ''), path), path)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AskError('content', `${path} is no valid JSON; correct it first`, { cause })
  }
}

/** That of the nearest lock file up to the repository, else the one that is named, else npm. */
export async function findPackageManager(folder: string, named: PackageManager | null): Promise<PackageManager> {
  let at = resolve(folder)
  for (let i = 0; i < MAX_PARENTS; i += 1) {
    for (const [file, manager] of LOCK_FILES) {
      if (await exists(join(at, file))) return manager
    }
    if (dirname(at) === at || (await exists(join(at, '.git')))) break
    at = dirname(at)
  }
  return named ?? 'npm'
}

function decodeManifest(value: unknown, path: string): Manifest {
  if (!isObject(value)) throw new AskError('content', `${path} holds no JSON object; correct it first`)
  const { scripts = {} } = value
  if (!isObject(scripts)) throw new AskError('content', `${path}: "scripts" is no object; correct it first`)
  return {
    dependencies: new Set(DEPENDENCY_FIELDS.flatMap((field) => Object.keys(isObject(value[field]) ? value[field] : {}))),
    scripts: new Map(Object.entries(scripts).filter(isTextEntry)),
    isModule: value['type'] === 'module',
    main: typeof value['main'] === 'string' ? value['main'] : null,
    packageManager: decodePackageManager(value['packageManager']),
  }
}

/** `pnpm@9.1.0` -> pnpm. */
function decodePackageManager(value: unknown): PackageManager | null {
  const name = typeof value === 'string' ? value.replace(/@.*$/, '') : ''
  return LOCK_FILES.find(([, manager]) => manager === name)?.[1] ?? null
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false)
}
