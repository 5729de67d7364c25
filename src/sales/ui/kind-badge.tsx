import type { Sale } from '#sales/contract.ts'
import { Badge } from '#shell/ui/badge.tsx'

/** Tells what belongs to an order from an order, which needs no word. */
export function KindBadge({ kind }: { readonly kind: Sale['kind'] }) {
  if (kind === 'order') return null
  return <Badge tone="brand">{kind === 'offer' ? 'Offer' : 'Renewal'}</Badge>
}
