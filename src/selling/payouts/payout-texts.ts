/** Where a seller mends their bank account. */
const place = 'in your Stripe dashboard, under Settings → Payouts'

/** The provider's codes that a bank's own decision is behind; it or another bank can help. */
const askBank: ReadonlySet<string> = new Set([
  'account_frozen',
  'bank_account_restricted',
  'debit_not_authorized',
  'declined',
])

/**
 * What the seller has to do about a payout that failed, by the provider's code
 * (https://docs.stripe.com/api/payouts/failures).
 */
export function adviceOnFailure(code: string | null): string {
  if (code === 'insufficient_funds') {
    return 'Stripe had less money of yours than the payout needed. There is nothing to do: what is there goes out with the next one.'
  }
  const kept = 'The money is in your balance at Stripe, which may hold further payouts back until then.'
  if (code !== null && askBank.has(code)) {
    return `Ask your bank to let payouts from Stripe in, or enter another bank account ${place}. ${kept}`
  }
  if (code === 'could_not_process') {
    return `Check the bank account ${place}; if it is right, ask Stripe to send the payout again. ${kept}`
  }
  return `Correct the bank account, or enter another one, ${place}. ${kept}`
}

/** "STRIPE TEST BANK •••• 6789"; null where the provider did not say. */
export function bankText(
  bank: { readonly name: string | null; readonly last4: string } | null,
): string | null {
  return bank === null ? null : `${bank.name ?? 'Your bank account'} •••• ${bank.last4}`
}
