import { useSearchParams } from 'react-router'
import { uuid } from '#foundation/http/input/fields.ts'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { readSaleFilter } from './sale-search.ts'

const row = uuid.optional().catch(undefined)

/**
 * The search, the filter and the place in the list that the present address has. A step on names the last row that was
 * shown, so that a late page is found as fast as the first, and what is sold meanwhile moves nothing.
 */
export function useSaleSearch() {
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
  return { search: { ...search, setPage }, filter: readSaleFilter(parameters), before }
}
