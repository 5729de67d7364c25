/** This many are kept per kind: there can be more names than things. */
const capacity = 200

/** The data read for a name, for the latest names. */
export function latest<Value>(cache: Map<string, Value>, name: string, read: (name: string) => Value): Value {
  const found = cache.get(name)
  const value = found === undefined ? read(name) : found
  cache.delete(name)
  cache.set(name, value)
  const [oldest] = cache.keys()
  if (cache.size > capacity && oldest !== undefined) cache.delete(oldest)
  return value
}
