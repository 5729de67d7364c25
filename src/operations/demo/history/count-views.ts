import type { FormViews } from '#buying/checkout/page/form-views.ts'
import { randomFrom } from '#foundation/values/random.ts'
import type { SeededForms } from '../seed-forms.ts'
import type { MovedClock } from './moved-clock.ts'
import { day, expectedOn, historyDays, openedAt, timeOfDay } from './rhythm.ts'

const visit = { method: 'GET', headers: { 'user-agent': 'Mozilla/5.0' } }

/** Counts those who looked at each form over a history from `start` until `until`, and stores it; moves the clock. */
export async function countViews(
  views: FormViews,
  clock: MovedClock,
  { sellerId, seeded }: { readonly sellerId: string; readonly seeded: SeededForms },
  { start, until }: { readonly start: Date; readonly until: number },
): Promise<void> {
  const random = randomFrom(91)
  for (let index = 0; index <= historyDays; index += 1) {
    for (const { form, views: mean } of expectedOn(start, index)) {
      const count = Math.round(mean * (0.7 + 0.6 * random.next()))
      const formId = seeded.forms.get(form.title)
      for (let one = 0; one < count; one += 1) {
        const at = start.getTime() + index * day + timeOfDay(random.next())
        if (at < start.getTime() + openedAt || at >= until || formId === undefined) continue
        clock.set(at)
        views.count({ sellerId, formId }, visit)
      }
    }
  }
  await views.flush()
}
