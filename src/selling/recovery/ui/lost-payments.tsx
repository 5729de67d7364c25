import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { FoldPanel } from '#web/kit/layout/fold-panel.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { recoveriesContract, recoveryKinds, type RecoverySums } from '../contract.ts'
import { kindNames } from './almost/almost-words.ts'

type Props = {
  readonly span: { readonly from: string; readonly to: string }
  /** The shown currency, or undefined if there were no sales. */
  readonly currency: string | undefined
}

/** A period's lost payments by their cause, how many were paid after all, and what the emails earned. */
export function LostPayments({ span: { from, to }, currency }: Props) {
  const mayCall = useMayCall()
  const { data } = useQuery({
    queryKey: ['recoveries', 'sums', from, to],
    queryFn: ({ signal }) => call(recoveriesContract.sumRecoveries, { query: { from, to }, signal }),
    enabled: mayCall(recoveriesContract.sumRecoveries),
    placeholderData: keepPreviousData,
  })
  const shown = currency ?? data?.kinds[0]?.currency
  const rows = recoveryKinds.flatMap(
    (kind) => data?.kinds.filter((row) => row.kind === kind && row.currency === shown) ?? [],
  )
  if (data === undefined || shown === undefined || rows.length === 0) return null
  return (
    <FoldPanel
      title={t('Lost payments')}
      note={t('{lost} lost', { lost: countText(rows.reduce((sum, { lost }) => sum + lost, 0)) })}
      action={
        <Link to="/sales/almost" className="rounded font-medium text-brand hover:underline">
          {t('View orders')}
        </Link>
      }
    >
      <div className="overflow-x-auto px-5">
        <table aria-label={t('Lost payments')} className="w-full text-left">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="py-2 pr-4 font-medium">
                {t('What happened')}
              </th>
              <th scope="col" className="px-4 py-2 text-right font-medium">
                {t('Lost')}
              </th>
              <th scope="col" className="py-2 pl-4 text-right font-medium">
                {t('Paid after all')}
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(({ kind, lost, lostTotal, paid, paidTotal }) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="py-2.5 pr-4 font-normal">
                  {say(kindNames[kind])}
                </th>
                <Sum count={lost} total={lostTotal} currency={shown} className="px-4" />
                <Sum count={paid} total={paidTotal} currency={shown} className="pl-4" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-1 border-t border-line px-5 py-4 text-sm text-pretty text-muted">
        {earnedText(data, shown)}
      </p>
    </FoldPanel>
  )
}

type SumProps = {
  readonly count: number
  readonly total: number
  readonly currency: string
  readonly className: string
}

function Sum({ count, total, currency, className }: SumProps) {
  return (
    <td className={`py-2.5 text-right whitespace-nowrap ${className}`}>
      <span className="font-semibold">{count}</span>
      <span className="block text-sm text-muted">
        <Own>{formatAmount(total, currency)}</Own>
      </span>
    </td>
  )
}

/** What the emails earned in a year. It claims nothing that could be due to chance. */
function earnedText({ earned, measured }: RecoverySums, currency: string): string {
  if (earned === null) {
    return t(
      'What the emails earn: not enough data yet. {measured} of 100 orders have been compared with the one in ten that get no email.',
      { measured },
    )
  }
  const found = earned.find((one) => one.currency === currency)
  if (found === undefined || found.to <= 0)
    return t('In the last 12 months, the emails earned nothing that we can prove.')
  const text = (minor: number) => formatAmount(minor, currency)
  const values = { amount: text(found.amount), from: text(found.from), to: text(found.to) }
  return found.from > 0
    ? t(
        'In the last 12 months, the emails earned {amount} (between {from} and {to}), measured against the one in ten that get no email.',
        values,
      )
    : t(
        'In the last 12 months, the emails may have earned up to {to}. That is not yet certain: it is measured against the one in ten that get no email.',
        values,
      )
}
