import { useQuery } from '@tanstack/react-query'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import type { Shop } from '#accounts/shop/contract.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import type { Translated } from '#foundation/language/translations.ts'
import type { RouteRight } from '#foundation/http/contract/contract.ts'
import { itemChoicesQuery } from '#selling/catalog/ui/catalog-item.ts'
import { bumpsContract, type Bump, offersContract } from '#selling/products/contract.ts'
import { bumpItem } from '#selling/products/bumps/ui/bump-item.ts'
import { offerItem } from '#selling/products/offers/ui/offer-item.ts'
import { taxesContract, type Tax } from '#selling/taxes/contract.ts'
import { type Region, regionsContract } from '#selling/taxes/regions/contract.ts'
import { regionsQuery } from '#selling/taxes/regions/ui/queries.ts'
import { useTaxChoices } from '#selling/taxes/ui/queries.ts'
import type { Form } from '#selling/forms/contract.ts'

/** The items that a form can refer to. They are undefined, and not checked, until loaded. */
export type LoadedItems = {
  readonly bumps: readonly (Bump & Translated)[] | undefined
  readonly offers: readonly (NonNullable<Form['oneTimeOffer']> & Translated)[] | undefined
  readonly taxes: readonly Tax[] | undefined
  /** The shop's taxes by country. */
  readonly regions: readonly Region[] | undefined
  /** The shop's terms URL, for a form without its own, or null if there is none. */
  readonly shopTerms: string | null | undefined
}

/** The seller's items, as loaded for the editor's choices, and the chosen tax. */
export function useLoadedItems(taxId: string | null | undefined): LoadedItems {
  const state = useSellerState(true)
  const enabled = state !== undefined && reasonsAgainst('extras', state).length === 0
  const mayCall = useMayCall()
  const enabledFor = (list: { readonly right: RouteRight }) => ({ enabled: enabled && mayCall(list) })
  const { data: bumps } = useQuery({ ...itemChoicesQuery(bumpItem), ...enabledFor(bumpsContract.listBumps) })
  const { data: offers } = useQuery({
    ...itemChoicesQuery(offerItem),
    ...enabledFor(offersContract.listOffers),
  })
  const taxes = useTaxChoices(taxId ?? '', enabledFor(taxesContract.listTaxes).enabled)
  const { data: regional } = useQuery({
    ...regionsQuery,
    ...enabledFor(regionsContract.listTaxRegions),
  })
  const { data: shop } = useQuery(shopQuery)
  return { bumps, offers, taxes, regions: regional?.regions, shopTerms: shop?.termsUrl }
}

/** The items that come with a stored form. Deleted ones are not included. `shop` is undefined until it is loaded. */
export function itemsOfForm(
  { bumps, otoSequenceList, oneTimeOffer, tax }: Form,
  shop: Pick<Shop, 'termsUrl'> | undefined,
): LoadedItems {
  return {
    bumps: [...bumps, ...otoSequenceList],
    offers: oneTimeOffer === null ? [] : [oneTimeOffer],
    taxes: tax === null ? [] : [tax],
    regions: undefined,
    shopTerms: shop?.termsUrl,
  }
}
