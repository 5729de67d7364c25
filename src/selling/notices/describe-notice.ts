import type { NoticeWire } from './contract.ts'
import { bankName } from './payout-words.ts'
import type { DescribedNotice } from './store.ts'

export function describeNotice(notice: DescribedNotice): NoticeWire {
  const { id, amount, currency, at } = notice
  const told = { id, amount, currency, at: at.toISOString() }
  if ('payout' in notice) {
    const { kind, payout } = notice
    return { ...told, kind, payoutId: payout.id, bank: bankName(payout) }
  }
  const { kind, purchaseId: saleId, buyer, formTitle, begins, outcome } = notice
  const asks = outcome === 'asked'
  return { ...told, kind, saleId, buyer, formTitle, begins, outcome: asks ? null : outcome, asks }
}
