import type { ReactNode } from 'react'
import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount, toMinor } from '#foundation/money/amount.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import { Meter } from '#web/kit/chart/meter.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import type { Coupon } from '../contract.ts'

type Props = { readonly coupon: Coupon }

export function Used({ coupon: { taken, maxRedemptions } }: Props) {
  if (maxRedemptions === null) return <span className="tabular-nums">{taken}</span>
  return (
    <span className="grid gap-1.5 tabular-nums">
      {t('{taken} of {maxRedemptions}', { taken, maxRedemptions })}
      <Meter share={taken / maxRedemptions} isWarning={taken >= maxRedemptions} />
    </span>
  )
}

export function State({ coupon }: Props) {
  const now = useNow()
  const { isActive, startsAt, endsAt, taken, maxRedemptions } = coupon
  if (!isActive) return <Badge>{t('Inactive')}</Badge>
  if (endsAt !== null && Date.parse(endsAt) <= now) return <Badge>{t('Ended')}</Badge>
  if (maxRedemptions !== null && taken >= maxRedemptions) return <Badge>{t('Limit reached')}</Badge>
  return startsAt !== null && Date.parse(startsAt) > now ? (
    <Badge tone="brand">{t('Scheduled')}</Badge>
  ) : (
    <Badge tone="success">{t('Active')}</Badge>
  )
}

/** Its net revenue, by currency. */
export function revenueText({ revenue }: Coupon): string {
  if (revenue.length === 0) return '–'
  const amounts = revenue.map(({ currency, amount }) => formatAmount(toMinor(amount, currency), currency))
  return listText(amounts, 'unit')
}

/** How a coupon was used so far. */
export function CouponFacts({ coupon }: Props) {
  return (
    <dl
      aria-label={t('Results')}
      className="panel grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 sm:grid-cols-4 sm:px-7"
    >
      <Fact name={t('Status')}>
        <State coupon={coupon} />
      </Fact>
      <Fact name={t('Used')}>
        <Used coupon={coupon} />
      </Fact>
      <Fact name={t('Net revenue')}>
        <span translate="no" className="tabular-nums">
          {revenueText(coupon)}
        </span>
      </Fact>
      <Fact name={t('Codes')}>{coupon.codeCount}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-lg font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
