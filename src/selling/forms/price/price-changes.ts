import type { Translations } from '#foundation/language/translations.ts'
import { t } from '#foundation/language/t.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { FormField } from '#foundation/db/tables/form-content.ts'
import { pricingTimer } from '#payments/pricing/price-purchase.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import { firstPriceId, timersOfPrice } from '#payments/pricing/sold-form.ts'
import { isNamed } from '#selling/forms/open-problems.ts'
import type { GivenFields, TimerFields } from '../form-wire.ts'
import type { FormRow } from '../store.ts'
import type { BumpRule } from './bump-rules.ts'
import { type FurtherPrice, termNames } from './further-price.ts'

type Given = Pick<GivenFields, 'priceId' | 'prices' | 'timers' | 'fields' | 'bumpRules'>
type OfPrice = { readonly priceId: string | null }

type Copied = {
  readonly priceId: string | null
  readonly prices: readonly FurtherPrice[]
  readonly timers: readonly OfPrice[]
  readonly fields: readonly FormField[]
  readonly bumpRules: readonly BumpRule[]
}

/** A copied form with new price ids, and timers, questions and bumps that refer to them. */
export function withOwnPrices<Form extends Copied>(form: Form) {
  const ids = [form.priceId, ...form.prices.map(({ id }) => id)]
  const own = new Map(ids.map((id) => [id, newId()]))
  const ownOf = (id: string | null) => (id === null ? null : (own.get(id) ?? id))
  const atOwn = <Part extends { readonly priceIds: readonly string[] | null }>(part: Part) => ({
    ...part,
    priceIds: part.priceIds && part.priceIds.map((id) => own.get(id) ?? id),
  })
  const isFirst = (id: string | null) => id !== null && id === form.priceId
  const isOfFirst =
    form.timers.some(({ priceId }) => isFirst(priceId)) ||
    [...form.fields, ...form.bumpRules].some(({ priceIds }) => priceIds?.some(isFirst))
  return {
    ...form,
    // If the first price has no timer, question or bump of its own, it has the form's id.
    priceId: isOfFirst ? ownOf(form.priceId) : null,
    prices: form.prices.map((price, place) => {
      const isTwice = ids.indexOf(price.id) <= place
      return { ...price, id: isTwice ? null : ownOf(price.id) }
    }),
    timers: form.timers.map((timer) => ({ ...timer, priceId: ownOf(timer.priceId) })),
    fields: form.fields.map(atOwn),
    bumpRules: form.bumpRules.map(atOwn),
  }
}

/** Errors in the price ids, by field. Each id must belong to the form and be used once. */
export function priceIdProblems(row: FormRow, given: Given): Record<string, string> {
  const known = new Set([firstPriceId(row), ...row.prices.map(({ id }) => id)])
  const first = given.priceId === undefined ? firstPriceId(row) : given.priceId
  const others = (given.prices ?? row.prices).map(({ id }) => id)
  const problems = [first, ...others].map((id, place, all) => {
    if (id === null) return undefined
    if (!known.has(id)) return gone()
    return all.indexOf(id) < place ? t('This price is listed twice') : undefined
  })
  const named = problems.flatMap((message, place): [string, string][] =>
    message === undefined ? [] : [[place === 0 ? 'priceId' : `prices.${place - 1}.id`, message]],
  )
  return {
    ...firstProblem(row, given),
    ...leftProblem(row, given, [first, ...others]),
    ...(given.timers === undefined
      ? {}
      : timerPriceProblems(given.timers, first, given.prices ?? row.prices, { timers: row.timers, known })),
    // A question or bump keeps a price that was removed earlier, so that the others can be changed.
    ...partPriceProblems(given, [first, ...others, ...priceIdsIn([...row.fields, ...row.bumpRules])]),
    ...Object.fromEntries(named),
  }
}

function priceIdsIn(parts: readonly Pick<FormField, 'priceIds'>[]): string[] {
  return parts.flatMap(({ priceIds }) => priceIds ?? [])
}

const gone = () => t('This price no longer exists')

