import { t } from '#foundation/language/t.ts'
import type { CardSetup } from '#foundation/card-provider/cards.ts'
import {
  CardDeclined,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { askFirst } from './ask-first.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { hasEnded, isPaidUp } from '../end/correct-end.ts'
import { CardRefused, CollectionUnknown, SubscriptionEnded } from '../errors.ts'
import { listDeclined } from '../sync/payment-on-its-way.ts'
import { saveCard, scheduleCheck, type Subscription } from '../store.ts'
import { isDue } from '../collect/unpaid-invoices.ts'

/** After how many seconds an interrupted check is repeated. The check is whether a card has paid. */
const lookedUpAfter = 60

/** The page confirms the SetupIntent with the new card, and the bank can ask the buyer to authenticate. */
export async function beginCardChange(services: PaymentServices, row: Subscription): Promise<CardSetup> {
  const customerId = customerOf(row)
  return asking(async () => services.provider.createCardSetup(row.stripeAccountId, customerId, row.orderId))
}

function asking<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  return askFirst(question, () => new ProviderUnreachable())
}

export type ChangedCard = {
  readonly subscription: Subscription
  /** The client secret of the open invoice's PaymentIntent, if the bank must authenticate the buyer. */
  readonly clientSecret: string | null
}

/**
 * Charges the card of a confirmed SetupIntent from now on, and for unpaid invoices right away, oldest first: no more
 * than `most`, which the buyer was shown, and nothing after a cancellation. After a plan's end, only the open balance
 * is paid. Throws `CardRefused` if the card is not charged, and `CollectionUnknown` if that is unknown. Safe to repeat:
 * an invoice is paid once, and a repeated request never restores an older card.
 */
export async function finishCardChange(
  services: PaymentServices,
  row: Subscription,
  setupIntentId: string,
  most = Infinity,
): Promise<ChangedCard> {
  if (isPaidAfterEnd(row)) return { subscription: row, clientSecret: null }
  const { paymentMethodId, card, standing } = await asking(async () => putCard(services, row, setupIntentId))
  if (standing === 'charged') await saveCard(services.db, row.id, card)
  const before = await bringUpToDate(services, row, 'card changed')
  if (hasEnded(before.status) && !isDue(before) && !isPaidAfterEnd(before)) throw new SubscriptionEnded()
  if (standing === 'replaced' || !isDue(before)) return { subscription: before, clientSecret: null }
  const outcome = await payDeclined(services, before, paymentMethodId, most)
  const subscription = await bringUpToDate(services, before, 'card changed')
  if (outcome === 'unknown' && subscription.unpaidInvoiceId !== null) throw new CollectionUnknown('page')
  return { subscription, clientSecret: typeof outcome === 'object' ? outcome.clientSecret : null }
}

/** Whether the plan is fully paid, possibly because a bank has responded since. */
function isPaidAfterEnd(row: Subscription): boolean {
  return hasEnded(row.status) && isPaidUp(row, row.paidCycles)
}

type PutCard = {
  readonly paymentMethodId: string
  readonly card: CardSetup['card']
  /** Whether the card is charged from now on, has already been replaced, or the subscription has ended. */
  readonly standing: 'charged' | 'replaced' | 'ended'
}

/** Makes Stripe charge the confirmed card from now on, unless it already does or there is nothing left to charge. */
async function putCard(
  services: PaymentServices,
  row: Subscription,
  setupIntentId: string,
): Promise<PutCard> {
  const { stripeAccountId: account, stripeSubscriptionId: id } = row
  const { paymentMethodId, card } = await confirmedCard(services, row, setupIntentId)
  if (id === null) throw new SubscriptionEnded()
  const { status, cardSetups, cardId } = await services.provider.retrieveSubscription(account, id)
  if (hasEnded(status)) return { paymentMethodId, card, standing: 'ended' }
  const isKnown = cardSetups.includes(setupIntentId)
  if (!isKnown) {
    const setup = { id: setupIntentId, at: services.clock.now(), before: cardSetups }
    await services.provider.setCard(account, id, paymentMethodId, setup)
    services.log.info({ subscription: row.id }, 'the card of a subscription was changed')
  }
  return { paymentMethodId, card, standing: isKnown && cardId !== paymentMethodId ? 'replaced' : 'charged' }
}

type Payment = 'paid' | 'unknown' | { readonly clientSecret: string | null }

/** Pays invoices until one of them is not paid. */
async function payDeclined(
  services: PaymentServices,
  row: Subscription,
  paymentMethodId: string,
  most: number,
): Promise<Payment> {
  const declined = await asking(async () => listDeclined(services, row))
  await scheduleCheck(services.db, row.id, secondsAfter(services.clock.now(), lookedUpAfter))
  let left = most
  for (const { id, amountDue } of declined) {
    left -= amountDue
    if (left < 0) break
    const outcome = await payOpenInvoice(services, row.stripeAccountId, id, paymentMethodId)
    if (outcome !== 'paid') return outcome
  }
  return 'paid'
}

async function confirmedCard(
  services: PaymentServices,
  row: Subscription,
  setupIntentId: string,
): Promise<Pick<CardSetup, 'card'> & { readonly paymentMethodId: string }> {
  const customerId = customerOf(row)
  const setup = await findSetup(services, row.stripeAccountId, setupIntentId)
  const paymentMethodId = setup?.customerId === customerId ? setup.paymentMethodId : null
  if (setup !== undefined && paymentMethodId !== null) return { card: setup.card, paymentMethodId }
  throw new InvalidFields({ setupIntentId: t('This card was not confirmed') })
}

async function findSetup(
  services: PaymentServices,
  account: string,
  id: string,
): Promise<CardSetup | undefined> {
  try {
    return await services.provider.retrieveCardSetup(account, id)
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined
    throw error
  }
}

function customerOf(row: Subscription): string {
  const { status, stripeCustomerId } = row
  const isOver = hasEnded(status) && !isDue(row)
  if (isOver || status === 'incomplete' || stripeCustomerId === null) throw new SubscriptionEnded()
  return stripeCustomerId
}

/** A closed invoice needs no payment. If there is a client secret, the bank must first authenticate the buyer. */
async function payOpenInvoice(
  { provider, log }: PaymentServices,
  account: string,
  invoiceId: string,
  paymentMethodId: string,
): Promise<Payment> {
  try {
    const isPaid = await provider.payInvoice(account, invoiceId, paymentMethodId)
    return isPaid
      ? 'paid'
      : { clientSecret: (await provider.retrieveInvoice(account, invoiceId)).clientSecret }
  } catch (error) {
    if (error instanceof CardDeclined) throw new CardRefused(error.message, error.reason)
    if (error instanceof ProviderRefused) return 'paid'
    if (!(error instanceof OutcomeUnknown)) throw error
    log.warn({ err: error, invoice: invoiceId }, 'whether a card has paid is unknown')
    return 'unknown'
  }
}
