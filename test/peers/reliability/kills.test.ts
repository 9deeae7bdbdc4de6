/**
 * Programs that end by SIGKILL at a step by which they change files: before it, in the middle of it, after it. What they
 * write is old or new as a whole, the next run needs no help, and an hour later nothing is left of the dead one.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { IS_LONG, runProgram, temporaryFolder } from './service.ts'

const KILLER = fileURLToPath(new URL('killer.mjs', import.meta.url))
const MOMENTS = ['before', 'half', 'after'] as const
/** Kills of one command: all of them in the long run, up to a bound, else a few that are spread evenly. */
const KILLS = IS_LONG ? 200 : 6

/** The age of what a program left that died yesterday. */
const LONG_AGO = new Date(Date.now() - 86_400_000)

interface Command {
  readonly name: string
  readonly args: (folder: string) => readonly string[]
  /** What it writes, a file or a folder, in the folder of its project. */
  readonly target: string
  /** File of a folder that lists what is ours there; between two states it lists both. */
  readonly list?: string
  /** True for a folder whose files are of use together alone. */
  readonly isOneWhole?: boolean
}

const COMMANDS: readonly Command[] = [
  { name: 'kg build', args: (at) => ['kg', 'build', join(at, 'docs'), '--extractive', '--kg-path', join(at, 'kg.json')], target: 'kg.json' },
  { name: 'index build', args: (at) => ['index', 'build', join(at, 'docs'), '--out', join(at, 'index.json')], target: 'index.json' },
  { name: 'static', args: (at) => ['static', join(at, 'docs'), '--out', join(at, 'search')], target: 'search', list: 'search/ask-manifest.json', isOneWhole: true },
  { name: 'export', args: (at) => ['export', join(at, 'docs'), '--out', join(at, 'pages')], target: 'pages', list: 'pages/_ask/files.json' },
  { name: 'agents --write', args: (at) => ['agents', join(at, 'docs'), '--write', join(at, 'AGENTS.md'), '--yes'], target: 'AGENTS.md' },
]

for (const command of COMMANDS) {
  test(`ask ${command.name} leaves the old or the new, whenever it is killed`, async (t) => {
    const project = createProject(command)
    t.diagnostic(`${project.steps} steps change files, ${project.points.length} kills`)
    for (const point of project.points) await t.test(point, () => killAt(command, project, point))
  })
}

interface Project {
  readonly folder: string
  /** A project whose command has run, and whose content has changed since. */
  readonly before: string
  /** Files of the folder after the second run, with their hashes. */
  readonly after: ReadonlyMap<string, string>
  readonly steps: number
  readonly points: readonly string[]
}

function createProject(command: Command): Project {
  const folder = temporaryFolder()
  const before = join(folder, 'before')
  // Steps have the names of files and folders: those of the runs that are killed.
  const work = join(folder, 'work')
  writeDocs(before, 'first')
  succeed(command, before)
  writeDocs(before, 'second')
  cpSync(before, work, { recursive: true })
  const stepsFile = join(folder, 'steps')
  succeed(command, work, { KILL_STEPS: stepsFile })
  const steps = readFileSync(stepsFile, 'utf8').split('\n')
  assert.ok(steps.length > 2, `${steps.length} steps were seen`)
  const all = steps.flatMap((step) => MOMENTS.map((moment) => `${moment}:${step}`))
  const kills = Math.min(KILLS, all.length)
  const points = Array.from({ length: kills }, (_, at) => all[Math.floor((at * (all.length - 1)) / (kills - 1))] ?? '')
  return { folder, before, after: filesOf(work, work), steps: steps.length, points }
}

function killAt(command: Command, { folder, before, after }: Project, point: string): void {
  const work = join(folder, 'work')
  rmSync(work, { recursive: true, force: true })
  cpSync(before, work, { recursive: true })
  const old = filesOf(work, work)
  const killed = runProgram(command.args(work), ['--import', KILLER], { KILL_AT: point })
  assert.equal(killed.signal, 'SIGKILL', killed.output)
  const left = filesOf(work, work)
  const targets = [...new Set([...old.keys(), ...after.keys()])].filter((path) => path === command.target || path.startsWith(`${command.target}/`))
  for (const path of targets) {
    const text = left.get(path)
    const isWhole = path === command.list || text === old.get(path) || text === after.get(path)
    assert.ok(isWhole, `${path} is neither the old nor the new one`)
  }
  const hasAll = (files: ReadonlyMap<string, string>) => [...files].every(([path, text]) => path === command.list || left.get(path) === text)
  if (command.isOneWhole === true) assert.ok(hasAll(old) || hasAll(after), 'files of the old and of the new are missing')
  for (const path of left.keys()) if (path.endsWith('.tmp')) utimesSync(join(work, path), LONG_AGO, LONG_AGO)
  succeed(command, work)
  assert.deepEqual([...filesOf(work, work)].sort(), [...after].sort())
}

function succeed(command: Command, folder: string, env: Readonly<Record<string, string>> = {}): void {
  const { status, output } = runProgram(command.args(folder), env['KILL_STEPS'] === undefined ? [] : ['--import', KILLER], env)
  assert.equal(status, 0, output)
}

/** Pages with other texts in another version, and one more. */
function writeDocs(folder: string, version: string): void {
  mkdirSync(join(folder, 'docs'), { recursive: true })
  for (const name of ['install', 'routing', 'deploy', 'limits', version]) {
    const detail = `The ${version} way to ${name} has its own word, ${name}${version}.`
    writeFileSync(join(folder, 'docs', `${name}.md`), `# All about ${name}\n\nHow to ${name} a site.\n\n## Steps\n\n${detail}\n`)
  }
}

/** Paths of all files below a folder, and the hashes of their bytes; pages themselves are left out. */
function filesOf(folder: string, root: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return path === join(root, 'docs') ? [] : [...filesOf(path, root)]
    return [[path.slice(root.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]]
  })
  return new Map(files)
}
