import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { Chart } from '#web/kit/chart/chart.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { EarlierButton } from '#web/kit/list/earlier-button.tsx'
import type { Balance, Payout } from '#selling/payouts/contract.ts'
import { bankText } from '#selling/payouts/payout-texts.ts'
import { balanceQuery, hasNoAccount, payoutListQuery, payoutWeeksQuery } from './queries.ts'
import { BankName, Day, PayoutBadge, NoAccountYet } from './payout-state.tsx'

export function PayoutsPage() {
  const { error } = useInfiniteQuery(payoutListQuery)
  return (
    <Page title={t('Payouts')} lead={t('Payouts from Stripe to your bank account.')}>
      <SalesTabs />
      {hasNoAccount(error) ? (
        <NoAccountYet />
      ) : (
        <div className="grid gap-8">
          <BalanceSection />
          <Weeks />
          <Payouts />
        </div>
      )}
    </Page>
  )
}

function Payouts() {
  const query = useInfiniteQuery(payoutListQuery)
  const { data } = query
  if (data === undefined) {
    return <NotLoaded query={query} label={t('Loading payouts')} blocks={['table']} />
  }
  const payouts = data.pages.flatMap((page) => page.data)
  if (payouts.length === 0) {
    return (
      <EmptyState
        icon={<Landmark aria-hidden className="size-8" />}
        title={t('Your first payout will appear here')}
        text={t('Stripe sends payouts automatically, usually a few days after a sale.')}
      />
    )
  }
  return (
    <div className="grid gap-6">
      <PayoutList payouts={payouts} />
      <EarlierButton query={query}>{t('Show earlier payouts')}</EarlierButton>
    </div>
  )
}

/** Renders nothing while loading or without payouts. */
function Weeks() {
  const { data } = useQuery(payoutWeeksQuery)
  return data?.currencies.map(({ currency, weeks }) => {
    const names = weeks.map(({ from }) => weekFormat.format(new Date(from)))
    const format = (minor: number) => formatAmount(Math.round(minor), currency)
    return (
      <Chart
        key={currency}
        title={t('Payouts by week of arrival, in {currency}', { currency: currency.toUpperCase() })}
        height="h-40"
        present={weeks.findLastIndex(({ amount }) => amount !== 0)}
        format={(minor) => axisAmount(minor, currency)}
        names={{ value: t('Payouts') }}
        points={weeks.map(({ amount }, index) => ({
          name: t('Week of {day}', { day: names[index] ?? '' }),
          tick: names[index] ?? '',
          value: amount,
          text: format(amount),
        }))}
      />
    )
  })
}

const weekFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/**
 * Shows payouts as a table on wide screens and as a list on phones. Each row links to its payout. If there is only one
 * bank, its name is shown once.
 */
function PayoutList({ payouts }: { readonly payouts: readonly Payout[] }) {
  const banks = new Set(payouts.map(({ bank }) => bankText(bank)))
  const [bank = null] = banks
  const isOneBank = banks.size === 1
  return (
    <section aria-label={t('Payouts')}>
      {isOneBank && bank !== null && (
        <p className="mb-3 wrap-anywhere text-muted">{t('All to {bank}', { bank })}</p>
      )}
      <ListTable
        name={t('Payouts')}
        columns={[t('Arrival date'), t('Status'), ...(isOneBank ? [] : [t('To')])]}
        amounts={[t('Amount')]}
        className="md:block"
      >
        {payouts.map((payout) => (
          <tr key={payout.id} className="relative border-t border-line hover:bg-brand-soft/50">
            <th scope="row" className="px-5 py-4 font-normal">
              <PayoutLink payout={payout} />
            </th>
            <td className="px-5 py-4">
              <PayoutBadge status={payout.status} />
            </td>
            {!isOneBank && (
              <td className="px-5 py-4 wrap-anywhere text-muted">
                <BankName bank={payout.bank} />
              </td>
            )}
            <td translate="no" className="px-5 py-4 text-right font-semibold whitespace-nowrap tabular-nums">
              {formatAmount(payout.amount, payout.currency)}
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="panel divide-y divide-line md:hidden">
        {payouts.map((payout) => (
          <li key={payout.id} className="relative grid gap-1 px-4 py-3.5">
            <span className="flex items-start justify-between gap-3">
              <PayoutLink payout={payout} />
              <span translate="no" className="font-semibold tabular-nums">
                {formatAmount(payout.amount, payout.currency)}
              </span>
            </span>
            {(!isOneBank || payout.status !== 'paid') && (
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
                {!isOneBank && (
                  <span className="wrap-anywhere">
                    <BankName bank={payout.bank} />
                  </span>
                )}
                {payout.status !== 'paid' && <PayoutBadge status={payout.status} />}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function PayoutLink({ payout: { id, arrivesOn } }: { readonly payout: Payout }) {
  return (
    <Link to={`/payouts/${id}`} className="rounded font-medium after:absolute after:inset-0">
      <Day day={arrivesOn} />
    </Link>
  )
}

/** The current balance on Stripe, and when pending amounts become available. */
function BalanceSection() {
  const query = useQuery(balanceQuery)
  const { data } = query
  if (data !== undefined) return data.currencies.map((one) => <Currency key={one.currency} {...one} />)
  return <NotLoaded query={query} label={t('Loading the balance')} blocks={['h-40']} />
}

type Props = Balance['currencies'][number]

function Currency({ currency, available, pending, days }: Props) {
  return (
    <section
      aria-label={t('Balance in {currency}', { currency: currency.toUpperCase() })}
      className="panel grid gap-x-10 gap-y-5 p-5 sm:grid-cols-[auto_auto_minmax(0,1fr)] sm:p-7"
    >
      <Figure name={t('Available')} amount={available} currency={currency} />
      <Figure name={t('Pending')} amount={pending} currency={currency} />
      {Math.min(available, pending) < 0 && (
        <p className="text-sm text-pretty text-muted sm:order-last sm:col-span-full">
          {t(
            'Refunds, disputes and fees exceed your balance. Stripe will deduct this from future sales, or from your bank account if they do not cover it.',
          )}
        </p>
      )}
      {days !== null && days.length > 0 && (
        <div className="min-w-0">
          <h2 className="text-sm text-muted">{t('Available from')}</h2>
          <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
            {days.map(({ day, amount }) => (
              <li key={day} className="whitespace-nowrap">
                <Day day={day} />{' '}
                <strong translate="no" className="font-semibold">
                  {formatAmount(amount, currency)}
                </strong>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

type FigureProps = { readonly name: string; readonly amount: number; readonly currency: string }

function Figure({ name, amount, currency }: FigureProps) {
  return (
    <div>
      <h2 className="text-sm text-muted">{name}</h2>
      <p translate="no" className="mt-1 text-2xl font-semibold tabular-nums">
        {formatAmount(amount, currency)}
      </p>
    </div>
  )
}
