/**
 * What a table has under a word that comes from outside. What every object has besides, such as `constructor` and `__proto__`,
 * is in none.
 */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
