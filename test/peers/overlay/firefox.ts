/**
 * Debian's Firefox over WebDriver BiDi, which it speaks itself: Playwright drives only a Firefox of its own, and sends the
 * ESR a command that it doesn't know (`emulation.setMediaFeaturesOverride`).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHOTS } from './browser.ts'

const PROGRAM = '/usr/bin/firefox-esr'
const WAIT_MS = 20_000
/** Keys as WebDriver names them. */
export const KEYS = { control: '\uE009', shift: '\uE008', enter: '\uE007', escape: '\uE00C' }

/** Options for `test()`: skipped with a reason where Firefox can't be driven. */
export const NEEDS_FIREFOX = {
  skip: !existsSync(PROGRAM) ? `${PROGRAM} is absent` : typeof WebSocket === 'undefined' ? 'no WebSocket: Node 22 has it, Node 20 with --experimental-websocket' : false,
}

/** One tab of a Firefox. */
export interface FirefoxTab {
  readonly open: (url: string) => Promise<void>
  /** The value of an expression in the page, as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Waits until an expression is true. */
  readonly until: (expression: string) => Promise<void>
  /** Presses keys; those before the last are held. */
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  readonly shoot: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

interface Reply {
  readonly id?: number
  readonly type: string
  readonly message?: string
  readonly result?: Readonly<Record<string, unknown>>
}

/** Starts a Firefox with a profile of its own and one tab. */
export async function startFirefox(): Promise<FirefoxTab> {
  const profile = mkdtempSync(join(tmpdir(), 'ask-firefox-'))
  const child = spawn(PROGRAM, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { PATH: process.env['PATH'], HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  for await (const piece of child.stderr) {
    log += piece
    if (log.includes('BiDi listening on ws')) break
  }
  const socket = new WebSocket(`${/listening on (ws:\S+)/.exec(log)?.[1]}/session`)
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply: Reply = JSON.parse(String(data))
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  }
  await once(socket, 'open')
  let count = 0

  async function call(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    count += 1
    const id = count
    socket.send(JSON.stringify({ id, method, params }))
    const reply = await new Promise<Reply>((resolve) => waiting.set(id, resolve))
    if (reply.type === 'error') throw new Error(`${method}: ${reply.message}`)
    return reply.result ?? {}
  }

  await call('session.new', { capabilities: {} })
  const { context } = await call('browsingContext.create', { type: 'tab' })
  await call('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })

  async function evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await call('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails).slice(0, 300)}`)
    return JSON.parse(String(Reflect.get(Object(result), 'value') ?? 'null'))
  }

  async function until(expression: string): Promise<void> {
    for (const end = Date.now() + WAIT_MS; !(await evaluate(`!!(${expression})`)); ) {
      if (Date.now() > end) throw new Error(`It never became true: ${expression}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const perform = (actions: readonly object[]) => call('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })

  return {
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    until,
    press: async (...keys) => {
      await perform([...keys.map((value) => ({ type: 'keyDown', value })), ...keys.toReversed().map((value) => ({ type: 'keyUp', value }))])
    },
    type: async (text) => void (await perform([...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]))),
    shoot: async (name) => {
      const { data } = await call('browsingContext.captureScreenshot', { context })
      writeFileSync(`${SHOTS}${name}.png`, Buffer.from(String(data), 'base64'))
    },
    close: async () => {
      socket.close()
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
