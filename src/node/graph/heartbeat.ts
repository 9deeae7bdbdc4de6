/**
 * A sign of life in an open file: its modification time, set again and again. A thread of its own does that, because a
 * build on a large site keeps the main thread busy for longer than other machines wait.
 */
import { Worker } from 'node:worker_threads'

/** Time between two beats, in ms. */
const BEAT_MS = 2_000

/** The program of the thread. A beat that fails is not repeated: the next one follows soon. */
const PROGRAM = `
const { futimesSync } = require('node:fs')
const { fd, beatMs } = require('node:worker_threads').workerData
setInterval(() => { try { futimesSync(fd, new Date(), new Date()) } catch { /* The next beat follows soon. */ } }, beatMs)
`

/** Starts the heartbeat of an open file; the function stops it, and must be called before the file is closed. */
export function startHeartbeat(fd: number, beatMs = BEAT_MS): () => Promise<void> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { fd, beatMs }, execArgv: [], env: {} })
  worker.unref()
  // Without a thread there is no heartbeat; the build finds out before it writes if it lost the lock for that.
  worker.on('error', () => undefined)
  return async () => void (await worker.terminate())
}
