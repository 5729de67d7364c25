/**
 * The entry of a table for an untrusted key. Properties that every object has, such as `constructor` and `__proto__`,
 * are never found.
 */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
