import type { NoticeWire } from './contract.ts'
import type { DescribedNotice } from './store.ts'

export function describeNotice(row: DescribedNotice): NoticeWire {
  const { id, kind, purchaseId: saleId, buyer, formTitle, amount, currency, at } = row
  return { id, kind, saleId, buyer, formTitle, amount, currency, at: at.toISOString() }
}
