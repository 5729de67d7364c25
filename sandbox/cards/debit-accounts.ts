import type { Decline } from './test-cards.ts'

/** What happens to a debit from a published test account, and when. */
export type TestDebit = {
  readonly iban: string
  readonly seconds: number
  readonly fails?: true
  /** The debtor's bank reverses the debit as soon as it is paid. */
  readonly isCalledBack?: true
}

/** In test mode, a debit settles within moments or takes at least three minutes. */
const soon = 3
const late = 180

/** https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-integration */
const debits: readonly TestDebit[] = [
  { iban: 'DE89370400440532013000', seconds: soon },
  { iban: 'DE08370400440532013003', seconds: late },
  { iban: 'DE62370400440532013001', seconds: soon, fails: true },
  { iban: 'DE78370400440532013004', seconds: late, fails: true },
  { iban: 'DE35370400440532013002', seconds: soon, isCalledBack: true },
]

const byIban = new Map(debits.map((debit) => [debit.iban, debit]))

export function findTestDebit(iban: string): TestDebit | undefined {
  return byIban.get(iban)
}

export const debitFailed: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  decline_code: 'generic_decline',
  message: 'The bank account could not be debited.',
}
