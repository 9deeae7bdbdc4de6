/** `ask serve` over the repository's own docs, on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ROOT } from './schemas.mjs'

/** Starts the service; `stop()` gives its exit code. */
export async function serve() {
  const { LLM_API_KEY: _key, ...env } = process.env
  const command = ['bin/ask.js', 'serve', '--port', '0', 'docs']
  const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const origin = await originOf(child.stdout)
  if (origin === null) throw new Error(`\`ask serve\` said no address and ended with ${(await exited)[0]}`)
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

async function originOf(stdout) {
  for await (const line of createInterface({ input: stdout })) {
    const origin = /^Open (http:\/\/[^/]+)\/$/.exec(line)?.[1]
    if (origin === undefined) continue
    stdout.resume()
    return origin
  }
  return null
}
