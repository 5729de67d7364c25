import type { ProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { Answer, SubscriptionApi } from './subscription-api.ts'

/**
 * What became of paying the rest: `at-bank` is not confirmed yet, `again` says what to read before another try, and after
 * `no-answer` another press is the same one.
 */
export type PaidOff =
  | { readonly kind: 'paid' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'at-bank' }
  | { readonly kind: 'again' | 'problem' | 'no-answer' | 'needs-card'; readonly message: string }

const notConfirmed =
  'Your bank could not confirm the payment. You have not been charged, and your plan goes on.'

/** Pays all that is left at once; the bank is asked where it wants to be. With the same key it is paid once. */
export async function payOffEarly(
  api: SubscriptionApi,
  provider: ProviderScript,
  total: number,
  key: string,
): Promise<PaidOff> {
  return askBank(api, provider, await api.payOffEarly(total, key))
}

/** Goes on with a payment that the bank still waits for. */
export async function confirmEarlyPayoff(
  api: SubscriptionApi,
  provider: ProviderScript,
  payoffId: string,
): Promise<PaidOff> {
  return askBank(api, provider, await api.readEarlyPayoff(payoffId))
}

async function askBank(api: SubscriptionApi, provider: ProviderScript, first: Answer): Promise<PaidOff> {
  if (!first.isGood || first.body['status'] !== 'requires_action') return outcomeOf(first)
  const stripe = await provider.load()
  const clientSecret = String(first.body['clientSecret'])
  const asked = await stripe?.handleNextAction({ clientSecret }).catch(() => undefined)
  const after = outcomeOf(await api.readEarlyPayoff(String(first.body['payoffId'])))
  // Who left the question unanswered can still answer it.
  const isRefused = asked?.error !== undefined && after.kind !== 'paid' && after.kind !== 'at-bank'
  return isRefused ? { kind: 'problem', message: asked.error.message ?? notConfirmed } : after
}

function outcomeOf(answer: Answer): PaidOff {
  if (answer.isGood) {
    const { status } = answer.body
    if (status === 'paid') return { kind: 'paid' }
    return { kind: status === 'requires_action' ? 'at-bank' : 'pending' }
  }
  if (answer.code === 'payoff_needs_card') return { kind: 'needs-card', message: answer.message }
  if (answer.code === '') return { kind: 'no-answer', message: answer.message }
  const isOther = answer.code === 'payoff_changed' || answer.code === 'payoff_unavailable'
  return { kind: isOther ? 'again' : 'problem', message: answer.message }
}
