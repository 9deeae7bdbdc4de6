/** Hosts of files, as programs of their own: `python -m http.server`, and nginx that passes questions on to a service. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../support/loopback.ts'
import { nginx } from '../proxies/proxies.ts'

/** Far more than a host needs to begin to listen. */
const START_LIMIT_MS = 60_000

export interface FileHost {
  /** Why it can't run, false where it can. */
  readonly skip: string | false
  /** Serves a folder, and `/api/` from the service at an address; resolves with the port. */
  readonly start: (t: Pick<TestContext, 'after'>, folder: string, service: string) => Promise<number>
}

export const HOSTS: Readonly<Record<'python' | 'nginx', FileHost>> = {
  python: {
    skip: spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3 here (setup.sh installs it)',
    start: startPython,
  },
  nginx: {
    skip: nginx.skip,
    start: (t, folder, service) => nginx.start(t, (port) => `server {
  listen 127.0.0.1:${port};
  root ${folder};
  location /api/ { proxy_pass ${service}; proxy_buffering off; proxy_http_version 1.1; proxy_set_header Host $http_host; }
}`),
  },
}

async function startPython(t: Pick<TestContext, 'after'>, folder: string): Promise<number> {
  const port = await freePort()
  const child = spawn('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', folder], { stdio: 'ignore' })
  t.after(async () => {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await exited
  })
  for (let waited = 0; waited < START_LIMIT_MS; waited += 50) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => ok, () => false)
    if (isUp) return port
    if (child.exitCode !== null) throw new Error(`python3 ended with ${child.exitCode}`)
    await sleep(50)
  }
  throw new Error('python3 does not listen')
}
