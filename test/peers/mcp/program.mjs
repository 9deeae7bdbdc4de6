/** The program of this repository as a process of its own, on content made for the purpose. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const BIN = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))
const START_LIMIT_MS = 120_000
/** After this time a call reports progress; once it has, again after the second. Both are longer than what the program waits. */
const FIRST_PROGRESS_MS = 2_400
const NEXT_PROGRESS_MS = 1_200

/** A folder with a small site in `docs` and its graph in `.service/kg.json`. */
export async function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), 'ask-mcp-'))
  mkdirSync(join(folder, 'docs/guides'), { recursive: true })
  writeFileSync(join(folder, 'docs/index.md'), '# Lamps\n\nLamps give light where there is none.\n')
  writeFileSync(
    join(folder, 'docs/guides/bulbs.md'),
    '# Bulbs\n\nA light-emitting diode (LED) is a lamp that lasts longest of all.\n\n## Change the bulb\n\nTurn it off with `--off`. The default is `on`.\n\n```sh\nlamp --off\n```\n',
  )
  const child = spawn(process.execPath, [BIN, 'kg', 'build', 'docs', '--extractive'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`kg build ended with ${code}`)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** `ask serve` on a free port of this machine. */
export async function serve(folder) {
  const child = spawn(process.execPath, [BIN, 'serve', 'docs', '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
  const deadline = Date.now() + START_LIMIT_MS
  while (!/^Open (\S+)\n/m.test(printed)) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`no address; printed: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const exited = once(child, 'exit')
  return {
    address: new URL('/api/ask', /^Open (\S+)\n/m.exec(printed)[1]).href,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/**
 * A service that hands reads on to another and answers questions as a model would. A slow answer has its sources when
 * progress is due, and its text when it is due again. After each it waits for `goOn()`: the client has the progress.
 */
export async function answering(address) {
  const seen = { open: 0, closed: 0 }
  let goOn = () => undefined
  const reported = () => new Promise((resolve) => (goOn = resolve))
  const server = createServer(async (req, res) => {
    if (req.method !== 'POST') {
      const reply = await fetch(new URL(req.url, address))
      res.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
      return
    }
    let body = ''
    for await (const piece of req) body += piece
    const { query, mode } = JSON.parse(body)
    if (mode === 'keyword') {
      const reply = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      res.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
      return
    }
    seen.open += 1
    res.once('close', () => (seen.closed += 1))
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (event, data) => res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const isSlow = query.includes('slow')
    if (isSlow) await sleep(FIRST_PROGRESS_MS)
    else send('search', { query })
    if (res.destroyed) return
    send('sources', { sources: [{ url: '/guides/bulbs/#change-the-bulb', title: 'Bulbs', heading: 'Change the bulb' }], model: 'm-1', mode: 'agentic' })
    if (isSlow) {
      await reported()
      await sleep(NEXT_PROGRESS_MS)
    }
    send('token', { text: 'Turn it off first [1](/guides/bulbs/#change-the-bulb), not [so](https://evil.example).' })
    if (isSlow) await reported()
    send('done', {})
    res.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${server.address().port}/api/ask`,
    seen,
    goOn: () => goOn(),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
