import { useCallback, useEffect, useState } from 'react'
import type { OfferSequence } from '#buying/upsells/contract.ts'
import { announce } from './announce.ts'
import { AcceptedOffers } from './accepted-offers.tsx'
import { useCover } from '../page/embedder.ts'
import { askForOffer, declineOffer } from './offer-api.ts'
import { OfferDialog } from './offer-dialog.tsx'
import type { PaidProps } from './paid-props.ts'
import { Thanks } from './thanks.tsx'

export { OfferDetails } from '../details/offer-details.tsx'
export { enliven } from '../fields/alive-questions.tsx'

/**
 * The offers after a payment, shown one at a time above the thank-you message. A reload continues with the
 * same offer.
 */
export function OffersAfter({ receipt, data, provider, onStartOver }: PaidProps) {
  const [sequence, setSequence] = useState<OfferSequence | null>(null)
  const [isOver, setIsOver] = useState(false)
  const { purchaseId, secret } = receipt

  const goOn = useCallback((next: OfferSequence | null) => {
    if (next !== null) setSequence(next)
    setIsOver(next === null || next.offer === null)
  }, [])
  const ask = useCallback(() => {
    void askForOffer({ purchaseId, secret }).then(goOn)
  }, [goOn, purchaseId, secret])
  useEffect(ask, [ask])
  useEffect(() => {
    if (data.announcesPurchases !== true) return
    for (const { purchaseId: id, title, total, currency } of sequence?.accepted ?? []) {
      announce({ id, kind: 'offer', total, currency, items: [{ title, quantity: 1 }] })
    }
  }, [data, sequence])

  const offer = isOver ? null : (sequence?.offer ?? null)
  useCover(offer !== null)
  return (
    <>
      <Thanks receipt={receipt} data={data} onStartOver={onStartOver} isHeld={!isOver}>
        {sequence !== null && (
          <AcceptedOffers order={receipt} accepted={sequence.accepted} now={sequence.now} />
        )}
      </Thanks>
      {offer !== null && (
        <OfferDialog
          key={offer.id}
          offer={offer}
          receipt={receipt}
          formId={data.form.id}
          sellerName={data.sellerName}
          provider={provider}
          onAccepted={ask}
          onDeclined={() => declineOffer(receipt, offer.id).then(goOn)}
          onLeave={() => goOn(null)}
        />
      )}
    </>
  )
}
