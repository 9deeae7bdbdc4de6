/**
 * Xapian (C++) through its Python module, which Debian has (`apt-get install python3-xapian`), in a process of its own:
 * stemming, spelling correction and partial matching on, without the stop words of a query. Its times are those that
 * this process measures for itself, without the way there and back.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { STOP_WORDS } from './stop-words.mjs'

/** The interpreter that Debian's packages belong to. */
const PYTHON = '/usr/bin/python3'
const SCRIPT = fileURLToPath(new URL('xapian-server.py', import.meta.url))

export function createEngine() {
  const child = spawn(PYTHON, [SCRIPT, JSON.stringify([...STOP_WORDS])], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const busyMs = { wall: 0, cpu: 0 }
  let failed = null
  child.on('exit', (code) => {
    failed = new Error(`Its process ended with ${code}`)
    lines.emit('error', failed)
  })
  // It must not keep this process.
  child.unref()
  child.stdin.unref()
  child.stdout.unref()

  async function ask(request, sections = []) {
    if (failed !== null) throw failed
    child.ref()
    child.stdout.ref()
    const reply = once(lines, 'line')
    for (const line of [request, ...sections]) child.stdin.write(`${JSON.stringify(line)}\n`)
    const { wall, cpu, ...rest } = JSON.parse((await reply)[0])
    busyMs.wall += wall
    busyMs.cpu += cpu
    child.unref()
    child.stdout.unref()
    return rest
  }

  const databaseOf = (folder) => `${folder}/xapian`
  return {
    isNative: true,
    clocks: { wall: () => busyMs.wall, cpu: () => busyMs.cpu },
    build: (docs, folder) => ask({ build: databaseOf(folder), count: docs.length }, docs),
    search: async (search, limit) => (await ask({ search, limit })).ids,
    save(folder) {
      const files = readdirSync(databaseOf(folder)).map((file) => statSync(`${databaseOf(folder)}/${file}`))
      return files.reduce((bytes, { size }) => bytes + size, 0)
    },
    load: (folder) => ask({ open: databaseOf(folder) }),
  }
}
