import { demoForms } from '../demo-shop.ts'
import type { HistorySale } from './plan-sales.ts'
import { day, hour } from './rhythm.ts'

type Withdrawer = {
  /** The day of the purchase, counted from the first. */
  readonly index: number
  readonly name: string
  readonly isRefunded: boolean
}

/** The last one is waiting for the seller when the demo opens. */
const withdrawers: readonly Withdrawer[] = [
  { index: 71, name: 'Frederik Toft', isRefunded: true },
  { index: 87, name: 'Marguerite Oyelaran', isRefunded: false },
]

/** How long after the purchase the buyer withdraws. */
export const withdrawnAfter = 26 * hour

/** Buyers who withdraw from the course, from a midnight UTC on. */
export function planWithdrawals(start: Date): HistorySale[] {
  const form = demoForms.find(({ name }) => name === 'Watercolor course')
  if (form === undefined) throw new Error('The demo has no course')
  return withdrawers.map(({ index, name, isRefunded }, number) => {
    const at = start.getTime() + index * day + 10 * hour
    return {
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      key: `demo-history-withdrawn-${number}`,
      at,
      form,
      bumps: [],
      card: 'pm_card_visa',
      isDeclined: false,
      story: 'withdrawn',
      ...(isRefunded ? { refund: { at: at + withdrawnAfter + 20 * hour, amount: 'all' } } : {}),
    }
  })
}