/**
 * Errors in the timers' prices, by field. Each timer is for all prices or for one of the form's. A retired price keeps
 * its `stored` timers and gets no new ones. The same is true of a price that was removed earlier and is not in `known`.
 */
export function timerPriceProblems(
  timers: NonNullable<Given['timers']>,
  firstId: string | null,
  prices: readonly FurtherPrice[],
  stored: Pick<FormRow, 'timers'> & { readonly known: ReadonlySet<string> } = {
    timers: [],
    known: new Set(),
  },
): Record<string, string> {
  const problems = timers.map(({ priceId, timestamp }) => {
    if (priceId === null || priceId === firstId) return undefined
    const price = prices.find(({ id }) => id === priceId)
    const isStored = stored.timers.some((timer) => timer.priceId === priceId && timer.timestamp === timestamp)
    if (price === undefined) return isStored && !stored.known.has(priceId) ? undefined : gone()
    return price.state === 'retired' && !isStored ? t('This price is no longer sold') : undefined
  })
  return Object.fromEntries(
    problems.flatMap((message, place) =>
      message === undefined ? [] : [[`timers.${place}.priceId`, message]],
    ),
  )
}

/** Errors in the prices that questions and bumps are for, by field. Each must belong to the form. */
export function partPriceProblems(
  { fields = [], bumpRules = [] }: Partial<Pick<Given, 'fields' | 'bumpRules'>>,
  prices: readonly (string | null)[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ fields, bumpRules }).flatMap(([name, parts]) =>
      parts.flatMap(({ priceIds }, place) =>
        priceIds === null || priceIds.every((id) => prices.includes(id))
          ? []
          : [[`${name}.${place}.priceIds`, gone()]],
      ),
    ),
  )
}

/** Whether a different or new price becomes the form's first. */
export function hasAnotherFirst(row: FormRow, { priceId }: Pick<Given, 'priceId'>): boolean {
  return priceId !== undefined && priceId !== firstPriceId(row)
}

/** A timer for all prices sets the first price's amount, and would then set another price's amount. */
function firstProblem(row: FormRow, given: Given): Record<string, string> {
  const timers = given.timers ?? row.timers
  return hasAnotherFirst(row, given) &&
    timers.some(({ amount, priceId }) => priceId === null && (amount ?? 0) > 0)
    ? { prices: t('Delete the timer on the first price before you move another price to the top') }
    : {}
}

/** A price with a timer cannot be removed without the timer. */
function leftProblem(row: FormRow, given: Given, left: readonly (string | null)[]): Record<string, string> {
  if (given.timers !== undefined) return {}
  const before = [firstPriceId(row), ...row.prices.map(({ id }) => id)]
  const timer = row.timers.find(
    ({ priceId }) => priceId !== null && before.includes(priceId) && !left.includes(priceId),
  )
  return timer === undefined
    ? {}
    : { prices: t('Delete the timer “{title}” first. It belongs to this price', { title: timer.title }) }
}

type GivenTimer = {
  readonly title: string
  readonly timestamp: number
  readonly amount: number | null
  readonly priceId?: string | null | undefined
  readonly texts?: Translations | undefined
}

/** The properties that a timer keeps if a request leaves them out. */
type Kept = OfPrice & { readonly texts: Translations }

/**
 * The timers of a request with their prices and translations. A timer without them keeps its stored ones. `errors`
 * contains the ambiguous ones, because timers for different prices can have the same title and time. Amounts are in
 * major units.
 */
