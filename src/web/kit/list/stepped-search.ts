import { useSearchParams } from 'react-router'
import { uuid } from '#foundation/http/input/fields.ts'
import { useListSearch } from './list-search.ts'

const row = uuid.optional().catch(undefined)

/**
 * The search and the place of a long list in the present address. A step on names the last row that was shown, so that a
 * late page is found as fast as the first, and what comes in meanwhile moves nothing.
 */
export function useSteppedSearch() {
  const search = useListSearch()
  const [parameters, setParameters] = useSearchParams()
  const before = search.page === 0 ? undefined : row.parse(parameters.get('before') ?? undefined)
  const setPage = (next: number, last: string | undefined) =>
    setParameters((present) => {
      const changed = new URLSearchParams(present)
      changed.delete('page')
      changed.delete('before')
      if (next > 0) changed.set('page', String(next))
      if (next > search.page && last !== undefined) changed.set('before', last)
      return changed
    })
  return { ...search, before, setPage }
}
