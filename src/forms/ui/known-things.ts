import { useQuery } from '@tanstack/react-query'
import { reasonsAgainst } from '#billing/gates.ts'
import { useSellerState } from '#billing/ui/seller-state.ts'
import { bumpsContract, type Bump } from '#bumps/contract.ts'
import { bumpChoicesQuery } from '#bumps/ui/queries.ts'
import type { Form } from '#forms/contract.ts'
import type { Route } from '#http/contract.ts'
import { offersContract } from '#offers/contract.ts'
import { offerChoicesQuery } from '#offers/ui/queries.ts'
import { useMayCall } from '#roles/ui/use-may-call.ts'
import { taxesContract, type Tax } from '#taxes/contract.ts'
import { taxChoicesQuery, taxQuery } from '#taxes/ui/queries.ts'

/** What a form's references can stand for; undefined: not known yet, so nothing is said about it. */
export type KnownThings = {
  readonly bumps: readonly Bump[] | undefined
  readonly offers: readonly NonNullable<Form['oneTimeOffer']>[] | undefined
  readonly taxes: readonly Tax[] | undefined
}

/** What the editor knows: all that the seller has, as its choices ask for them, and the chosen tax. */
export function useKnownThings(taxId: string | null | undefined): KnownThings {
  const state = useSellerState(true)
  const enabled = state !== undefined && reasonsAgainst('bumps', state).length === 0
  const mayCall = useMayCall()
  const enabledFor = (list: Route) => ({ enabled: enabled && mayCall(list) })
  const { data: bumps } = useQuery({ ...bumpChoicesQuery, ...enabledFor(bumpsContract.listBumps) })
  const { data: offers } = useQuery({ ...offerChoicesQuery, ...enabledFor(offersContract.listOffers) })
  const { data: active } = useQuery({ ...taxChoicesQuery, ...enabledFor(taxesContract.listTaxes) })
  const chosen = taxId ?? ''
  const isOther = active !== undefined && chosen !== '' && !active.some(({ id }) => id === chosen)
  const { data: other, isPending } = useQuery({ ...taxQuery(chosen), enabled: isOther })
  if (isOther && isPending) return { bumps, offers, taxes: undefined }
  return { bumps, offers, taxes: active && [...active, ...(other === undefined ? [] : [other])] }
}

/** What a stored form brings along; what was deleted has left it already. */
export function knownByForm({ bumps, otoSequenceList, oneTimeOffer, tax }: Form): KnownThings {
  return {
    bumps: [...bumps, ...otoSequenceList],
    offers: oneTimeOffer === null ? [] : [oneTimeOffer],
    taxes: tax === null ? [] : [tax],
  }
}
