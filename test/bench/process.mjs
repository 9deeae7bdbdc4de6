/** Runs one task of `worker.mjs` in its own process, within a time limit. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url))
/** Room for rivals' indexes of 100,000 sections, and for a million of ours. */
const MAX_HEAP_MB = 12_000
/** End of the child's own words that a failure is reported with. */
const MAX_ERROR_CHARS = 400

/**
 * Everything the child sent, merged into `found`, each message given to `onMessage` too; `failure` is null or says
 * why the rest is missing. Never rejects.
 */
export function runTask(task, { limitS, onMessage = () => {} }) {
  return new Promise((resolve) => {
    const found = {}
    let errors = ''
    let failure = null
    const child = fork(WORKER, [JSON.stringify(task)], {
      execArgv: ['--expose-gc', `--max-old-space-size=${MAX_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const timer = setTimeout(() => {
      failure = `over the limit of ${limitS} s`
      child.kill('SIGKILL')
    }, limitS * 1000)
    child.stderr.on('data', (data) => {
      errors = (errors + data).slice(-4 * MAX_ERROR_CHARS)
    })
    child.on('message', (message) => {
      Object.assign(found, message)
      onMessage(message)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (failure === null && code !== 0) failure = `failed: ${summarize(errors) || signal || `exit ${code}`}`
      resolve({ found, failure })
    })
  })
}

/** The line that names the error, else the last one. */
function summarize(errors) {
  const lines = errors.split('\n').map((line) => line.trim()).filter((line) => line !== '')
  const telling = lines.find((line) => /^(?:\w*Error|FATAL ERROR)\b/.test(line)) ?? lines.at(-1) ?? ''
  return telling.slice(0, MAX_ERROR_CHARS)
}
