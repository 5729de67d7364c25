import type { CardResult } from '#buying/checkout/ui/payment.ts'
import type { ProviderScript } from '#buying/checkout/ui/provider-script.ts'
import type { SubscriptionApi } from './subscription-api.ts'

type ChangeParts = {
  readonly api: SubscriptionApi
  readonly provider: ProviderScript
  readonly readCard: () => Promise<CardResult>
}

const notConfirmed =
  'Your bank could not confirm the card. It was not changed: try again, or use another card.'

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
  const finished = await api.finishCardChange(saved.setupIntent.id)
  if (!finished.isGood) return finished.message
  const clientSecret = textOf(finished.body['clientSecret'])
  if (clientSecret === '') return null
  const paid = await stripe?.handleNextAction({ clientSecret }).catch(() => undefined)
  await api.read()
  return paid?.error === undefined ? null : (paid.error.message ?? notConfirmed)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
