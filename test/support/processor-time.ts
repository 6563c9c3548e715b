/** Returns the processor time of this process that the work took, in milliseconds. Other programs on the machine do not count. */
export function processorMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
