import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { listText } from '#foundation/language/list.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { type ItemActions, ItemsPage, ItemButtons, usedText } from '#selling/catalog/ui/items-page.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import type { ListedTax } from '../contract.ts'
import { taxItem } from './tax-item.ts'
import { taxStatusQuery } from './queries.ts'

export function TaxesPage() {
  return (
    <ItemsPage
      item={taxItem}
      title={t('Taxes')}
      lead={t('Tax rates for your forms.')}
      texts={{
        create: t('Create tax'),
        search: t('Search taxes'),
        showAll: t('Show all taxes'),
        notFound: t('No tax found'),
        noneYet: t('No tax yet'),
      }}
      note={
        <>
          <TaxStatus />
          <ByCountry />
        </>
      }
      empty={{
        icon: <Landmark aria-hidden className="size-8" />,
        title: t('Create your first tax'),
        text: t('Create a rate once and use it on any form. Buyers see it before they pay.'),
      }}
      skeleton={<Skeleton label={t('Loading taxes')} blocks={['h-22', 'h-22', 'h-22']} />}
    >
      {(taxes, isStale) => (
        <ul aria-busy={isStale} className={`grid gap-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
          {taxes.map(({ row, actions }) => (
            <TaxRow key={row.id} tax={row} actions={actions} />
          ))}
        </ul>
      )}
    </ItemsPage>
  )
}

function TaxRow({ tax, actions }: { readonly tax: ListedTax; readonly actions: ItemActions }) {
  return (
    <li className="panel relative flex animate-rise items-center gap-4 py-4 pr-3 pl-5 transition hover:shadow-float max-sm:flex-wrap max-sm:gap-y-1 sm:gap-6">
      <p className="w-full shrink-0 text-lg sm:w-20 font-semibold text-brand tabular-nums">
        {tax.percentage}%
      </p>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={actions.editPath} className="rounded after:absolute after:inset-0 hover:text-brand">
            {tax.title}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          <span>{tax.inclusive ? t('Included in the price') : t('Added to the price')}</span>
          <span className="sm:before:mr-2 sm:before:content-['·']">{usedText(tax.usedByForms)}</span>
          {!tax.active && <Badge>{t('Inactive')}</Badge>}
        </p>
      </div>
      <ItemButtons name={tax.title} isInRow {...actions} />
    </li>
  )
}

/** The link to the taxes by country. */
function ByCountry() {
  return (
    <p className="mb-6 text-muted">
      {rich('Do you sell to several countries? {link}', {
        link: (
          <Link key="link" to="/taxes/by-country" className="link">
            {t('Taxes by country')}
          </Link>
        ),
      })}
    </p>
  )
}

/** Warns about incomplete tax settings in the seller's Stripe account. */
function TaxStatus() {
  const { data } = useQuery(taxStatusQuery)
  if (data === undefined || data.status === 'active') return null
  const missing = data.missing.map((name) => name.replaceAll(/[_.]/g, ' '))
  return (
    <div className="mb-6">
      <Notice tone="warning">
        {[
          t('The tax settings of your Stripe account are incomplete.'),
          ...(missing.length === 0
            ? []
            : [t('Still missing: {missing}.', { missing: listText(missing, 'unit') })]),
          t('We still charge the taxes below, but Stripe’s tax reports need these settings.'),
        ].join(' ')}
      </Notice>
    </div>
  )
}
