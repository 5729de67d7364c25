import { useMemo, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { withoutTrial } from '#payments/pricing/price-today.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { PaymentFieldSlots } from '../form/payment-field-slots.tsx'
import { opening } from '../schedule/opening.tsx'
import type { SayPrice } from '../price/price-words.ts'
import { startTiming } from '../timing/start-timing.ts'
import { ListedDetails, sameForSame, useChoice } from './choice-page.tsx'
import { PaymentPage, type PaymentPageProps } from './page.tsx'
import { useServerClock } from './server-clock.ts'

/** A price in words with its start, such as "14 days free, then $24.00 every month until you cancel". */
export const startWords: SayPrice = (words, recurrence, startText) => {
  const start = recurrence?.start
  if (start === undefined) return words
  const { trialDays, trialAmount, setupAmount } = start
  const begun = trialDays === 0 ? words : trialWords(trialDays, trialAmount, words, startText)
  return setupAmount === 0 ? begun : t('{begun}, and {setup} once', { begun, setup: startText(setupAmount) })
}

function trialWords(
  days: number,
  amount: number,
  words: string,
  startText: (minor: number) => string,
): string {
  return amount === 0
    ? t('{days, plural, one {# day} other {# days}} free, then {words}', { days, words })
    : t('{days, plural, one {# day} other {# days}} for {amount}, then {words}', {
        days,
        amount: startText(amount),
        words,
      })
}

/** The page for a buyer who has already had a trial. Each price begins with its first full payment. */
export function inFull(
  data: PaymentPageData,
  at: (data: PaymentPageData) => PaymentPageData,
): PaymentPageData {
  const begun = at({ ...data, pricing: withoutTrial(data.pricing) })
  return { ...begun, ...(begun.chosen && { chosen: { ...begun.chosen, withoutTrial: true } }) }
}

/** The payment page of a form with a price that begins with a trial or a set-up fee. */
export function OpeningPage({ initial, still }: Pick<PaymentPageProps, 'initial' | 'still'>) {
  const [hasHadTrial, setHadTrial] = useState(false)
  const serverTime = useServerClock(initial.quote.issuedAt)
  const { at, children } = useChoice(serverTime, startWords)
  const begun = useMemo(
    () => sameForSame((data: PaymentPageData) => (hasHadTrial ? inFull(data, at) : at(data))),
    [at, hasHadTrial],
  )
  const timing = useMemo(
    () => ({
      ...startTiming,
      opening: {
        ...opening,
        refuse: () => setHadTrial(true),
      },
    }),
    [],
  )
  return (
    <PaymentPage
      initial={initial}
      still={still}
      renderer={{ OfferDetails: ListedDetails }}
      timing={timing}
      Field={PaymentFieldSlots}
      at={begun}
    >
      {children}
    </PaymentPage>
  )
}
