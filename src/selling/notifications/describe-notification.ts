import type { NotificationWire } from './contract.ts'
import { bankName } from './payout-words.ts'
import type { DescribedNotification } from './store.ts'

export function describeNotification(notification: DescribedNotification): NotificationWire {
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
