import { firstPriceId } from '#payments/pricing/sold-at.ts'
import { type GivenFields } from './form-wire.ts'
import type { FurtherPrice } from './further-price.ts'
import type { FormRow } from './store.ts'

type Given = Pick<GivenFields, 'priceId' | 'prices' | 'timers'>

/** A new form made of another one has prices of its own. */
export function withOwnPrices<Form extends { readonly prices: readonly FurtherPrice[] }>(form: Form) {
  return { ...form, priceId: null, prices: form.prices.map((price) => ({ ...price, id: null })) }
}

/** What is wrong with the ids of a form's prices, by field: each is one that the form has, and stands for one price. */
export function priceIdProblems(row: FormRow, given: Given): Record<string, string> {
  const known = new Set([firstPriceId(row), ...row.prices.map(({ id }) => id)])
  const first = given.priceId === undefined ? firstPriceId(row) : given.priceId
  const others = (given.prices ?? row.prices).map(({ id }) => id)
  const problems = [first, ...others].map((id, place, all) => {
    if (id === null) return undefined
    if (!known.has(id)) return 'This price no longer exists'
    return all.indexOf(id) < place ? 'This price is there twice' : undefined
  })
  const named = problems.flatMap((message, place): [string, string][] =>
    message === undefined ? [] : [[place === 0 ? 'priceId' : `prices.${place - 1}.id`, message]],
  )
  return { ...timerProblem(row, given), ...Object.fromEntries(named) }
}

/** Whether another of its prices, or a new one, becomes the form's first. */
export function hasAnotherFirst(row: FormRow, { priceId }: Pick<Given, 'priceId'>): boolean {
  return priceId !== undefined && priceId !== firstPriceId(row)
}

/** A timer brings a new amount of the first price: it would become that of another one. */
function timerProblem(row: FormRow, given: Given): Record<string, string> {
  const timers = given.timers ?? row.timers
  return hasAnotherFirst(row, given) && timers.some(({ amount }) => (amount ?? 0) > 0)
    ? { prices: 'A timer changes the first price. Delete that timer before another price comes first' }
    : {}
}
