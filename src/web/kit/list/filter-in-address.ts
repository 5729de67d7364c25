/** A list's filter in its URL, by parameter name. Undefined parameters filter nothing. */
export function filterInAddress<Name extends string>(names: readonly Name[]) {
  type Filter = Readonly<Partial<Record<Name, string | number | undefined>>>
  return {
    hasFilter: (filter: Filter): boolean => names.some((name) => filter[name] !== undefined),

    /** The current URL with another filter, at the first page. */
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
