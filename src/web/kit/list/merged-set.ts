/** Words as somebody has changed them, on top of what has become of them elsewhere since they were opened. */
export function mergedSet(
  opened: readonly string[],
  written: readonly string[],
  current: readonly string[],
): string[] {
  const kept = written.filter((word) => !opened.includes(word) || current.includes(word))
  const added = current.filter((word) => !opened.includes(word))
  return [...new Set([...kept, ...added])]
}
