/** Words as someone changed them, on top of changes made elsewhere since they were opened. */
export function mergedSet(
  opened: readonly string[],
  written: readonly string[],
  current: readonly string[],
): string[] {
  const kept = written.filter((word) => !opened.includes(word) || current.includes(word))
  const added = current.filter((word) => !opened.includes(word))
  return [...new Set([...kept, ...added])]
}
