/** A set of words as someone changed it, combined with changes made elsewhere since it was opened. */
export function mergedSet(
  opened: readonly string[],
  written: readonly string[],
  current: readonly string[],
): string[] {
  const kept = written.filter((word) => !opened.includes(word) || current.includes(word))
  const added = current.filter((word) => !opened.includes(word))
  return [...new Set([...kept, ...added])]
}
