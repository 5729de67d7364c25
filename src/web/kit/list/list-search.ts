import { useCallback } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { z } from 'zod'

const pageNumber = z.coerce.number().int().min(0).catch(0)

/** A list's search text and page from its URL. Pages are counted from 0. */
export type ListSearch = { readonly q: string; readonly page: number }

function readListSearch(parameters: URLSearchParams): ListSearch {
  return { q: (parameters.get('q') ?? '').trim(), page: pageNumber.parse(parameters.get('page') ?? 0) }
}

/** The URL's parameters with another search or filter, which start at the first page of the list. */
export function changedBy(present: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(present)
  changed.delete('page')
  changed.delete('before')
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}

/** The search in the current URL, and functions that change it. A new search starts at the first page. */
export function useListSearch() {
  const [parameters, setParameters] = useSearchParams()
  const { q, page } = readListSearch(parameters)
  const isLeaving = useNavigation().state !== 'idle'
  const setQ = useCallback(
    (text: string) => {
      // A search that is still pending must not take someone back to the list after they have followed a link.
      if (isLeaving) return
      setParameters((present) => changedBy(present, 'q', text.trim()), {
        replace: true,
        preventScrollReset: true,
      })
    },
    [setParameters, isLeaving],
  )
  const setPage = useCallback(
    (next: number) =>
      setParameters((present) => {
        const changed = new URLSearchParams(present)
        if (next === 0) changed.delete('page')
        else changed.set('page', String(next))
        return changed
      }),
    [setParameters],
  )
  return { q, page, setQ, setPage }
}
