/** Proxies of the test's own, in folders of their own and with the programs' default settings. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../support/loopback.ts'

/** Far more than a proxy needs to begin to listen. */
const START_LIMIT_MS = 60_000
/** Characters kept of what a program says before it ends. */
const MAX_SAID = 2_000

/** A program that passes requests on. */
export interface Proxy {
  readonly name: 'nginx' | 'Caddy'
  /** Why it can't run, false where it can. */
  readonly skip: string | false
  /** Starts it with the server that `server` configures for a port; resolves with the port, and ends with the test. */
  readonly start: (t: Pick<TestContext, 'after'>, server: (port: number) => string) => Promise<number>
}

export const nginx = proxy({
  name: 'nginx',
  programs: ['nginx', '/usr/sbin/nginx'],
  version: '-v',
  args: (folder) => ['-p', folder, '-c', 'config', '-e', 'error.log'],
  config: (server) => `daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
${server}
}
`,
})

export const caddy = proxy({
  name: 'Caddy',
  programs: ['caddy'],
  version: 'version',
  args: () => ['run', '--config', 'config', '--adapter', 'caddyfile'],
  // No certificates, and no port to steer it by.
  config: (server) => `{
	auto_https off
	admin off
	log {
		output discard
	}
}
${server}
`,
})

interface Program {
  readonly name: Proxy['name']
  /** Where it may be. */
  readonly programs: readonly string[]
  /** What makes it tell its version. */
  readonly version: string
  readonly args: (folder: string) => readonly string[]
  readonly config: (server: string) => string
}

function proxy({ name, programs, version, args, config }: Program): Proxy {
  const program = programs.find((path) => spawnSync(path, [version]).status === 0)
  async function start(t: Pick<TestContext, 'after'>, server: (port: number) => string): Promise<number> {
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'ask-proxy-'))
    await writeFile(join(folder, 'config'), config(server(port)))
    const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
    const child = spawn(program!, args(folder), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env })
    let said = ''
    child.stderr.on('data', (piece: Buffer) => (said = (said + piece).slice(-MAX_SAID)))
    t.after(async () => {
      const exited = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGTERM')) await exited
      await rm(folder, { recursive: true, force: true })
    })
    for (let waited = 0; waited < START_LIMIT_MS; waited += 20) {
      const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(() => true, () => false)
      if (isUp) return port
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${said}`)
      await sleep(20)
    }
    throw new Error(`${name} does not answer`)
  }
  return { name, skip: program === undefined && `there is no ${name} here (setup.sh installs it)`, start }
}
