/** One engine of one node for all tests of the process that need no other; it ends after the last of them. */
import { after } from 'node:test'
import { type Engine, startEngine } from './engine.ts'

/** Time in which a search ends on a machine that is busy, far above the default. */
export const PATIENT_MS = 60_000

let shared: Promise<Engine> | undefined

/** The shared engine, started for the first test that asks for it. */
export function shareEngine(): Promise<Engine> {
  shared ??= startEngine()
  return shared
}

after(async () => {
  await (await shared)?.stop()
})
