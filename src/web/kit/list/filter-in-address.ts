/**
 * How the address of a list carries what it is narrowed to, by the names of the filter's parts; one that is undefined
 * narrows nothing.
 */
export function filterInAddress<Name extends string>(names: readonly Name[]) {
  type Filter = Readonly<Partial<Record<Name, string | number | undefined>>>
  return {
    hasFilter: (filter: Filter): boolean => names.some((name) => filter[name] !== undefined),

    /** The present address with another filter, at the first page. */
    filteredBy: (present: URLSearchParams, filter: Filter): URLSearchParams => {
      const changed = new URLSearchParams(present)
      for (const name of ['page', 'before', ...names]) changed.delete(name)
      for (const name of names) {
        const value = filter[name]
        if (value !== undefined) changed.set(name, String(value))
      }
      return changed
    },
  }
}
