/** Returns only these fields of an object. */
export function pickFields<Thing extends object, Name extends keyof Thing>(
  thing: Thing,
  names: readonly Name[],
): Pick<Thing, Name>
export function pickFields(thing: object, names: readonly PropertyKey[]): object {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => names.includes(name)))
}
