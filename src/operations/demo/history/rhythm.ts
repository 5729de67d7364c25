import { demoForms, type DemoForm } from '../demo-shop.ts'
import { lookUp } from '#foundation/values/look-up.ts'

export const hour = 3_600_000
export const day = 24 * hour
/** How many days before today the demo shop has been selling. */
export const historyDays = 89
/**
 * The time of day in UTC at which the demo shop opened on the first day. The date is the same in every time zone, so
 * that the 90 days before are empty.
 */
export const openedAt = 12 * hour

const launchDay = 68
/** The additional purchases on the workshop's launch day and the days after. */
const launchBuyers = [16, 8, 4, 2]

/** Sunday first. */
const weekdays = [1.2, 0.85, 0.9, 1, 1, 1.05, 1.3]
/** Visits by hour in UTC. People visit in the evening, first in Europe and later in America. */
const hours = [3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 7, 6, 6, 7, 8, 9, 10, 11, 10, 8, 6, 4]

/** A form on an ordinary day: its visitors, and how many in a hundred buy. */
const habits: Readonly<Record<string, { readonly views: number; readonly buys: number }>> = {
  'Watercolor course': { views: 31, buys: 1.6 },
  'Sourdough e-book': { views: 27, buys: 1.7 },
  'Photo workshop': { views: 16, buys: 1.3 },
  'Letter club': { views: 13, buys: 1.3 },
  'Color wheel': { views: 20, buys: 1.5 },
  'Studio circle': { views: 14, buys: 2.4 },
}

/** The visitors and buyers expected for a form on one day. */
export type Expected = { readonly form: DemoForm; readonly views: number; readonly buyers: number }

export function expectedOn(start: Date, index: number): Expected[] {
  const weekday = weekdays[(start.getUTCDay() + index) % 7] ?? 1
  // From the first day to the last, the shop grows by half.
  const growth = 0.8 + (0.4 * index) / historyDays
  return demoForms.map((form) => {
    const { views, buys } = lookUp(habits, form.name) ?? { views: 0, buys: 0 }
    const isLaunched = form.offer !== undefined
    const launched = isLaunched ? (launchBuyers[index - launchDay] ?? 0) : 0
    const usual = isLaunched && index < launchDay ? 0 : views * weekday * growth
    return { form, views: usual + launched * 18, buyers: (usual * buys) / 100 + launched }
  })
}

const allHours = hours.reduce((sum, weight) => sum + weight, 0)

/** The time of a visit within a day, in milliseconds after midnight UTC. `draw` is from 0 to 1. */
export function timeOfDay(draw: number): number {
  let left = draw * allHours
  for (const [index, weight] of hours.entries()) {
    if (left < weight) return Math.floor((index + left / weight) * hour)
    left -= weight
  }
  return day - 1
}
