import { useEffect, useState, type ComponentType } from 'react'
import { announce, orderedItems } from './announce.ts'
import { isRecord } from '../payment/is-record.ts'
import type { PaidProps } from './paid-props.ts'
import { persist } from '../page/persist.ts'
import { Thanks } from './thanks.tsx'

type OffersModule = { readonly OffersAfter: ComponentType<PaidProps> }

/** Loads the script that shows offers. */
export async function loadOffers(): Promise<ComponentType<PaidProps>> {
  const { OffersAfter } = await persist<OffersModule>(() => import('./offers-after.tsx'), isOffersModule)
  return OffersAfter
}

function isOffersModule(module: unknown): module is OffersModule {
  return isRecord(module) && typeof module['OffersAfter'] === 'function'
}

/**
 * What follows a payment: the form's offers, if it has any, and then the thank-you message, which appears
 * right away if the offers do not load.
 */
export function Paid(props: PaidProps) {
  const { hasOffers } = props.data
  const [Offers, setOffers] = useState<ComponentType<PaidProps> | 'loading' | 'missing'>('loading')
  useEffect(() => {
    if (!hasOffers) return
    loadOffers().then(
      (loaded) => setOffers(() => loaded),
      () => setOffers('missing'),
    )
  }, [hasOffers])
  const { receipt, data, onStartOver } = props
  useEffect(() => {
    if (data.announcesPurchases !== true) return
    const { purchaseId, price } = receipt
    announce({ id: purchaseId, kind: 'order', ...price, items: orderedItems(receipt, data.form) })
  }, [data, receipt])
  const thanks = { receipt, data, onStartOver }
  if (!hasOffers || Offers === 'missing') return <Thanks {...thanks} />
  return Offers === 'loading' ? <Thanks {...thanks} isHeld /> : <Offers {...props} />
}
