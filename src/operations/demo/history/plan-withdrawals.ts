import { demoForms } from '../demo-shop.ts'
import type { HistorySale } from './plan-sales.ts'
import { day, hour } from './rhythm.ts'

type Withdrawer = {
  /** The day of the purchase, counted from the first. */
  readonly index: number
  readonly name: string
  readonly story: 'withdrawal accepted' | 'withdrawal open'
}

const withdrawers: readonly Withdrawer[] = [
  { index: 71, name: 'Frederik Toft', story: 'withdrawal accepted' },
  { index: 87, name: 'Marguerite Oyelaran', story: 'withdrawal open' },
]

/** Buyers who withdraw from the course, in the days after a midnight UTC. */
export function planWithdrawals(start: Date): HistorySale[] {
  const form = demoForms.find(({ name }) => name === 'Watercolor course')
  if (form === undefined) throw new Error('The demo has no course')
  return withdrawers.map(({ index, name, story }, number) => ({
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    key: `demo-history-withdrawn-${number}`,
    at: start.getTime() + index * day + 10 * hour,
    form,
    bumps: [],
    card: 'pm_card_visa',
    isDeclined: false,
    story,
  }))
}
