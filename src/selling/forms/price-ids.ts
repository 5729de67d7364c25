import { newId } from '#foundation/db/new-id.ts'
import { firstPriceId } from '#payments/pricing/sold-at.ts'
import { type GivenFields } from './form-wire.ts'
import type { FurtherPrice } from './further-price.ts'
import type { FormRow } from './store.ts'

type Given = Pick<GivenFields, 'priceId' | 'prices' | 'timers'>
type OfPrice = { readonly priceId: string | null }

type Copied = {
  readonly priceId: string | null
  readonly prices: readonly FurtherPrice[]
  readonly timers: readonly OfPrice[]
}

/** A new form made of another one has prices of its own, and timers of these. */
export function withOwnPrices<Form extends Copied>(form: Form) {
  const ids = [form.priceId, ...form.prices.map(({ id }) => id)]
  const own = new Map(ids.map((id) => [id, newId()]))
  const ownOf = (id: string | null) => (id === null ? null : (own.get(id) ?? id))
  const isOfFirst = form.timers.some(({ priceId }) => priceId !== null && priceId === form.priceId)
  return {
    ...form,
    // Without a timer of its own, it is known by the id of the form.
    priceId: isOfFirst ? ownOf(form.priceId) : null,
    prices: form.prices.map((price, place) => {
      const isTwice = ids.indexOf(price.id) <= place
      return { ...price, id: isTwice ? null : ownOf(price.id) }
    }),
    timers: form.timers.map((timer) => ({ ...timer, priceId: ownOf(timer.priceId) })),
  }
}

/** What is wrong with the ids of a form's prices, by field: each is one that the form has, and stands for one price. */
export function priceIdProblems(row: FormRow, given: Given): Record<string, string> {
  const known = new Set([firstPriceId(row), ...row.prices.map(({ id }) => id)])
  const first = given.priceId === undefined ? firstPriceId(row) : given.priceId
  const others = (given.prices ?? row.prices).map(({ id }) => id)
  const problems = [first, ...others].map((id, place, all) => {
    if (id === null) return undefined
    if (!known.has(id)) return gone
    return all.indexOf(id) < place ? 'This price is there twice' : undefined
  })
  const named = problems.flatMap((message, place): [string, string][] =>
    message === undefined ? [] : [[place === 0 ? 'priceId' : `prices.${place - 1}.id`, message]],
  )
  return {
    ...firstProblem(row, given),
    ...leftProblem(row, given, [first, ...others]),
    ...(given.timers === undefined
      ? {}
      : timerPriceProblems(given.timers, first, given.prices ?? row.prices, row.timers)),
    ...Object.fromEntries(named),
  }
}

const gone = 'This price no longer exists'

/**
 * What is wrong with what timers are of, by field: each is of all prices, or of one that the form has. A retired one is not
 * sold: `stored` timers of it rest, and no other one is set.
 */
export function timerPriceProblems(
  timers: NonNullable<Given['timers']>,
  firstId: string | null,
  prices: readonly FurtherPrice[],
  stored: NonNullable<Given['timers']> = [],
): Record<string, string> {
  const problems = timers.map(({ priceId, timestamp }) => {
    if (priceId === null || priceId === firstId) return undefined
    const price = prices.find(({ id }) => id === priceId)
    if (price === undefined) return gone
    const isStored = stored.some((timer) => timer.priceId === priceId && timer.timestamp === timestamp)
    return price.state === 'retired' && !isStored ? 'This price is no longer sold' : undefined
  })
  return Object.fromEntries(
    problems.flatMap((message, place) =>
      message === undefined ? [] : [[`timers.${place}.priceId`, message]],
    ),
  )
}

/** Whether another of its prices, or a new one, becomes the form's first. */
export function hasAnotherFirst(row: FormRow, { priceId }: Pick<Given, 'priceId'>): boolean {
  return priceId !== undefined && priceId !== firstPriceId(row)
}

/** A timer of all prices brings a new amount of the first one: it would become that of another one. */
function firstProblem(row: FormRow, given: Given): Record<string, string> {
  const timers = given.timers ?? row.timers
  return hasAnotherFirst(row, given) &&
    timers.some(({ amount, priceId }) => priceId === null && (amount ?? 0) > 0)
    ? { prices: 'A timer changes the first price. Delete that timer before another price comes first' }
    : {}
}

/** A price that has a timer of its own cannot go without it. */
function leftProblem(row: FormRow, given: Given, left: readonly (string | null)[]): Record<string, string> {
  if (given.timers !== undefined) return {}
  const before = [firstPriceId(row), ...row.prices.map(({ id }) => id)]
  const timer = row.timers.find(
    ({ priceId }) => priceId !== null && before.includes(priceId) && !left.includes(priceId),
  )
  return timer === undefined
    ? {}
    : { prices: `The timer “${timer.title}” is for a price that would be gone. Delete that timer first` }
}

type GivenTimer = {
  readonly title: string
  readonly timestamp: number
  readonly priceId?: string | null | undefined
}

/** The timers of a request with what each is of: one that does not say is of what it was. */
export function timersOfKnown<Timer extends GivenTimer>(
  timers: readonly Timer[],
  stored: readonly (GivenTimer & OfPrice)[],
): (Timer & OfPrice)[] {
  return timers.map((timer) => {
    const { title, timestamp, priceId } = timer
    const known = stored.find((one) => one.title === title && one.timestamp === timestamp)
    return { ...timer, priceId: priceId === undefined ? (known?.priceId ?? null) : priceId }
  })
}
