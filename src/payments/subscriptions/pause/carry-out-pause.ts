import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { cycleAt } from '../begin/agreed-prices.ts'
import { hasEnded } from '../end/correct-end.ts'
import { changeSubscription, type Subscription } from '../store.ts'
import { isPaused, periodsAfter } from './pause-state.ts'

/**
 * The subscription on Stripe after the pause was set there, or `again` if our row has changed and must be read again.
 */
export type CarriedOut = ProviderSubscription | 'again'

/** The delay of the normal renewal after a pause was undone too late, in seconds. */
const soon = 60 * 60

/**
 * Makes Stripe charge next at the end of the requested pause, or at the end of the paid time if the pause was undone. A
 * renewal that began earlier is paid, and the pause then follows that period. If this is interrupted, the next
 * comparison with Stripe completes it. Safe to repeat.
 */
export async function carryOutPause(
  services: Services,
  row: Subscription,
  found: ProviderSubscription,
): Promise<CarriedOut> {
  const { pauseFrom: from, pauseUntil: until } = row
  const isEnding = row.cancellation === 'now'
  if (from === null || until === null || isEnding || hasEnded(found.status)) return found
  if (restsUntil(found, until)) {
    const isKnown = row.status === 'paused' || !isPaused(row)
    return isKnown ? found : await behindRenewal(services, row, found)
  }
  if (isOver(row, found) || !canChange(found)) return found
  if (found.status === 'active' && !isPaused(row)) return found
  if (found.status === 'active' && found.currentPeriodEnd > from)
    return shift(services, row, found.currentPeriodEnd)
  return rest(services, row, found, latest(until, secondsAfter(services.clock.now(), soon)))
}

function latest(until: Date, other: Date): Date {
  return until > other ? until : other
}

/** Whether Stripe pauses as requested. */
function restsUntil({ status, trialEnd, restUntil }: ProviderSubscription, until: Date): boolean {
  const time = wholeSeconds(until)
  return status === 'trialing' && trialEnd?.getTime() === time && restUntil?.getTime() === time
}

/** Whether the pause was set on Stripe and has ended there. */
export function isOver(
  { pauseUntil: until }: Pick<Subscription, 'pauseUntil'>,
  { status, restUntil }: ProviderSubscription,
): boolean {
  return until !== null && status !== 'trialing' && restUntil?.getTime() === wholeSeconds(until)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000
}

/**
 * Whether the pause can be set. It cannot while a renewal is being charged or is unpaid, because the pause follows the
 * period that renewal pays for.
 */
function canChange({ status, latestInvoice: newest }: ProviderSubscription): boolean {
  if (status === 'trialing') return true
  const isCharging = newest?.reason === 'cycle' && (newest.status === 'draft' || newest.status === 'open')
  return status === 'active' && !isCharging
}

async function rest(
  services: Services,
  row: Subscription,
  found: ProviderSubscription,
  until: Date,
): Promise<CarriedOut> {
  const { provider, log } = services
  const { stripeAccountId: account, id: subscription } = row
  try {
    const rested = await provider.restUntil(account, found.id, until)
    log.info({ subscription, until }, 'the pause of a subscription was set')
    const isFirst = row.status !== 'paused' && isPaused(row)
    return isFirst ? await behindRenewal(services, row, rested) : rested
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const after = await provider.retrieveSubscription(account, found.id)
    const details = { alarm: true, err: error, subscription, until }
    if (!hasEnded(after.status)) log.error(details, 'the pause of a subscription could not be set')
    return after
  }
}

/**
 * Whether a renewal began just before Stripe got the pause. Then the renewal is paid, and the pause follows its period.
 */
async function behindRenewal(
  services: Services,
  row: Subscription,
  rested: ProviderSubscription,
): Promise<CarriedOut> {
  const { stripeAccountId: account, pauseFrom: from } = row
  const { provider } = services
  const begun = (
    await Promise.all([
      provider.listInvoices(account, rested.id, 'draft'),
      provider.listInvoices(account, rested.id, 'open'),
      provider.listInvoices(account, rested.id, 'paid'),
    ])
  ).flat()
  const renewals = begun.filter(
    ({ reason, periodEnd }) => reason === 'cycle' && from !== null && periodEnd >= from,
  )
  const [last] = renewals.toSorted((one, other) => other.periodEnd.getTime() - one.periodEnd.getTime())
  const paidUntil = last === undefined ? null : periodsAfter(row, last.periodEnd, 1)
  return paidUntil === null ? rested : shift(services, row, paidUntil)
}

/** Moves the whole pause to a later beginning. The row has Stripe's dates from before the pause. */
async function shift(services: Services, row: Subscription, from: Date): Promise<'again'> {
  const { billingCycleAnchor: anchor, pauseFrom, pauseUntil } = row
  if (anchor === null || pauseFrom === null || pauseUntil === null) return 'again'
  const [first, last] = [pauseFrom, pauseUntil].map((time) => cycleAt(row, anchor.getTime(), time.getTime()))
  const until = periodsAfter(row, from, (last ?? 0) - (first ?? 0))
  await changeSubscription(services.db, row, { pauseFrom: from, pauseUntil: until ?? from })
  services.log.info({ subscription: row.id, from, until }, 'a pause follows the renewal that came first')
  return 'again'
}
