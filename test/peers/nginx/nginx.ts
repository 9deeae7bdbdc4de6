/** An nginx of the test's own in front of a port of this machine, with the program's default settings. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0) ?? null
/** Time to begin to listen. */
const START_LIMIT_MS = 10_000

/** Why the suite can't run, false where it can. */
export const skip = PROGRAM === null ? 'there is no nginx here (setup.sh installs it)' : false

/** Starts nginx with `directives` beside the proxying ones; resolves with its port, and ends with the test. */
export async function startNginx(t: TestContext, upstream: number, directives = ''): Promise<number> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'ask-nginx-'))
  await writeFile(join(folder, 'nginx.conf'), config(port, upstream, directives))
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log']
  const child = spawn(PROGRAM!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  t.after(async () => {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await exited
    await rm(folder, { recursive: true, force: true })
  })
  for (let waited = 0; waited < START_LIMIT_MS; waited += 20) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.ok, () => false)
    if (isUp) return port
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await sleep(20)
  }
  throw new Error('nginx does not answer')
}

/** In the foreground and in a folder of its own; all that touches requests is left as it comes. */
function config(port: number, upstream: number, directives: string): string {
  return `daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ${directives}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${upstream}; }
  }
}
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
