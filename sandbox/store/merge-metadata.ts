/** Sets the given keys, removes those with an empty value and keeps the others. Null clears all. */
export function mergeMetadata(
  present: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === null) return {}
  const merged = Object.entries({ ...present, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
