import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { Link } from 'react-router'
import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount, toMinor } from '#foundation/money/amount.ts'
import { ItemsPage, type ItemActions, ItemButtons } from '#selling/catalog/ui/items-page.tsx'
import { useNow } from '#selling/timers/ui/use-now.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { Coupon } from '../contract.ts'
import { couponSentence } from '../coupon-sentence.ts'
import { couponItem } from './coupon-values.ts'
import { couponFormsQuery } from './queries.ts'

export function CouponsPage() {
  return (
    <ItemsPage
      item={couponItem}
      title={t('Coupons')}
      lead={t('Discount codes for your forms.')}
      texts={{
        create: t('Create coupon'),
        search: t('Search coupons'),
        showAll: t('Show all coupons'),
        notFound: t('No coupon found'),
        noneYet: t('No coupon yet'),
      }}
      empty={{
        icon: <TicketPercent aria-hidden className="size-8" />,
        title: t('Create your first coupon'),
        text: t('Give buyers a discount and see how much each code earns.'),
      }}
      skeleton={<Skeleton label={t('Loading coupons')} blocks={['h-30', 'h-30', 'h-30']} />}
    >
      {(coupons, isStale) => (
        <ul aria-busy={isStale} className={`grid gap-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
          {coupons.map(({ row, actions }) => (
            <CouponRow key={row.id} coupon={row} actions={actions} />
          ))}
        </ul>
      )}
    </ItemsPage>
  )
}

function CouponRow({ coupon, actions }: { readonly coupon: Coupon; readonly actions: ItemActions }) {
  const { data: forms } = useQuery(couponFormsQuery)
  const titles =
    coupon.formIds?.flatMap((id) => forms?.find((form) => form.id === id)?.title ?? t('a form')) ?? null
  const { code, codeCount, taken, maxRedemptions } = coupon
  return (
    <li className="panel relative flex animate-rise items-start gap-4 py-4 pr-3 pl-5 transition hover:shadow-float sm:gap-6">
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-snug font-semibold wrap-anywhere">
          <Link to={actions.editPath} className="rounded after:absolute after:inset-0 hover:text-brand">
            {coupon.title}
          </Link>
          <State coupon={coupon} />
        </h2>
        <p className="flex flex-wrap gap-x-3">
          <code className="font-semibold break-all text-brand">{code ?? t('No code')}</code>
          {codeCount > 1 && (
            <span className="text-muted">{t('and {count} more', { count: codeCount - 1 })}</span>
          )}
        </p>
        <p className="text-pretty break-words text-muted">{couponSentence({ ...coupon, forms: titles })}</p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
          <Fact
            name={t('Used')}
            value={
              maxRedemptions === null
                ? String(taken)
                : t('{taken} of {maxRedemptions}', { taken, maxRedemptions })
            }
          />
          <Fact name={t('Revenue after refunds')} value={revenueText(coupon)} />
        </dl>
      </div>
      <ItemButtons name={coupon.title} {...actions} />
    </li>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}

function State({ coupon }: { readonly coupon: Coupon }) {
  const now = useNow()
  const { isActive, startsAt, endsAt, taken, maxRedemptions } = coupon
  if (!isActive) return <Badge>{t('Inactive')}</Badge>
  if (endsAt !== null && Date.parse(endsAt) <= now) return <Badge>{t('Ended')}</Badge>
  if (maxRedemptions !== null && taken >= maxRedemptions) return <Badge>{t('Limit reached')}</Badge>
  return startsAt !== null && Date.parse(startsAt) > now ? <Badge tone="brand">{t('Scheduled')}</Badge> : null
}

function revenueText({ revenue }: Coupon): string {
  if (revenue.length === 0) return '–'
  const amounts = revenue.map(({ currency, amount }) => formatAmount(toMinor(amount, currency), currency))
  return listText(amounts, 'unit')
}
