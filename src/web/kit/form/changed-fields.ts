/**
 * The edited fields that differ from the stored ones. A save sends nothing else, so that it does not undo
 * another person's change.
 */
export function changedFields(stored: object, edited: object): Record<string, unknown> {
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(stored))
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  )
}
