import { useCallback } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { z } from 'zod'

const pageNumber = z.coerce.number().int().min(0).catch(0)

/** A list's search text and page, as its address carries them; pages count from 0. */
export type ListSearch = { readonly q: string; readonly page: number }

function readListSearch(parameters: URLSearchParams): ListSearch {
  return { q: (parameters.get('q') ?? '').trim(), page: pageNumber.parse(parameters.get('page') ?? 0) }
}

/** The address's parameters with another search or filter; the list begins at its first page again. */
export function changedBy(present: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(present)
  changed.delete('page')
  changed.delete('before')
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}

/** The search of the present address, and ways to change it; a new text begins at the first page. */
export function useListSearch() {
  const [parameters, setParameters] = useSearchParams()
  const { q, page } = readListSearch(parameters)
  const isLeaving = useNavigation().state !== 'idle'
  const setQ = useCallback(
    (text: string) => {
      // A search that was still resting must not call back somebody who has followed a link meanwhile.
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
