/** How long the work keeps the processor busy, in milliseconds: whatever else the machine does, it stays the same. */
export function busyTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
