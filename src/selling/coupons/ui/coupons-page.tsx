import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { ItemsPage, type ItemActions, ItemButtons } from '#selling/catalog/ui/items-page.tsx'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { Coupon } from '../contract.ts'
import { couponSentence } from '../coupon-sentence.ts'
import { revenueText, State, Used } from './coupon-facts.tsx'
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
      skeleton={<Skeleton label={t('Loading coupons')} blocks={['h-72']} />}
    >
      {(coupons, isStale) => (
        <div aria-busy={isStale} className={`transition-opacity ${isStale ? 'opacity-60' : ''}`}>
          <ListTable
            name={t('Coupons')}
            columns={[t('Coupon'), t('Discount'), t('Status')]}
            amounts={[t('Used'), t('Net revenue')]}
            hasActions
            className="lg:block"
          >
            {coupons.map(({ row, actions }) => (
              <CouponRow key={row.id} coupon={row} actions={actions} />
            ))}
          </ListTable>
          <ul className="grid gap-3 lg:hidden">
            {coupons.map(({ row, actions }) => (
              <CouponCard key={row.id} coupon={row} actions={actions} />
            ))}
          </ul>
        </div>
      )}
    </ItemsPage>
  )
}

type Props = { readonly coupon: Coupon; readonly actions: ItemActions }

function CouponRow({ coupon, actions }: Props) {
  return (
    <tr className="relative border-t border-line align-top hover:bg-brand-soft/50">
      <th scope="row" className="max-w-72 px-5 py-4 font-normal">
        <CouponLink coupon={coupon} actions={actions} />
        <Codes coupon={coupon} />
      </th>
      <td className="max-w-96 px-5 py-4 text-pretty break-words">
        <Discount coupon={coupon} />
      </td>
      <td className="px-5 py-4">
        <State coupon={coupon} />
      </td>
      <td className="px-5 py-4 text-right whitespace-nowrap">
        <Used coupon={coupon} />
      </td>
      <td translate="no" className="px-5 py-4 text-right font-semibold tabular-nums">
        {revenueText(coupon)}
      </td>
      <td className="w-0 px-3 py-2">
        <ItemButtons name={coupon.title} className="justify-end" isInRow {...actions} />
      </td>
    </tr>
  )
}

function CouponCard({ coupon, actions }: Props) {
  return (
    <li className="panel relative grid gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <CouponLink coupon={coupon} actions={actions} />
          <Codes coupon={coupon} />
        </div>
        <State coupon={coupon} />
      </div>
      <p className="text-pretty break-words text-muted">
        <Discount coupon={coupon} />
      </p>
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="text-sm text-muted">{t('Used')}</dt>
          <dd>
            <Used coupon={coupon} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('Net revenue')}</dt>
          <dd translate="no" className="font-semibold tabular-nums">
            {revenueText(coupon)}
          </dd>
        </div>
      </dl>
      <ItemButtons
        name={coupon.title}
        className="-mx-2 -mb-2 justify-between border-t border-line pt-2"
        {...actions}
      />
    </li>
  )
}

/** This link covers its whole row or card. */
function CouponLink({ coupon: { title }, actions }: Props) {
  return (
    <Link
      to={actions.editPath}
      className="rounded font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
    >
      {title}
    </Link>
  )
}

function Codes({ coupon: { code, codeCount } }: Pick<Props, 'coupon'>) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <code className="break-all text-brand">{code ?? t('No code')}</code>
      {codeCount > 1 && <span className="text-muted">{t('and {count} more', { count: codeCount - 1 })}</span>}
    </span>
  )
}

function Discount({ coupon }: Pick<Props, 'coupon'>) {
  const { data: forms } = useQuery(couponFormsQuery)
  const titles =
    coupon.formIds?.flatMap((id) => forms?.find((form) => form.id === id)?.title ?? t('a form')) ?? null
  return couponSentence({ ...coupon, forms: titles })
}
