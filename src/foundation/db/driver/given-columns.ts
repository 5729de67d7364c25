type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Drops undefined values, so that columns not given in an update stay unchanged. */
export function givenColumns<T extends object>(columns: T): Given<T>
export function givenColumns(columns: object): object {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
