import { useMemo, useState } from 'react'
import { withoutTrial } from '#payments/pricing/price-today.ts'
import type { PaymentPageData } from '../page-data.ts'
import { ListedDetails, sameForSame, useChoice } from './choice-page.tsx'
import { KeptFields } from './kept-fields.tsx'
import { opening } from './opening.tsx'
import { PaymentPage, type PaymentPageProps } from './page.tsx'
import type { SayPrice } from './price-words.ts'
import { useServerClock } from './server-clock.ts'
import { startTiming } from './start-timing.ts'

/** A price in words, after what it begins with: "14 days free, then $24.00 every month until you cancel". */
const startWords: SayPrice = (words, recurrence, startText) => {
  const start = recurrence?.start
  if (start === undefined) return words
  const { trialDays, trialAmount, setupAmount } = start
  const days = `${trialDays} ${trialDays === 1 ? 'day' : 'days'}`
  const trial =
    trialDays === 0 ? '' : `${days} ${trialAmount === 0 ? 'free' : `for ${startText(trialAmount)}`}, then `
  return `${trial}${words}${setupAmount === 0 ? '' : `, and ${startText(setupAmount)} once`}`
}

/** The payment page of a form of which a price begins with a trial or a set-up fee. */
export function OpeningPage({ initial }: Pick<PaymentPageProps, 'initial'>) {
  const [hasHadTrial, setHadTrial] = useState(false)
  const serverTime = useServerClock(initial.quote.issuedAt)
  const { at, children } = useChoice(serverTime, startWords)
  const begun = useMemo(
    () =>
      sameForSame((data: PaymentPageData) => {
        const chosen = at(data)
        return hasHadTrial ? { ...chosen, pricing: withoutTrial(chosen.pricing) } : chosen
      }),
    [at, hasHadTrial],
  )
  const timing = useMemo(
    () => ({
      ...startTiming,
      opening: {
        ...opening,
        sent: (price: Parameters<typeof opening.sent>[0]) => ({
          ...opening.sent(price),
          ...(hasHadTrial && { withoutTrial: true }),
        }),
        refuse: () => setHadTrial(true),
      },
    }),
    [hasHadTrial],
  )
  return (
    <PaymentPage
      initial={initial}
      renderer={{ OfferDetails: ListedDetails }}
      timing={timing}
      Field={KeptFields}
      at={begun}
    >
      {children}
    </PaymentPage>
  )
}
