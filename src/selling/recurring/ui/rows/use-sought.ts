import { useSearchParams } from 'react-router'
import { dayIn } from '#web/kit/browser/zone.ts'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { useNarrowing } from '../narrowing.tsx'

/** The filters in a list's URL. */
export function useSought() {
  const { narrowed, currency } = useNarrowing()
  const [parameters] = useSearchParams()
  const { page } = useListSearch()
  const [present = ''] = /^\d{4}-\d\d/.exec(dayIn(narrowed.zone, new Date())) ?? []
  const given = parameters.get('month') ?? ''
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(given) ? given : present
  return { narrowed, currency: currency ?? 'usd', month, page, parameters }
}
