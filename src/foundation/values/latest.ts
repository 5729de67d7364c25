/** The maximum number of entries, because there can be more names than items. */
const capacity = 200

/** Stores the data read for the most recent names. */
export function latest<Value>(cache: Map<string, Value>, name: string, read: (name: string) => Value): Value {
  const found = cache.get(name)
  const value = found === undefined ? read(name) : found
  cache.delete(name)
  cache.set(name, value)
  const [oldest] = cache.keys()
  if (cache.size > capacity && oldest !== undefined) cache.delete(oldest)
  return value
}
