import type { CardResult } from '#buying/checkout/ui/payment/payment.ts'
import type { ProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { SubscriptionApi } from './subscription-api.ts'

type ChangeParts = {
  readonly api: SubscriptionApi
  readonly provider: ProviderScript
  readonly readCard: () => Promise<CardResult>
}

const notConfirmed =
  'Your bank could not confirm the card. It was not changed: try again, or use another card.'

const notPaid =
  'Your card was saved, but your bank could not confirm the payment. Load this page again to see what is unpaid.'

/**
 * Changes a subscription's card: the typed card is saved at the provider, the bank asked where it wants to be, and what
 * is unpaid is paid with it. Answers why it did not work, in words, or null. Safe to repeat at any point.
 */
export async function changeCard({ api, provider, readCard }: ChangeParts): Promise<string | null> {
  const card = await readCard()
  if ('problem' in card) return card.problem.message
  const stripe = await provider.load()
  const begun = await api.beginCardChange()
  if (!begun.isGood) return begun.message
  const saved = await stripe
    ?.confirmCardSetup(textOf(begun.body['clientSecret']), { payment_method: card.id })
    .catch(() => undefined)
  if (saved?.error !== undefined) return saved.error.message ?? notConfirmed
  if (saved?.setupIntent.status !== 'succeeded') return notConfirmed
  return payWhatIsDue(api, stripe, saved.setupIntent.id)
}

/** More payments than a bank asks about one after the other. */
const mostPayments = 10

type Bank = {
  readonly handleNextAction: (payment: {
    readonly clientSecret: string
  }) => Promise<{ readonly error?: { readonly message?: string | undefined } | undefined }>
}

/** Has the server charge what is due, and asks the bank about each payment that it wants to see the buyer for. */
export async function payWhatIsDue(
  api: Pick<SubscriptionApi, 'finishCardChange' | 'read'>,
  bank: Bank | null,
  setupIntentId: string,
): Promise<string | null> {
  for (let round = 0; round < mostPayments; round += 1) {
    const finished = await api.finishCardChange(setupIntentId)
    if (!finished.isGood) return finished.message
    const clientSecret = textOf(finished.body['clientSecret'])
    if (clientSecret === '') return null
    const paid = await bank?.handleNextAction({ clientSecret }).catch(() => undefined)
    if (paid === undefined || paid.error !== undefined) {
      await api.read()
      return paid?.error?.message ?? notPaid
    }
  }
  return notPaid
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
