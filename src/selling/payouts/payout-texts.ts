import { t } from '#foundation/language/t.ts'

/** Stripe's codes for a rejection by the bank, which the seller can resolve with this bank or by choosing another. */
const askBank: ReadonlySet<string> = new Set([
  'account_frozen',
  'bank_account_restricted',
  'debit_not_authorized',
  'declined',
])

/** What the seller should do after a failed payout, by Stripe's code (https://docs.stripe.com/api/payouts/failures). */
export function adviceOnFailure(code: string | null): string {
  if (code === 'insufficient_funds') {
    return t(
      'Your Stripe balance was too low for this payout. You do not need to do anything. It will be included in the next one.',
    )
  }
  return [
    whatToDo(code),
    t('The money is in your Stripe balance. Stripe may pause payouts until this is fixed.'),
  ].join(' ')
}

function whatToDo(code: string | null): string {
  if (code !== null && askBank.has(code)) {
    return t(
      'Ask your bank to accept payouts from Stripe, or enter another bank account in your Stripe Dashboard under Settings › Payouts.',
    )
  }
  if (code === 'could_not_process') {
    return t(
      'Check the bank account in your Stripe Dashboard under Settings › Payouts. If it is correct, ask Stripe to resend the payout.',
    )
  }
  return t('Correct the bank account or enter another one in your Stripe Dashboard under Settings › Payouts.')
}

/** The bank account, such as "STRIPE TEST BANK •••• 6789", or null if the bank is unknown. */
export function bankText(
  bank: { readonly name: string | null; readonly last4: string } | null,
): string | null {
  return bank === null ? null : `${bank.name ?? t('Your bank account')} •••• ${bank.last4}`
}
