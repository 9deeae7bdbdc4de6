/** A folder -> its `package.json` and its package manager, recognized by the lock file in the folder or above it. */
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import type { PackageManager } from '../../init/package-manager.ts'
import type { Manifest } from '../../init/recognized-site.ts'
import { readBoundedFile } from '../files/bounded-file.ts'

/** Parent folders that are searched for a lock file. */
const MAX_PARENTS = 32
/** Bytes of a package.json: the limit of a script that is read to be edited. */
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

/** The package.json of a folder, null for none. Throws `AskError('file-format')` for an invalid one. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, 'package.json')
  const bytes = await readBoundedFile(path, MAX_MANIFEST_BYTES)
  return bytes === null ? null : decodeManifest(parseJson(bytes.toString('utf8').replace(/^\ufeff/, ''), path), path)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AskError('file-format', `${path} is not valid JSON; correct it first`, { cause })
  }
}

/** The manager of the nearest lock file up to the repository's root, else the one that package.json names, else npm. */
export async function findPackageManager(folder: string, named: PackageManager | null): Promise<PackageManager> {
  let parent = resolve(folder)
  for (let i = 0; i < MAX_PARENTS; i += 1) {
    for (const [file, manager] of LOCK_FILES) {
      if (await exists(join(parent, file))) return manager
    }
    if (dirname(parent) === parent || (await exists(join(parent, '.git')))) break
    parent = dirname(parent)
  }
  return named ?? 'npm'
}

function decodeManifest(value: unknown, path: string): Manifest {
  if (!isObject(value)) throw new AskError('file-format', `${path} is not a JSON object; correct it first`)
  const { scripts = {} } = value
  const dependencies = DEPENDENCY_FIELDS.map((field) => value[field]).filter(isObject).flatMap(Object.keys)
  if (!isObject(scripts)) throw new AskError('file-format', `${path}: "scripts" is not an object; correct it first`)
  return {
    dependencies: new Set(dependencies),
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
