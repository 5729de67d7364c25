import { Badge } from '#web/kit/layout/badge.tsx'
import type { EditedPrice } from './arrange-prices.ts'

/** Who is offered a price; nothing where all are. */
export function StateBadge({ price }: { readonly price: EditedPrice }) {
  if (price.state === 'hidden') return <Badge>Hidden</Badge>
  if (price.state === 'retired') return <Badge>Retired</Badge>
  return price.isDefault ? <Badge tone="brand">Chosen at first</Badge> : null
}
