import { useSearchParams } from 'react-router'
import { uuid } from '#foundation/http/input/fields.ts'
import { useListSearch } from './list-search.ts'

const row = uuid.optional().catch(undefined)

/**
 * The search and position of a long list in its URL. Each step refers to the last row shown, so that late pages are as
 * fast as the first, and new rows do not shift the pages.
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
