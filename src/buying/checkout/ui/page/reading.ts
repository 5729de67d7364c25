import { createContext, useContext } from 'react'
import { dayText } from '#foundation/time/day-text.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

/** The formats for this page's reader. */
export const Reading = createContext<Pick<PaymentPageData, 'formats' | 'isGrossFirst' | 'foreign'>>({
  formats: plainFormats,
  isGrossFirst: false,
})

/** Formats amounts (minor units) and days (milliseconds) as text for this buyer. */
export function useReading() {
  const { formats, isGrossFirst, foreign } = useContext(Reading)
  return {
    isGrossFirst,
    foreign,
    amountText: (minor: number, currency: string) => formatAmount(minor, currency, formats),
    dayText: (instant: number) => dayText(instant, formats),
  }
}