export function timersOfKnown<Timer extends GivenTimer>(
  timers: readonly Timer[],
  stored: readonly (GivenTimer & Kept)[],
): { readonly timers: (Timer & Kept)[]; readonly errors: Record<string, string> } {
  const known = new Map<GivenTimer, Kept>()
  const unclear = new Set<GivenTimer>()
  const left = new Set(stored)
  const take = (timer: GivenTimer, one: (GivenTimer & Kept) | undefined) => {
    if (one === undefined) return
    known.set(timer, one)
    left.delete(one)
  }
  for (const timer of timers) {
    const isOfPrice = (one: OfPrice) => one.priceId === timer.priceId
    if (timer.priceId !== undefined)
      take(
        timer,
        [...left].find((one) => isAt(one, timer) && isOfPrice(one)),
      )
  }
  const silent = timers.filter(({ priceId }) => priceId === undefined)
  // Unchanged timers are matched first, so that a changed timer is not taken for a new one.
  for (const isSame of [isUnchanged, isAt]) {
    const open = silent.filter((timer) => !known.has(timer) && !unclear.has(timer))
    for (const timer of open) {
      const rivals = open.filter((one) => isSame(one, timer) && !known.has(one))
      const matches = [...left].filter((one) => isSame(one, timer))
      const isOneNew = rivals.length > matches.length
      const meant = new Set([...matches.map(({ priceId }) => priceId), ...(isOneNew ? [null] : [])])
      const isClear = meant.size < 2 || (isSame === isUnchanged && rivals.length >= matches.length)
      if (isClear) take(timer, matches[0])
      else for (const one of rivals) unclear.add(one)
    }
  }
  return {
    timers: timers.map((timer) => {
      const { priceId = null, texts = {} } = known.get(timer) ?? {}
      return {
        ...timer,
        priceId: timer.priceId === undefined ? priceId : timer.priceId,
        texts: timer.texts ?? texts,
      }
    }),
    errors: Object.fromEntries(
      timers.flatMap((timer, place) => (unclear.has(timer) ? [[`timers.${place}.priceId`, twin()]] : [])),
    ),
  }
}

const twin = () => t('Another timer has the same title and time. Choose which price this one is for')

function isAt(one: GivenTimer, other: GivenTimer): boolean {
  return one.title === other.title && one.timestamp === other.timestamp
}

function isUnchanged(one: GivenTimer, other: GivenTimer): boolean {
  return isAt(one, other) && (one.amount ?? 0) === (other.amount ?? 0)
}

/**
 * Whether an update changes the form's price at a given time (in milliseconds): amount, currency, tax, billing cycle,
 * or the price of an expired timer. Amounts are in minor units.
 */
export function changesPrice(row: FormRow, given: GivenFields, instant: number): boolean {
  const { amount, currency, taxId, timers, prices } = given
  return (
    changesPlan(row, given) ||
    isOther(given.priceId, firstPriceId(row)) ||
    (prices !== undefined && JSON.stringify(prices.map(costOf)) !== JSON.stringify(row.prices.map(costOf))) ||
    isOther(amount, row.amount) ||
    isOther(currency, row.currency) ||
    isOther(taxId, row.taxId) ||
    isOther(given.taxMode, row.taxMode) ||
    (timers !== undefined && latestPrices(row, timers, instant) !== latestPrices(row, row.timers, instant))
  )
}

/** The parts of a further price that a quote contains. */
function costOf({ id, amount, state, ...price }: FurtherPrice) {
  return [id, amount, recurrenceOf(price), state === 'retired', isNamed(price)]
}

/** Recurring fields do not count while the price is one-time. */
function changesPlan(row: FormRow, given: GivenFields): boolean {
  const { priceType, billingInterval, billingPeriod, cancelAfter } = given
  if (isOther(priceType, row.priceType)) return true
  if (row.priceType === 'OneTimePrice' && isOther(given.isOpen, row.isOpen)) return true
  return (
    row.priceType === 'RecurringPrice' &&
    (isOther(billingInterval, row.billingInterval) ||
      isOther(billingPeriod, row.billingPeriod) ||
      isOther(cancelAfter, row.cancelAfter) ||
      termNames.some((name) => isOther(given[name], row[name])))
  )
}

/** Each price as its timers have changed it by a given time, or null if unchanged. */
function latestPrices(row: FormRow, timers: readonly TimerFields[], instant: number): string {
  const first = firstPriceId(row)
  const latest = [first, ...row.prices.map(({ id }) => id)].map((id) => {
    const dated = timersOfPrice(timers, id, first).map(({ timestamp, amount }) => ({
      expiresAt: timestamp,
      amount,
    }))
    return pricingTimer(dated, instant)?.amount ?? null
  })
  return latest.join()
}

/** Whether a field was given with a different value. */
function isOther<Value>(given: Value | undefined, present: Value): boolean {
  return given !== undefined && given !== present
}
