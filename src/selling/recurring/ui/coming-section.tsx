import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import { dateFormat } from '#foundation/time/date-format.ts'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import type { Coming, Narrowed } from '../contract.ts'
import { listPath } from './narrowing.tsx'
import { comingQuery } from './queries.ts'
import { aheadName } from './recurring-words.ts'

type Props = { readonly narrowed: Narrowed; readonly currency: string | undefined }

/** What is due in the next weeks, in the shown currency. Renders nothing if nothing is due. */
export function ComingSection({ narrowed, currency }: Props) {
  const query = useQuery(comingQuery(narrowed))
  const { data } = query
  if (data === undefined)
    return <NotLoaded query={query} label={t('Loading what is due')} blocks={['h-56']} />
  const shown = data.currencies.find((one) => one.currency === currency) ?? data.currencies[0]
  if (shown === undefined) return null
  return <Due {...shown} begins={data.weeks} narrowed={narrowed} />
}

type DueProps = Coming['currencies'][number] & {
  readonly begins: readonly string[]
  readonly narrowed: Narrowed
}

function Due({ currency, total, count, weeks, kinds, begins, narrowed }: DueProps) {
  const day = dateFormat({ month: 'short', day: 'numeric', timeZone: narrowed.zone })
  const names = begins.map((begin) => day.format(new Date(begin)))
  const amount = (minor: number) => formatAmount(minor, currency)
  const own = { ...narrowed, currency }
  return (
    <section aria-labelledby="coming" className="panel p-5">
      <h2 id="coming" className="text-xl font-semibold">
        {t('Due in the next 13 weeks')}
      </h2>
      <p className="mt-1 max-w-2xl text-pretty text-muted">
        {t(
          'Payments that follow from what is agreed, with tax: {total} in {count, plural, one {# payment} other {{shown} payments}}. Later cancellations and declined cards change it.',
          { total: amount(total), count, shown: countText(count) },
        )}
      </p>
      <div className="mt-5">
        <Chart
          title={t('Payments by week, in {currency}', { currency: currency.toUpperCase() })}
          isPlain
          height="h-40"
          present={0}
          ticksFrom="start"
          format={(minor) => axisAmount(minor, currency)}
          names={{ value: t('Payments') }}
          points={weeks.map((week, index) => ({
            name: t('Week from {day}', { day: names[index] ?? '' }),
            tick: names[index] ?? '',
            value: week.total,
            text: amount(week.total),
          }))}
        />
      </div>
      <ul className="mt-5 grid gap-x-10 border-t border-line pt-3 sm:grid-cols-2">
        {kinds.map(({ kind, total: sum, count: lines }) => (
          <li key={kind} className="flex items-baseline justify-between gap-4 py-1.5">
            <span>{aheadName(kind)}</span>
            <span className="text-right whitespace-nowrap tabular-nums">
              <NumberLink to={listPath('coming', { ...own, kind })} of={aheadName(kind)}>
                {countText(lines)}
              </NumberLink>
              {kind !== 'end' && (
                <span translate="no" className="ml-3 text-muted">
                  {amount(sum)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
