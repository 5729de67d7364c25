import { createContext, useContext } from 'react'
import { dayText } from '#foundation/time/day-text.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

/** How the page's buyer reads what it says. */
export const Reading = createContext<Pick<PaymentPageData, 'formats' | 'isGrossFirst'>>({
  formats: plainFormats,
  isGrossFirst: false,
})

/** What turns amounts (minor units) and days (milliseconds) into words for this buyer. */
export function useReading() {
  const { formats, isGrossFirst } = useContext(Reading)
  return {
    isGrossFirst,
    amountText: (minor: number, currency: string) => formatAmount(minor, currency, formats),
    dayText: (instant: number) => dayText(instant, formats),
  }
}
