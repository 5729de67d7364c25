/**
 * Sets the given metadata keys, removes keys with an empty value and leaves the others unchanged. Null
 * removes all keys.
 */
export function mergeMetadata(
  present: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === null) return {}
  const merged = Object.entries({ ...present, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
