import { ShieldAlert } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { distanceText } from '#selling/timers/ui/timer-texts.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import type { FormCard } from '#selling/forms/contract.ts'
import { Badge } from '#web/kit/layout/badge.tsx'

/** Whether a form sells, and its timers' next change. */
export function SaleBadge({ sale: { state, nextChange } }: Pick<FormCard, 'sale'>) {
  const now = useNow()
  if (state === 'suspended') return <Badge tone="danger">{t('Suspended')}</Badge>
  if (state === 'closed') return <Badge tone="warning">{t('Not accepting payments')}</Badge>
  if (state === 'not_onboarded') return <Badge tone="warning">{t('Finish Stripe setup')}</Badge>
  if (state === 'paused') return <Badge tone="warning">{t('Paused')}</Badge>
  if (state === 'over') return <Badge>{t('Sale ended')}</Badge>
  if (state === 'sold_out') return <Badge>{t('Sold out')}</Badge>
  if (nextChange === null) return <Badge tone="success">{t('Live')}</Badge>
  const distance = distanceText(Date.parse(nextChange.at), now)
  return (
    <Badge tone="brand">
      {nextChange.what === 'price'
        ? t('Price changes {distance}', { distance })
        : t('Sale ends {distance}', { distance })}
    </Badge>
  )
}

export function AttackBadge() {
  return (
    <Badge tone="warning">
      <ShieldAlert aria-hidden className="size-4" />
      {t('Blocking card testing')}
    </Badge>
  )
}
