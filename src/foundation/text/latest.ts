/** So many are kept of each kind: there can be more names than there are things. */
const capacity = 200

/** What was read of a name, for the latest names. */
export function latest<Value>(kept: Map<string, Value>, name: string, read: (name: string) => Value): Value {
  const found = kept.get(name)
  const value = found === undefined ? read(name) : found
  kept.delete(name)
  kept.set(name, value)
  const [oldest] = kept.keys()
  if (kept.size > capacity && oldest !== undefined) kept.delete(oldest)
  return value
}
