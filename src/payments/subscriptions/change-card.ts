import type { CardSetup } from '#foundation/card-provider/cards.ts'
import { CardDeclined, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { InvalidFields } from '#foundation/http/errors.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { bringUpToDate } from './cancel-subscription.ts'
import { hasEnded, isCanceledHere } from './correct-end.ts'
import { CardRefused, SubscriptionEnded } from './errors.ts'
import { listDeclined } from './payment-on-its-way.ts'
import { noteCard, type Subscription } from './store.ts'

/** Begins to change the card: the page confirms the SetupIntent with the new one, and the bank asks where it wants to. */
export async function beginCardChange(services: PaymentServices, row: Subscription): Promise<CardSetup> {
  return services.provider.createCardSetup(row.stripeAccountId, customerOf(row))
}

export type ChangedCard = {
  readonly subscription: Subscription
  /** The bank wants to see the buyer for the open invoice: its PaymentIntent's client secret. */
  readonly clientSecret: string | null
}

/**
 * The card of a confirmed SetupIntent pays from now on, and at once all that is unpaid, the oldest first; not of what was
 * canceled. Throws `CardRefused` when it does not pay that. Safe to repeat: an invoice is paid once, and what is told once
 * more after another change puts no card back.
 */
export async function finishCardChange(
  services: PaymentServices,
  row: Subscription,
  setupIntentId: string,
): Promise<ChangedCard> {
  const { stripeAccountId: account, stripeSubscriptionId: id } = row
  const { paymentMethodId, card } = await confirmedCard(services, row, setupIntentId)
  if (id === null) throw new SubscriptionEnded()
  const { cardSetups, cardId } = await services.provider.retrieveSubscription(account, id)
  const isKnown = cardSetups.includes(setupIntentId)
  if (!isKnown) {
    const setup = { id: setupIntentId, at: services.clock.now(), before: cardSetups }
    await services.provider.setCard(account, id, paymentMethodId, setup)
    services.log.info({ subscription: row.id }, 'the card of a subscription was changed')
  }
  const isReplaced = isKnown && cardId !== paymentMethodId
  if (!isReplaced) await noteCard(services.db, row.id, card)
  const before = await bringUpToDate(services, row, 'card changed')
  const isUnpaid = before.unpaidInvoiceId !== null && !isCanceledHere(before)
  if (isReplaced || !isUnpaid) return { subscription: before, clientSecret: null }
  const clientSecret = await payDeclined(services, before, paymentMethodId)
  return { subscription: await bringUpToDate(services, before, 'card changed'), clientSecret }
}

/** Answers the client secret of the payment for which the bank wants to see the buyer; null: all is paid. */
async function payDeclined(
  services: PaymentServices,
  row: Subscription,
  paymentMethodId: string,
): Promise<string | null> {
  const { stripeAccountId: account } = row
  for (const { id } of await listDeclined(services, row)) {
    const isPaid = await payOpenInvoice(services, account, id, paymentMethodId)
    if (!isPaid) return (await services.provider.retrieveInvoice(account, id)).clientSecret
  }
  return null
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
  throw new InvalidFields({ setupIntentId: 'This card was not confirmed' })
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

function customerOf({ status, stripeCustomerId }: Subscription): string {
  if (hasEnded(status) || status === 'incomplete' || stripeCustomerId === null) throw new SubscriptionEnded()
  return stripeCustomerId
}

/** False: the bank wants to see the buyer first. An invoice that is no longer open needs nothing. */
async function payOpenInvoice(
  services: PaymentServices,
  account: string,
  invoiceId: string,
  paymentMethodId: string,
): Promise<boolean> {
  try {
    return await services.provider.payInvoice(account, invoiceId, paymentMethodId)
  } catch (error) {
    if (error instanceof CardDeclined) throw new CardRefused(error.message, error.reason)
    if (error instanceof ProviderRefused) return true
    throw error
  }
}
