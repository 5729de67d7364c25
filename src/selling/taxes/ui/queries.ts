import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { itemChoicesQuery, itemQuery } from '#selling/catalog/ui/catalog-item.ts'
import { taxesContract, type Tax } from '../contract.ts'
import { taxItem } from './tax-item.ts'

/** The active taxes, plus the chosen one even if inactive, or undefined while loading. */
export function useTaxChoices(chosen: string, enabled = true): readonly Tax[] | undefined {
  const { data: active } = useQuery({ ...itemChoicesQuery(taxItem), enabled })
  const isOther = active !== undefined && chosen !== '' && active.every(({ id }) => id !== chosen)
  const { data: other, isPending } = useQuery({ ...itemQuery(taxItem, chosen), enabled: isOther })
  if (active === undefined || (isOther && isPending)) return undefined
  return [...active, ...(isOther && other !== undefined ? [other] : [])]
}

export const taxStatusQuery = queryOptions({
  queryKey: ['tax-status'],
  queryFn: ({ signal }) => call(taxesContract.readTaxStatus, { signal }),
  staleTime: 60_000,
  retry: 1,
})
