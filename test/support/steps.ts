/**
 * Counted work: how often blocks of the program's code run, a function's body, a loop's or a branch. The same on any
 * machine, however busy. Imported before the program is: V8 counts blocks only in functions that it compiles afterwards.
 */
import { type Profiler, Session } from 'node:inspector'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Steps that some work takes in files of `src/`. */
export function countSteps(work: () => void): number {
  takeCounts()
  work()
  const functions = takeCounts().filter(({ url }) => url.includes('/src/')).flatMap((script) => script.functions)
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)
}

/** The counts since they were last taken. */
function takeCounts(): readonly Profiler.ScriptCoverage[] {
  let counts: readonly Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error
    counts = result
  })
  return counts
}
