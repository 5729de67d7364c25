import { useEffect, useState, type ComponentType } from 'react'
import type { PaidProps } from './paid-props.ts'
import { Thanks } from './thanks.tsx'

/** What follows the payment: offers where the form has some, whose script is loaded only now; then the thanks. */
export function Paid(props: PaidProps) {
  const { hasOffers } = props.data
  const [Offers, setOffers] = useState<ComponentType<PaidProps> | 'loading' | 'missing'>('loading')
  useEffect(() => {
    if (!hasOffers) return
    import('./offers-after.tsx').then(
      ({ OffersAfter }) => setOffers(() => OffersAfter),
      () => setOffers('missing'),
    )
  }, [hasOffers])
  const { receipt, data, onStartOver } = props
  const thanks = { receipt, data, onStartOver }
  if (!hasOffers || Offers === 'missing') return <Thanks {...thanks} />
  return Offers === 'loading' ? <Thanks {...thanks} isHeld /> : <Offers {...props} />
}
