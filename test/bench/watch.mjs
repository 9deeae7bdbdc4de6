/**
 * Time from the last write of a file to its new text in search and in its page, by `ask serve --watch` on a folder of
 * real pages: `node watch.mjs <folder> [rounds]`. The folder is copied, and the program runs as its users run it. Also
 * the processor time of the program for each change, which other programs on the machine don't change.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Pause between two changes: the graph of the last one is built in it. */
const PAUSE_MS = 8_000
/** Clock ticks a second in /proc, on every Linux of today. */
const TICKS = 100

const program = fileURLToPath(new URL('../../bin/ask.js', import.meta.url))
const [source, rounds = '12'] = process.argv.slice(2)
if (source === undefined || !/^\d{1,3}$/.test(rounds)) throw new Error('usage: node watch.mjs <folder> [rounds]')

const folder = await mkdtemp(join(tmpdir(), 'ask-watch-'))
const child = await start()
try {
  const files = (await readdir(join(folder, 'content'), { recursive: true })).filter((path) => /\.mdx?$/.test(path)).sort()
  const [shown, processor] = [[], []]
  for (let round = 0; round < Number(rounds); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const word = `zebrafish${round}x`
    const before = await processorMs()
    const stream = await openStream()
    await appendFile(join(folder, 'content', files[(round * 37) % files.length]), `\n\nA ${word} is here.\n`)
    const written = performance.now()
    await stream.next()
    const { results } = await (await fetch(`${child.url}/api/ask`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: word }) })).json()
    const text = await (await fetch(new URL(results[0].url, child.url), { headers: { accept: 'text/html' } })).text()
    if (!text.includes(word)) throw new Error(`${results[0].url} is not up to date`)
    shown.push(performance.now() - written)
    processor.push((await processorMs()) - before)
    stream.close()
  }
  console.log(`${files.length} pages, ${rounds} changes of one page`)
  console.log(`from the write to search and page: median ${at(shown, 0.5)} ms, best ${at(shown, 0)}, worst ${at(shown, 1)}`)
  console.log(`processor time: median ${at(processor, 0.5)} ms`)
} finally {
  child.process.kill()
  await once(child.process, 'exit')
  await rm(folder, { recursive: true })
}

/** Starts the program and waits for its address. */
async function start() {
  await cp(source, join(folder, 'content'), { recursive: true })
  const args = [program, 'serve', join(folder, 'content'), '--watch', '--port', '0', '--kg-path', join(folder, 'none.json')]
  const started = spawn(process.execPath, [...process.execArgv, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(started.stdout)) {
    const url = /^Open (http\S+)\/$/.exec(line)?.[1]
    if (url === undefined) continue
    started.stdout.resume()
    return { process: started, url }
  }
  throw new Error('The program ended without an address')
}

/** The stream of revisions, after its first one. */
async function openStream() {
  const client = new AbortController()
  const pieces = (await fetch(`${child.url}/_ask/changes`, { signal: client.signal })).body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next() {
    for (;;) {
      const end = text.indexOf('event: change')
      if (end !== -1) return (text = text.slice(end + 1))
      const { value, done } = await pieces.read()
      if (done) throw new Error('The stream has ended')
      text += value
    }
  }
  await next()
  return { next, close: () => client.abort() }
}

/** User and system time of the program so far. */
async function processorMs() {
  const fields = (await readFile(`/proc/${child.process.pid}/stat`, 'utf8')).split(') ')[1].split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
}

function at(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))])
}
