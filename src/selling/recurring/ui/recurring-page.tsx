import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import { Card, Cards } from '#selling/sales/ui/numbers/card.tsx'
import { countText, rateText } from '#selling/sales/ui/number-texts.ts'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { Chart } from '#web/kit/chart/chart.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import type { Bridge } from '../contract.ts'
import { BridgeSection, type MonthsProps } from './bridge-section.tsx'
import { CohortSection } from './cohort-section.tsx'
import { ComingSection } from './coming-section.tsx'
import { CurrencyChoice, FormChoice, listPath, useNarrowing } from './narrowing.tsx'
import { recurringQuery } from './queries.ts'
import { monthName } from './recurring-words.ts'

/** Recurring revenue and what changed it, what is due in the next weeks, and how long buyers stay. */
export function RecurringPage() {
  const { narrowed, currency, change } = useNarrowing()
  const query = useQuery(recurringQuery(narrowed))
  const { data, isPlaceholderData } = query
  const shown = data?.currencies?.find((one) => one.currency === currency) ?? data?.currencies?.[0]
  return (
    <Page
      title={t('Recurring')}
      name={t('Recurring revenue')}
      lead={t('What your subscriptions are worth in a month, why that changes, and what is due next.')}
    >
      <SalesTabs />
      <FormChoice narrowed={narrowed} onChange={change} />
      {data === undefined ? (
        <NotLoaded query={query} label={t('Loading the numbers')} blocks={['h-36', 'h-72', 'h-56']} />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-6 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.currencies === null && (
            <Notice tone="info">
              {t('Your subscriptions are being counted for the first time. This takes a few minutes.')}
            </Notice>
          )}
          {data.currencies !== null && shown === undefined && <Nothing />}
          {shown !== undefined && (
            <>
              <CurrencyChoice
                currencies={data.currencies?.map((one) => one.currency) ?? []}
                shown={shown.currency}
                onChoose={(chosen) => change('currency', chosen)}
              />
              <Level {...shown} narrowed={narrowed} names={data.months} />
              <BridgeSection {...shown} narrowed={narrowed} names={data.months} />
            </>
          )}
          <ComingSection narrowed={narrowed} currency={currency ?? shown?.currency} />
          {shown !== undefined && <CohortSection narrowed={narrowed} currency={shown.currency} />}
        </div>
      )}
    </Page>
  )
}

/** With fewer subscriptions, a percentage says little. */
const leastHeads = 20
/** How many months are shown even for a young shop. Earlier months are shown only from its first subscription on. */
const leastMonths = 12

function Level({ currency, months, narrowed, names }: MonthsProps) {
  const [present, last] = [months.at(-1), months.at(-2)]
  const rows = listPath('subscriptions', { ...narrowed, currency, month: names.at(-1) })
  const amount = (minor: number) => formatAmount(minor, currency)
  const named = months.map(({ end }, index) => ({ end, month: names[index] ?? '' }))
  const begun = Math.max(
    named.findIndex(({ end }) => end.heads > 0),
    0,
  )
  const shown = named.filter((_, index) => index >= Math.min(begun, named.length - leastMonths))
  if (present === undefined || last === undefined) return null
  const isEnough = last.begin.heads >= leastHeads
  const month = monthName(names.at(-2) ?? '')
  const few = t('{heads} at the start of {month}: too few to say', {
    heads: countText(last.begin.heads),
    month,
  })
  return (
    <>
      <Cards label={t('Recurring revenue now')}>
        <Card
          name={t('MRR')}
          info={t(
            'Monthly recurring revenue: what all paid subscriptions with no fixed end date are worth in a month, before tax. Trials, pauses and plans do not count.',
          )}
          value={present.end.amount}
          format={amount}
          rows={rows}
        />
        <Card
          name={t('Subscriptions')}
          info={t(
            'The subscriptions in the MRR, including those with a declined payment Stripe still retries.',
          )}
          value={present.end.heads}
          rows={rows}
        />
        <Card
          name={t('Revenue churn')}
          info={t(
            'The MRR that ended in the last full month, as a share of the MRR at its start. Pauses do not count.',
          )}
          value={isEnough ? goneShare(last, 'amount') : null}
          format={rateText}
          counts={isEnough ? month : few}
        />
        <Card
          name={t('Subscription churn')}
          info={t('The subscriptions that ended in the last full month, as a share of those at its start.')}
          value={isEnough ? goneShare(last, 'heads') : null}
          format={rateText}
          counts={isEnough ? month : few}
        />
      </Cards>
      <h2 className="sr-only">{t('Month by month')}</h2>
      <Chart
        title={t('MRR by month, in {currency}', { currency: currency.toUpperCase() })}
        present={shown.length - 1}
        format={(minor) => axisAmount(minor, currency)}
        names={{ value: t('MRR') }}
        points={shown.map(({ month: of, end }) => ({
          name: monthName(of, 'short'),
          tick: monthName(of, 'shortest'),
          value: end.amount,
          text: amount(end.amount),
        }))}
      />
    </>
  )
}

function goneShare({ begin, moved }: Bridge, of: 'amount' | 'heads'): number | null {
  const gone = moved.filter(({ kind }) => kind === 'gone').reduce((sum, one) => sum - one[of], 0)
  return begin[of] === 0 ? null : gone / begin[of]
}

function Nothing() {
  return (
    <EmptyState
      icon={<Repeat aria-hidden className="size-8" />}
      title={t('No recurring revenue yet')}
      text={t('When a buyer pays for a subscription with no fixed end date, it appears here.')}
    />
  )
}
