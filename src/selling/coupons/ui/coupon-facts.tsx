import { TicketPercent } from 'lucide-react'
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

export function revenueText({ revenue }: Coupon): string {
  if (revenue.length === 0) return '–'
  const amounts = revenue.map(({ currency, amount }) => formatAmount(toMinor(amount, currency), currency))
  return listText(amounts, 'unit')
}

/** Shows a coupon as a ticket, with its code and state, and on its stub the results so far. */
export function CouponFacts({ coupon }: Props) {
  const { code, codeCount } = coupon
  return (
    <section
      aria-label={t('Results')}
      className="panel grid gap-x-8 gap-y-4 p-5 sm:p-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex min-w-0 items-center gap-3 rounded-xl border-2 border-dashed border-brand/50 bg-brand-soft px-4 py-2.5">
          <TicketPercent aria-hidden className="size-6 shrink-0 text-brand" />
          {code === null ? (
            <span className="text-muted">{t('No codes')}</span>
          ) : (
            <code translate="no" className="min-w-0 text-xl font-bold tracking-wide break-all">
              {code}
            </code>
          )}
        </span>
        {codeCount > 1 && (
          <span className="text-muted">
            {t('and {more, plural, one {# more code} other {# more codes}}', { more: codeCount - 1 })}
          </span>
        )}
        <State coupon={coupon} />
      </div>
      <dl className="grid grid-cols-2 gap-x-8 border-line max-lg:border-t max-lg:pt-4 lg:border-l lg:pl-8">
        <Fact name={t('Used')}>
          <Used coupon={coupon} />
        </Fact>
        <Fact name={t('Net revenue')}>
          <span translate="no" className="tabular-nums">
            {revenueText(coupon)}
          </span>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 lg:min-w-28">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-xl font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
