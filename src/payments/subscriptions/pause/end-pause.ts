import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { t } from '#foundation/language/t.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { askFirst } from '../change/ask-first.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { voidInvoice } from '../end/end-now.ts'
import { CardRefused, CollectionUnknown, PauseDiffers } from '../errors.ts'
import { scheduleCheck, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { isResting } from './pause-state.ts'

/** When an interrupted payment is looked up, in seconds. */
const lookedUpAfter = 60

/**
 * Ends a pause that has begun: a new period begins now and is charged now. If the card does not pay, the pause stays.
 * Throws `CardRefused`, `CollectionUnknown` without a response, or `PauseDiffers` if there is no such pause. Two clicks
 * are one payment.
 */
export async function endPause(
  services: PaymentServices,
  given: Subscription,
  by: NonNullable<Subscription['pauseBy']>,
): Promise<Subscription> {
  const { clock, db } = services
  const row = await askFirst(
    async () => syncSubscription(services, given, `asked by ${by}`),
    () => new PauseDiffers(),
  )
  const { stripeSubscriptionId: id } = row
  if (id === null || !isResting(row, clock.now()) || row.status !== 'paused') throw new PauseDiffers()
  await scheduleCheck(db, row.id, secondsAfter(clock.now(), lookedUpAfter))
  const key = `go-on-${row.id}-${row.revision}`
  const outcome = await tryToEndPause(services, row, id, key)
  const after = await bringUpToDate(services, row, `asked by ${by}`)
  if (outcome === 'unknown') throw new CollectionUnknown('page')
  if (outcome === 'paid') return after
  throw new CardRefused(
    t('Your card could not be charged, so your subscription stays paused. Change your card first.'),
    'declined',
  )
}

async function tryToEndPause(
  { provider, log }: PaymentServices,
  row: Subscription,
  id: string,
  key: string,
): Promise<'paid' | 'declined' | 'unknown'> {
  const { stripeAccountId: account } = row
  try {
    const { status, latestInvoice } = await provider.endRest(account, id, key)
    if (status !== 'trialing') return 'paid'
    // It must not be paid later: the buyer reads that the pause stays.
    if (latestInvoice?.status === 'open') await voidInvoice(provider, account, latestInvoice)
    return 'declined'
  } catch (error) {
    if (error instanceof ProviderRefused) return 'declined'
    if (!(error instanceof OutcomeUnknown)) throw error
    log.warn({ err: error, subscription: row.id }, 'whether a pause has ended is unknown')
    return 'unknown'
  }
}
