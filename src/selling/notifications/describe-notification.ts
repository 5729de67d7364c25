import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { adviceOnFailure, bankText } from '#selling/payouts/payout-texts.ts'
import type { NotificationWire } from './contract.ts'
import type { BellNotification, PayoutNotification } from './store.ts'

export function describeNotification(notification: BellNotification): NotificationWire {
  if ('endpointId' in notification) {
    const { id, at, kind, endpointId, name } = notification
    return { id, at: at.toISOString(), kind, endpointId, name }
  }
  const { id, amount, currency, at } = notification
  const told = { id, amount, currency, at: at.toISOString() }
  if ('payout' in notification) {
    const { kind, payout } = notification
    return { ...told, kind, payoutId: payout.id, bank: bankName(payout) }
  }
  const { kind, purchaseId: saleId, buyer, formTitle, begins, outcome } = notification
  const asks = outcome === 'asked'
  return { ...told, kind, saleId, buyer, formTitle, begins, outcome: asks ? null : outcome, asks }
}

/** The bank account, such as "STRIPE TEST BANK •••• 6789", or null if the bank is unknown. */
export function bankName({
  bankName: name,
  bankLast4: last4,
}: Pick<PayoutNotification['payout'], 'bankName' | 'bankLast4'>): string | null {
  return bankText(last4 === null ? null : { name, last4 })
}

/** The outcome of a payout in words, and what the seller should do. */
export function wordsOfPayout({ kind, amount: sum, currency, payout }: PayoutNotification) {
  const amount = formatAmount(sum, currency)
  const bank = bankName(payout)
  if (kind === 'payout_paid') {
    return {
      title: t('Payout: {amount}', { amount }),
      what:
        bank === null
          ? t('Stripe paid {amount} into your bank account.', { amount })
          : t('Stripe paid {amount} into {bank}.', { amount, bank }),
      next: null,
    }
  }
  const { title, what } = payout.isDebit ? uncollected(amount, bank) : failed(amount, bank)
  return {
    title,
    what: payout.failureMessage === null ? what : `${what} ${payout.failureMessage}`,
    next: adviceOnFailure(payout.failureCode),
  }
}

function uncollected(amount: string, bank: string | null) {
  return {
    title: t('Stripe could not collect {amount}', { amount }),
    what:
      bank === null
        ? t('Stripe tried to collect {amount} from your bank account because your balance was below zero.', {
            amount,
          })
        : t('Stripe tried to collect {amount} from {bank} because your balance was below zero.', {
            amount,
            bank,
          }),
  }
}

function failed(amount: string, bank: string | null) {
  return {
    title: t('Payout failed: {amount}', { amount }),
    what:
      bank === null
        ? t('Your bank rejected a payout to your bank account.')
        : t('Your bank rejected a payout to {bank}.', { bank }),
  }
}
