import type { LeadingForms } from '#foundation/db/tables/sales.ts'
import type { FreshForm } from './form-rollups.ts'

/**
 * Of forms that are known by the leading ones of several sums, and by what is known of them beside (`fresh`), those that can
 * be among the `most` with the most orders in all. A form that does not lead in a sum has at most as many orders in it as the
 * last that does. Undefined: one that leads nowhere could have as many.
 */
export function leadersOf(
  sums: readonly LeadingForms[],
  fresh: readonly FreshForm[],
  most: number,
): string[] | undefined {
  const counted = new Map(fresh.map(({ id, orders }) => [id, { orders, beside: 0 }]))
  /** What a form could have in all sums in which it does not lead, if that were all of them. */
  let unseen = 0
  for (const { ids, orders, areAll } of sums) {
    const least = areAll ? 0 : (orders.at(-1) ?? 0)
    unseen += least
    for (const [place, id] of ids.entries()) {
      const known = counted.get(id) ?? { orders: 0, beside: 0 }
      counted.set(id, { orders: known.orders + (orders[place] ?? 0), beside: known.beside + least })
    }
  }
  const surely = [...counted.values()].map(({ orders }) => orders).toSorted((one, other) => other - one)
  const wanted = surely[most - 1] ?? 0
  const areAllSeen = sums.every(({ areAll }) => areAll)
  if (!areAllSeen && unseen >= wanted) return undefined
  return [...counted].filter(([, { orders, beside }]) => orders + unseen - beside >= wanted).map(([id]) => id)
}
