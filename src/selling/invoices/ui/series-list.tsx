import { CircleCheck } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import type { Series } from '../contract.ts'
import { IssueDay } from './issue-day.tsx'

type Props = { readonly series: readonly Series[]; readonly waiting: number }

/** Lists each series from its first to its last number, with count and sums, for an audit. */
export function SeriesList({ series, waiting }: Props) {
  return (
    <section aria-labelledby="series" className="panel grid gap-5 p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="series" className="text-xl font-semibold">
          {t('Numbers in use')}
        </h2>
        <p className="text-pretty text-muted">
          {t('We count the documents of each series, so you can show that none is missing.')}
        </p>
      </div>
      {waiting > 0 && (
        <p role="status" className="text-muted">
          {t(
            '{waiting, plural, one {# document is numbered} other {# documents are numbered}} in about a minute.',
            {
              waiting,
            },
          )}
        </p>
      )}
      <ul className="grid gap-5">
        {series.map((one) => (
          <li key={one.id} className="grid gap-3 border-t border-line pt-5 first:border-0 first:pt-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
              <h3 translate="no" className="font-semibold tabular-nums">
                {one.count === 1 ? one.first : t('{first} to {last}', one)}
              </h3>
              <Completeness series={one} />
            </div>
            <p className="text-sm text-muted">
              <IssueDay day={one.from} /> – <IssueDay day={one.to} />
            </p>
            <div className="grid gap-3">
              {one.sums.map((sum) => (
                <dl key={sum.currency} className="flex flex-wrap gap-x-8 gap-y-2">
                  <Sum
                    name={t('{count, plural, one {# invoice} other {# invoices}}', { count: sum.invoices })}
                    amount={formatAmount(sum.invoiced, sum.currency)}
                  />
                  {sum.credits > 0 && (
                    <Sum
                      name={t('{count, plural, one {# credit note} other {# credit notes}}', {
                        count: sum.credits,
                      })}
                      amount={formatAmount(-sum.credited, sum.currency)}
                    />
                  )}
                  {sum.credits > 0 && (
                    <Sum name={t('Total')} amount={formatAmount(sum.invoiced - sum.credited, sum.currency)} />
                  )}
                  <Sum name={t('Tax included')} amount={formatAmount(sum.tax, sum.currency)} />
                </dl>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Completeness({ series: { missing, count } }: { readonly series: Series }) {
  if (missing !== 0) {
    return (
      <Notice tone="danger">
        {t('{missing, plural, one {# number is} other {# numbers are}} missing. Contact us.', { missing })}
      </Notice>
    )
  }
  return (
    <span className="flex items-center gap-1.5 text-sm font-medium text-success">
      <CircleCheck aria-hidden className="size-4.5" />
      {t('{count, plural, one {# document, no gap} other {# documents, no gap}}', { count })}
    </span>
  )
}

function Sum({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <div className="grid min-w-28 gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd translate="no" className="font-semibold tabular-nums">
        {amount}
      </dd>
    </div>
  )
}
