/** So many are kept of each kind: there can be more names than there are things. */
const capacity = 200

/** What was read of a name, for the latest names. */
export function latest<Value>(cache: Map<string, Value>, name: string, read: (name: string) => Value): Value {
  const found = cache.get(name)
  const value = found === undefined ? read(name) : found
  cache.delete(name)
  cache.set(name, value)
  const [oldest] = cache.keys()
  if (cache.size > capacity && oldest !== undefined) cache.delete(oldest)
  return value
}
