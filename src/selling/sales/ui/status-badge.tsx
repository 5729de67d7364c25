import { Badge, type Tone } from '#web/kit/badge.tsx'
import type { PurchaseStatus } from '../purchase-words.ts'

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

/** A purchase's state in words that need no knowledge of payments; `total` is what it came to, where that is known. */
export function statusText(status: PurchaseStatus, total?: number): string {
  return status === 'paid' && total === 0 ? 'Free' : words[status].label
}

type StatusBadgeProps = { readonly status: PurchaseStatus; readonly total: number }

export function StatusBadge({ status, total }: StatusBadgeProps) {
  return <Badge tone={words[status].tone}>{statusText(status, total)}</Badge>
}
