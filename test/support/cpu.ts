/** Processor time, for checks that work grows no faster than its input: other programs on the machine do not count. */
export function cpuMs(): number {
  return process.cpuUsage().user / 1_000
}
