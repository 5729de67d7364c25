import { demoForms } from '../demo-shop.ts'
import type { HistorySale } from './plan-sales.ts'
import { day, hour } from './rhythm.ts'

type LostVisit = {
  /** Counted from the first day. */
  readonly index: number
  readonly form: string
  readonly story: 'left at bank' | 'left at page'
  readonly name: string
  /** They pay a day later. */
  readonly returns?: boolean
}

/** All are in the last month, so that the seller's list still shows their names. */
const lostVisits: readonly LostVisit[] = [
  { index: 64, form: 'Watercolor course', story: 'left at bank', name: 'Ottilie Brandvold', returns: true },
  { index: 70, form: 'Sourdough e-book', story: 'left at page', name: 'Cormac Devlin', returns: true },
  { index: 74, form: 'Photo workshop', story: 'left at bank', name: 'Ysolde Marchetti' },
  { index: 79, form: 'Sourdough e-book', story: 'left at page', name: 'Henrike Voss' },
  { index: 83, form: 'Watercolor course', story: 'left at bank', name: 'Tobias Lindqvist' },
  { index: 86, form: 'Sourdough e-book', story: 'left at page', name: 'Amara Diallo' },
  { index: 88, form: 'Sourdough e-book', story: 'left at bank', name: 'Solveig Aasen' },
]

/** The form whose page offers a reminder. */
export const remindingForm = 'Sourdough e-book'

/**
 * Visitors who gave up at their bank, or left the page after asking for a reminder, in the days after a midnight UTC.
 */
export function planLostVisits(start: Date): HistorySale[] {
  return lostVisits.flatMap(({ index, form: named, story, name, returns = false }, number) => {
    const form = demoForms.find((one) => one.name === named)
    if (form === undefined) throw new Error(`The demo has no form ${named}`)
    const visit = {
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      key: `demo-history-lost-${number}`,
      at: start.getTime() + index * day + 11 * hour + number * 60_000,
      form,
      bumps: [],
      isDeclined: false,
    }
    const left = { ...visit, card: 'pm_card_authenticationRequired', story }
    const back = { ...visit, key: `${visit.key}-back`, at: visit.at + day, card: 'pm_card_visa' }
    return returns ? [left, back] : [left]
  })
}
