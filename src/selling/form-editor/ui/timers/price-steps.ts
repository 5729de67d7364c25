import { closingTimer } from '#payments/pricing/timers.ts'
import { soldPrices } from '#selling/forms/price/price-text.ts'
import { pricesAt } from '#selling/forms/price/lowest-price.ts'
import { soldTimers } from '#selling/forms/sale-state.ts'
import type { Form } from '#selling/forms/contract.ts'

type Timed = Pick<Form, 'id' | 'timers' | 'prices'> &
  Parameters<typeof soldPrices>[0] &
  Pick<Form, 'isOpen' | 'priceType' | 'trialDays' | 'trialAmount' | 'setupAmount'>

/** A price in major units from a given time (in milliseconds) on, or null once no one can buy. */
export type PriceStep = { readonly from: number; readonly amount: number | null }

/** A form's prices that timers will change, now and after each change. */
export function priceSteps(
  form: Timed,
  now: number,
): { readonly id: string; readonly name: string; readonly steps: readonly PriceStep[] }[] {
  const timers = soldTimers(form, form.timers).map((timer) => ({ ...timer, expiresAt: timer.timestamp }))
  const changes = timers.map(({ expiresAt }) => expiresAt).filter((at) => at > now)
  const instants = [now, ...new Set(changes.toSorted((one, other) => one - other))]
  return soldPrices(form).flatMap(({ id, name }) => {
    const steps = instants.map((from) => {
      const [first, ...others] = pricesAt({ ...form, timers }, from)
      const price = form.priceId === id ? first : others.find((one) => one.id === id)
      const isOver = closingTimer({ timers }, from) !== undefined
      return { from, amount: isOver ? null : (price?.amount ?? null) }
    })
    const changed = steps.filter(({ amount }, index) => index === 0 || amount !== steps[index - 1]?.amount)
    return changed.length > 1 ? [{ id, name, steps: changed }] : []
  })
}
