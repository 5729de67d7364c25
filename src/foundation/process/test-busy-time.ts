/** The work's processor time, in milliseconds: independent of the machine's other load. */
export function busyTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
