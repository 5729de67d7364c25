import type { ComponentType } from 'react'
import { isRecord } from '../payment/is-record.ts'
import type { OfferDetailsProps } from './offer-details.tsx'
import { persist } from '../page/persist.ts'

export type DetailsModule = { readonly OfferDetails: ComponentType<OfferDetailsProps> }

/** Renders the product's details on the page. This is part of the offers' script, which needs the same code. */
export async function loadDetails(): Promise<DetailsModule> {
  return persist<DetailsModule>(() => import('../offers/offers-after.tsx'), isDetailsModule)
}

function isDetailsModule(module: unknown): module is DetailsModule {
  return isRecord(module) && typeof module['OfferDetails'] === 'function'
}
