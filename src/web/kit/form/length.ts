/**
 * A browser counts UTF-16 units, of which an emoji has two, where the contracts count characters. Nothing that they take
 * is cut off while it is typed; what is too long all the same is said at the field.
 */
export function unitsOf(characters: number | undefined): number | undefined {
  return characters === undefined ? undefined : 2 * characters
}
