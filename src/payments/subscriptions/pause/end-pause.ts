import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import { t } from '#foundation/language/t.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { askFirst } from '../change/ask-first.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { voidInvoice } from '../end/end-now.ts'
import { CardRefused, CollectionUnknown, PauseDiffers, PauseNeedsBank } from '../errors.ts'
import { scheduleCheck, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { isResting } from './pause-state.ts'

/** After how many seconds an interrupted payment is looked up. */
const lookedUpAfter = 60
/** After how many seconds we look up whether a buyer has confirmed with the bank, in case the event was lost. */
const confirmedWithin = 60 * 60

type Outcome = 'paid' | 'declined' | 'unknown' | { readonly pageUrl: string }

/**
 * Ends a pause that has begun: a new period begins and is charged now. If the charge fails, the subscription stays
 * paused. Throws `CardRefused` if the card is declined, `CollectionUnknown` if Stripe does not respond, and
 * `PauseDiffers` if there is no such pause. Throws `PauseNeedsBank` while the bank waits for the buyer, whose
 * confirmation pays and ends the pause. Two clicks cause only one payment.
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
  const outcome = await tryToEndPause(services, row, id)
  const after = await bringUpToDate(services, row, `asked by ${by}`)
  if (outcome === 'unknown') throw new CollectionUnknown('page')
  if (outcome === 'paid') return after
  if (outcome !== 'declined') {
    await scheduleCheck(db, row.id, secondsAfter(clock.now(), confirmedWithin))
    throw new PauseNeedsBank(outcome.pageUrl)
  }
  throw new CardRefused(
    t('Your card could not be charged, so your subscription stays paused. Change your card first.'),
    'declined',
  )
}

async function tryToEndPause(services: PaymentServices, row: Subscription, id: string): Promise<Outcome> {
  const { provider, log } = services
  const { stripeAccountId: account } = row
  try {
    const begun = (await provider.listInvoices(account, id, 'open')).find(({ reason }) => reason === 'other')
    const waiting = begun === undefined ? 'declined' : await readOpen(services, account, begun)
    if (waiting !== 'declined') return waiting
    const key = `go-on-${row.id}-${row.revision}${begun === undefined ? '' : `-${begun.id}`}`
    const { status, latestInvoice } = await provider.endRest(account, id, key)
    if (status !== 'trialing') return 'paid'
    return latestInvoice?.status === 'open' ? await readOpen(services, account, latestInvoice) : 'declined'
  } catch (error) {
    if (error instanceof ProviderRefused) return 'declined'
    if (!(error instanceof OutcomeUnknown)) throw error
    log.warn({ err: error, subscription: row.id }, 'whether a pause has ended is unknown')
    return 'unknown'
  }
}

/** An invoice that is not waiting for the bank must not be paid later, because the buyer sees that the pause stays. */
async function readOpen(
  { provider }: PaymentServices,
  account: string,
  invoice: ProviderInvoice,
): Promise<Outcome> {
  const { paymentIntentId: intent, pageUrl } = invoice
  const status = intent === null ? null : (await provider.retrievePaymentIntent(account, intent)).status
  if (status === 'requires_action' && pageUrl !== null) return { pageUrl }
  if (status === 'processing' || status === 'succeeded') return 'unknown'
  await voidInvoice(provider, account, invoice)
  return 'declined'
}
