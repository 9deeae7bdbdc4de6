/**
 * Time and memory of `ask kg build` and `ask kg check` on a folder of real pages, as often as asked:
 * `node graph.mjs <folder> [copies]`. Each run is a process of its own; memory is its peak.
 */
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNS = 3
const root = fileURLToPath(new URL('../../', import.meta.url))
const [source, copies = '1'] = process.argv.slice(2)
if (source === undefined || !/^\d{1,3}$/.test(copies)) throw new Error('usage: node graph.mjs <folder> [copies]')

const folder = await mkdtemp(join(tmpdir(), 'ask-graph-'))
try {
  const content = join(folder, 'content')
  for (let i = 0; i < Number(copies); i += 1) await cp(source, join(content, `part-${String(i).padStart(3, '0')}`), { recursive: true })
  const graph = join(folder, 'kg.json')
  for (const command of [['kg', 'build', content, '--extractive', '--json', '--kg-path', graph], ['kg', 'check', content, '--kg-path', graph]]) {
    const runs = Array.from({ length: RUNS }, () => measure(command))
    const [seconds, peak] = [runs.map((run) => run.seconds), runs.map((run) => run.megabytes)].map((list) => list.sort((a, b) => a - b)[Math.floor(RUNS / 2)])
    console.log(`${command.slice(0, 2).join(' ')}: ${seconds.toFixed(1)} s, peak ${Math.round(peak)} MB (median of ${RUNS}) ${runs[0].note}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Runs the compiled program once, with a hook that tells its peak memory at exit. */
function measure(args) {
  const hook = 'data:text/javascript,process.on("exit",()=>process.stderr.write(`\\npeak ${process.resourceUsage().maxRSS}\\n`))'
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', hook, join(root, 'bin/ask.js'), ...args], { encoding: 'utf8', maxBuffer: 1e8 })
  const seconds = (performance.now() - started) / 1000
  if (status !== 0) throw new Error(stderr)
  const { pages, sections, facts } = stdout === '' ? {} : JSON.parse(stdout)
  const note = pages === undefined ? '' : `of ${pages} pages, ${sections} sections, ${facts} facts`
  return { seconds, megabytes: Number(/peak (\d+)/.exec(stderr)[1]) / 1024, note }
}
