/** The CPU time of the work in milliseconds, which other load on the machine does not affect. */
export function busyTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
