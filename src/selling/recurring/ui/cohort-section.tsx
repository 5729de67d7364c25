import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { recurringContract, type Cohort, type Narrowed } from '../contract.ts'
import { listPath } from './narrowing.tsx'
import { cohortsQuery } from './queries.ts'
import { monthName } from './recurring-words.ts'

type Props = { readonly narrowed: Narrowed; readonly currency: string }

/** The share of each month's new subscriptions, or of their MRR, that is still paid at the end of each later month. */
export function CohortSection({ narrowed, currency }: Props) {
  const query = useQuery(cohortsQuery(narrowed))
  const [by, setBy] = useState<'heads' | 'amount'>('heads')
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} label={t('Loading cohorts')} blocks={['h-72']} />
  const cohorts = data.currencies?.find((one) => one.currency === currency)?.cohorts ?? []
  if (cohorts.length === 0) return null
  return (
    <section aria-labelledby="cohorts" className="panel min-w-0 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="cohorts" className="text-xl font-semibold">
            {t('Cohorts')}
          </h2>
          <p className="mt-1 max-w-xl text-pretty text-muted">
            {t('How much of each month’s new subscriptions is still paid at the end of each later month.')}
          </p>
        </div>
        <Segmented
          label={t('Share of')}
          name="by"
          isCompact
          options={[
            { value: 'heads', label: t('Subscriptions') },
            { value: 'amount', label: t('MRR') },
          ]}
          chosen={by}
          onChange={({ target }) => setBy(target.value === 'amount' ? 'amount' : 'heads')}
        />
      </div>
      <CohortTable cohorts={cohorts.toReversed()} by={by} narrowed={narrowed} currency={currency} />
      <div className="mt-5">
        <ExportCsv
          description={t('The subscriptions and MRR of each month’s cohort in each later month.')}
          askPath={(format) =>
            call(recurringContract.getRecurringExportLink, {
              query: { ...narrowed, list: 'cohorts', format },
            })
          }
        />
      </div>
    </section>
  )
}

type TableProps = {
  /** The newest first. */
  readonly cohorts: readonly Cohort[]
  readonly by: 'heads' | 'amount'
  readonly narrowed: Narrowed
  readonly currency: string
}

function CohortTable({ cohorts, by, narrowed, currency }: TableProps) {
  const most = Math.max(...cohorts.map(({ after }) => after.length))
  const later = Array.from({ length: most }, (_, index) => index + 1)
  return (
    <div className="relative mt-5 overflow-x-auto">
      <table aria-label={t('Cohorts')} className="text-right text-sm whitespace-nowrap tabular-nums">
        <thead className="text-muted">
          <tr>
            {[t('Started'), by === 'heads' ? t('Subscriptions') : t('MRR'), t('Received per start')].map(
              (name, index) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1.5 pr-5 font-medium ${index === 0 ? 'sticky left-0 bg-surface text-left' : ''}`}
                >
                  {name}
                </th>
              ),
            )}
            {later.map((months) => (
              <th key={months} scope="col" className="min-w-13 px-1 py-1.5 text-center font-medium">
                <span aria-hidden>{months}</span>
                <span className="sr-only">
                  {t('{months, plural, one {# month later} other {# months later}}', { months })}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <Row key={cohort.month} cohort={cohort} by={by} narrowed={narrowed} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Omit<TableProps, 'cohorts'> & { readonly cohort: Cohort }

function Row({ cohort, by, narrowed, currency }: RowProps) {
  const { month, heads, mrr, received, after } = cohort
  const all = by === 'heads' ? heads : mrr
  return (
    <tr>
      <th scope="row" className="sticky left-0 bg-surface py-1 pr-5 text-left font-normal">
        {monthName(month, 'short')}
      </th>
      <td className="py-1 pr-5" translate="no">
        <NumberLink
          to={listPath('changes', { ...narrowed, currency, month, kind: 'started' })}
          of={t('Started in {month}', { month: monthName(month) })}
        >
          {by === 'heads' ? countText(heads) : formatAmount(mrr, currency)}
        </NumberLink>
      </td>
      <td className="py-1 pr-5" translate="no">
        {formatAmount(Math.round(received / heads), currency)}
      </td>
      {after.map((level, index) => {
        const share = all === 0 ? null : level[by] / all
        return (
          <td key={index} className="px-0.5 py-0.5 text-center">
            <Share share={share} />
          </td>
        )
      })}
    </tr>
  )
}

/** The share as a number, and as the intensity of its color. */
function Share({ share }: { readonly share: number | null }) {
  if (share === null) return <span className="text-muted">–</span>
  const strength = Math.round(Math.min(Math.max(share, 0), 1) * 35)
  return (
    <span
      className="block rounded px-1.5 py-1"
      style={{ backgroundColor: `color-mix(in srgb, var(--color-brand) ${strength}%, transparent)` }}
    >
      {percent.format(share)}
    </span>
  )
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
