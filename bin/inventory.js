// The files of a package or a copy -> the same with two lists of them: an SPDX 2.3 document (ISO/IEC 5962) and checksums
// for `sha256sum --check`. Both are made from the files and the commit alone, so that the same checkout gives the same bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
export const SPDX = 'ask.spdx.json'
export const SUMS = 'SHA256SUMS'
/** Hex digits of the hashes that make names in an SPDX document unique. */
const NAME_DIGITS = 16
/** Paths whose changes since the commit are told. */
const COPIED = ['src', 'bin', 'openapi.yaml', 'ask.schema.json', 'LICENSE']

/** The files, path -> bytes, sorted, with their SPDX list; the checksums of all come last. */
export function withInventory(files) {
  const listed = sorted(new Map(files).set(SPDX, textBytes(spdx(sorted(files)))))
  const sums = [...listed].map(([path, bytes]) => `${digest('sha256', bytes)}  ${path}\n`).join('')
  return listed.set(SUMS, textBytes(sums))
}

/** The commit of the checkout and its time in UTC; of a copy without git, nothing is known. */
export function revision() {
  const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  const git = (...args) => execFileSync('git', args, options).trim()
  try {
    // Fails for files that are no part of the checkout around them.
    git('ls-files', '--error-unmatch', 'package.json')
    const isClean = git('status', '--porcelain', '--', ...COPIED) === ''
    const seconds = Number(git('log', '-1', '--format=%ct'))
    return { commit: `${git('rev-parse', 'HEAD')}${isClean ? '' : ' with changes'}`, date: new Date(seconds * 1_000) }
  } catch {
    return { commit: 'unknown', date: new Date(0) }
  }
}

function spdx(files) {
  const { name, version, license } = MANIFEST
  const id = (path) => `SPDXRef-File-${digest('sha256', textBytes(path)).slice(0, NAME_DIGITS)}`
  const sha1s = [...files.values()].map((bytes) => digest('sha1', bytes)).sort().join('')
  const document = `${name}-${version}`
  const digits = digest('sha256', textBytes(sha1s)).slice(0, NAME_DIGITS)
  const created = revision().date.toISOString().replace(/\.\d+Z$/, 'Z')
  return `${JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: document,
    documentNamespace: `https://spdx.org/spdxdocs/${document}-${digits}`,
    creationInfo: { created, creators: ['Tool: ask-service bin/inventory.js'] },
    packages: [{
      SPDXID: 'SPDXRef-Package',
      name,
      versionInfo: version,
      downloadLocation: 'NOASSERTION',
      filesAnalyzed: true,
      packageVerificationCode: { packageVerificationCodeValue: digest('sha1', textBytes(sha1s)) },
      licenseConcluded: license,
      licenseInfoFromFiles: [license],
      licenseDeclared: license,
      copyrightText: 'NOASSERTION',
    }],
    files: [...files].map(([path, bytes]) => ({
      SPDXID: id(path),
      fileName: `./${path}`,
      checksums: [
        { algorithm: 'SHA1', checksumValue: digest('sha1', bytes) },
        { algorithm: 'SHA256', checksumValue: digest('sha256', bytes) },
      ],
      licenseConcluded: license,
      licenseInfoInFiles: [license],
      copyrightText: 'NOASSERTION',
    })),
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-Package' },
      ...[...files.keys()].map((path) => {
        return { spdxElementId: 'SPDXRef-Package', relationshipType: 'CONTAINS', relatedSpdxElement: id(path) }
      }),
    ],
  }, null, 2)}\n`
}

export function digest(algorithm, bytes) {
  return createHash(algorithm).update(bytes).digest('hex')
}

export function textBytes(text) {
  return Buffer.from(text)
}

function sorted(files) {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}
