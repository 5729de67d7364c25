import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import type { Sale } from '../contract.ts'
import type { PurchaseStatus } from '#selling/list-filters/purchase-words.ts'

const words: Readonly<Record<PurchaseStatus, { readonly tone: Tone; readonly label: string }>> = {
  created: { tone: 'neutral', label: 'Started' },
  requires_action: { tone: 'warning', label: 'Waiting for the buyer' },
  processing: { tone: 'warning', label: 'With the bank' },
  unknown: { tone: 'warning', label: 'Being checked' },
  paid: { tone: 'success', label: 'Paid' },
  failed: { tone: 'danger', label: 'Failed' },
  canceled: { tone: 'neutral', label: 'Canceled' },
  partially_refunded: { tone: 'brand', label: 'Partly refunded' },
  refunded: { tone: 'brand', label: 'Refunded' },
}

/** A purchase's state in words that need no knowledge of payments; `cost` is what it came to, where that is known. */
export function statusText(status: PurchaseStatus, cost?: Pick<Sale, 'total' | 'isFree'>): string {
  if (status !== 'paid' || cost?.total !== 0) return words[status].label
  return cost.isFree ? 'Free' : 'Nothing charged'
}

export function StatusBadge({ status, ...cost }: Pick<Sale, 'status' | 'total' | 'isFree'>) {
  return <Badge tone={words[status].tone}>{statusText(status, cost)}</Badge>
}
