/** A table's entry for an outside word. Properties every object has, such as `constructor` and `__proto__`, are in none. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
