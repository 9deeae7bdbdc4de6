/**
 * What time is measured by. `wall` is what a user waits. `cpu` is the processor time of all threads of this process:
 * it holds on a machine that others use too, but knows nothing of disks and of other processes.
 */

/** Name -> a function that gives milliseconds since some fixed moment. */
export const CLOCKS = {
  wall: () => performance.now(),
  cpu() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}
