import { dateFormat } from '#foundation/time/date-format.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { InfoTip } from '#web/kit/layout/info-tip.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import type { Revenue } from '../contract.ts'
import { revenueQuery } from './queries.ts'
import { sellersPath } from './seller-filter.ts'
import { onboardingWords, planWords } from './seller-words.tsx'

/** Shows plan revenue, and the sellers gained and lost. */
export function RevenuePage() {
  const query = useQuery(revenueQuery)
  const { data } = query
  return (
    <Page title={t('Revenue')} lead={t('Subscription revenue from sellers. Months are in UTC.')}>
      <AdminTabs />
      {data !== undefined ? (
        <Numbers revenue={data} />
      ) : (
        <NotLoaded query={query} label={t('Loading the revenue')} blocks={['h-32', 'h-72', 'h-72']} />
      )}
    </Page>
  )
}

const monthName = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

type Months = Revenue['months']

/** The share of sellers who paid at a month's start but not at its end, or null if no one paid. */
function churnOf(months: Months, index: number): number | null {
  const before = months[index - 1]?.payers ?? 0
  const lost = months[index]?.lost ?? 0
  return before === 0 ? null : lost / before
}

function Numbers({ revenue: { months, currencies, shops } }: { readonly revenue: Revenue }) {
  const names = months.map(({ month }) => monthName.format(new Date(month)))
  const last = months.length - 1
  const present = months[last]
  if (present === undefined) return null
  const churn = churnOf(months, last)
  const { payers, gained, lost, trials, trialsBegun, trialsPaid, trialsEnded } = present
  const counts = { names, present: last, format: (count: number) => String(Math.round(count)) }
  return (
    <div className="grid grid-cols-1 gap-6">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {currencies.map(({ currency, months: money }) => (
          <Card
            key={currency}
            name={t('MRR in {currency}', { currency: currency.toUpperCase() })}
            info={t(
              'Monthly recurring revenue from paid plans, excluding tax. Trials and free plans are not included. Past-due plans count while we are still collecting.',
            )}
            note={t('{amount} lost this month', {
              amount: formatAmount(money[last]?.lost ?? 0, currency),
            })}
          >
            <Own>{formatAmount(money[last]?.recurring ?? 0, currency)}</Own>
          </Card>
        ))}
        <Card
          name={t('Paying sellers')}
          info={t('Sellers on an active paid plan.')}
          note={t('{gained} new and {lost} lost this month', { gained, lost })}
        >
          {payers}
        </Card>
        <Card
          name={t('Churn this month')}
          info={t(
            'The share of sellers paying at the start of the month who have since stopped. Switching between paid plans does not count.',
          )}
        >
          {churn === null ? '–' : percent.format(churn)}
        </Card>
        <Card
          name={t('Trials')}
          info={t('Active trials. A trial converts when the seller pays for the plan afterwards.')}
          note={t('This month: {trialsBegun} started, {trialsPaid} converted, {trialsEnded} ended', {
            trialsBegun,
            trialsPaid,
            trialsEnded,
          })}
        >
          {trials}
        </Card>
      </dl>
      <h2 className="sr-only">{t('Month by month')}</h2>
      {currencies.map(({ currency, months: money }) => (
        <Chart
          key={currency}
          title={t('MRR at the end of each month, in {currency}', { currency: currency.toUpperCase() })}
          names={{ value: t('MRR') }}
          present={last}
          format={(minor) => axisAmount(minor, currency)}
          points={money.map(({ recurring }, index) => ({
            name: names[index] ?? '',
            value: recurring,
            text: formatAmount(recurring, currency),
          }))}
        />
      ))}
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Chart
          title={t('Churn')}
          height="h-28"
          names={{ value: t('Churn') }}
          present={last}
          format={(rate) => percent.format(rate)}
          points={months.map(({ lost: left }, index) => {
            const value = churnOf(months, index)
            const text =
              value === null
                ? t('No paying sellers before')
                : t('{churn} ({left} left)', { churn: percent.format(value), left })
            return { name: names[index] ?? '', value, text }
          })}
        />
        <CountChart
          {...counts}
          title={t('Trials started')}
          values={months.map((month) => month.trialsBegun)}
        />
      </div>
      <Shops shops={shops} />
    </div>
  )
}

type CountProps = {
  readonly title: string
  readonly names: readonly string[]
  readonly values: readonly number[]
  readonly present: number
  readonly format: (count: number) => string
}

function CountChart({ title, names, values, present, format }: CountProps) {
  return (
    <Chart
      title={title}
      height="h-28"
      names={{ value: title }}
      present={present}
      format={format}
      points={values.map((value, index) => ({ name: names[index] ?? '', value, text: format(value) }))}
    />
  )
}

type CardProps = {
  readonly name: string
  readonly info: string
  readonly note?: string
  readonly children: ReactNode
}

function Card({ name, info, note, children }: CardProps) {
  return (
    <div className="panel min-w-0 p-5">
      <dt className="flex items-center gap-1 text-sm text-muted">
        {name}
        <InfoTip about={name} text={info} />
      </dt>
      <dd className="mt-1 text-2xl font-bold break-words tabular-nums">{children}</dd>
      {note !== undefined && <dd className="mt-1 text-sm text-muted">{note}</dd>}
    </div>
  )
}

/** Each number links to the shops it counts. */
function Shops({ shops }: Pick<Revenue, 'shops'>) {
  const suspended = shops.reduce((sum, row) => sum + row.suspended, 0)
  return (
    <Section title={t('Shops by plan and onboarding')} lead={t('Currently open shops.')}>
      <ul className="divide-y divide-line">
        {shops.map(({ plan, onboardingStatus, shops: count }) => (
          <li key={`${plan ?? ''} ${onboardingStatus}`}>
            <ShopsLink to={sellersPath({ plan: plan ?? 'none', onboarding: onboardingStatus })} count={count}>
              {listText([planWords(plan), onboardingWords(onboardingStatus)], 'unit')}
            </ShopsLink>
          </li>
        ))}
        <li>
          <ShopsLink to={sellersPath({ suspended: 'true' })} count={suspended}>
            {t('Suspended')}
          </ShopsLink>
        </li>
      </ul>
    </Section>
  )
}

type LinkProps = { readonly to: string; readonly count: number; readonly children: ReactNode }

function ShopsLink({ to, count, children }: LinkProps) {
  return (
    <Link to={to} className="flex min-h-11 items-center justify-between gap-4 rounded py-2 hover:text-brand">
      <span className="min-w-0 break-words">{children}</span>
      <span className="font-semibold tabular-nums">{count}</span>
    </Link>
  )
}
