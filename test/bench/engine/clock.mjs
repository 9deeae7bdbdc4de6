/** Time, and processor time of this process and of others. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** The clocks of an engine with these processes; all times in ms. */
export function createClock(pids) {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK']))

  /** The engine's processor time, in steps of some 10 ms, without processes that have ended. */
  function engineTime() {
    return pids.reduce((sum, pid) => {
      if (!existsSync(`/proc/${pid}/stat`)) return sum
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return sum + ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticks
    }, 0)
  }

  function clock() {
    const { user, system } = process.cpuUsage()
    return { wall: performance.now(), node: (user + system) / 1_000, engine: engineTime() }
  }

  /** The same with the engine's time by thread, in nanoseconds, which takes longer to read. */
  function preciseClock() {
    return { ...clock(), engine: pids.reduce((sum, pid) => sum + threadTime(pid), 0) }
  }

  function since(before, now = clock()) {
    return { wall: now.wall - before.wall, node: now.node - before.node, engine: now.engine - before.engine }
  }

  return { clock, preciseClock, since }
}

/** Threads may end while they are read. */
function threadTime(pid) {
  if (!existsSync(`/proc/${pid}/task`)) return 0
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return sum
    }
  }, 0)
}
