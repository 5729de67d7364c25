import type { EndingCard } from '#foundation/card-provider/cards.ts'
import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf } from '#payments/purchases/purchase.ts'
import type { Services } from '#registry/services.ts'
import { describeSubscription } from '../describe-subscription.ts'
import { changeSubscription, listByCustomer, listCardsToCheck, type Subscription } from '../store.ts'

type Checking = Pick<Services, 'db' | 'clock' | 'log' | 'provider'>

const batch = 20
/** After how many seconds a card is requested from Stripe again: after no response, and after a rejection. */
const [afterSilence, afterRefusal] = [60 * 60, 24 * 60 * 60]

/**
 * Reads from Stripe which cards expire before their next payment, and asks those buyers for another card, once per
 * payment. Returns how many were checked.
 */
export async function checkCards(services: Checking): Promise<number> {
  const due = await listCardsToCheck(services.db, services.clock.now(), batch)
  for (const row of due) await check(services, row)
  return due.length
}

async function check(services: Checking, row: Subscription): Promise<void> {
  const { db, clock, log } = services
  const { stripeSubscriptionId: id, stripeAccountId: account } = row
  try {
    const card = id === null ? null : await services.provider.readSubscriptionCard(account, id)
    await record(services, row, card)
  } catch (error) {
    const isSilence = error instanceof OutcomeUnknown
    if (!isSilence && !(error instanceof ProviderRefused)) throw error
    log.warn({ err: error, subscription: row.id }, 'a card could not be checked')
    const again = secondsAfter(clock.now(), isSilence ? afterSilence : afterRefusal)
    await changeSubscription(db, row, { cardCheckAt: again })
  }
}

/** Does nothing if the subscription has changed since it was read. The next round checks again. */
async function record({ db, clock }: Checking, row: Subscription, card: EndingCard | null): Promise<void> {
  const { currentPeriodEnd: due } = row
  const order = await findPurchaseById(db, row.orderId)
  if (due === null || order === undefined) return
  const now = clock.now()
  const endsBefore = card !== null && card.endsAt <= due
  const { total, nextChargeAt } = describeSubscription(row, now)
  await inTransaction(db, async (tx) => {
    const change = { cardCheckAt: null, cardEndsBeforeDue: endsBefore, updatedAt: now }
    const changed = await changeSubscription(tx, row, change)
    if (changed === undefined || !endsBefore || nextChargeAt === null || total === 0) return
    const { brand, last4 } = card
    const data = { chargedAt: due.toISOString(), total, card: { brand, last4 } }
    const to = { purchaseId: order.id, recipient: mailAddressOf(order), at: now }
    await enqueueMail(tx, { ...to, kind: 'card_expires', about: `${row.id} ${data.chargedAt}`, data })
  })
}

/** A bank has replaced a customer's card, so what we know about it is outdated. */
export async function recheckCards(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: string,
  customerId: string | null,
  finish: Alongside,
): Promise<boolean> {
  const ending = (customerId === null ? [] : await listByCustomer(db, account, customerId)).filter(
    ({ cardEndsBeforeDue }) => cardEndsBeforeDue === true,
  )
  if (ending.length === 0) return true
  return inTransaction(db, async (tx) => {
    for (const row of ending) {
      const change = { cardEndsBeforeDue: null, cardCheckAt: clock.now() }
      if ((await changeSubscription(tx, row, change)) === undefined) return false
    }
    await finish(tx)
    return true
  })
}
