import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatAmount } from '#foundation/money/amount.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { type PayoutDetail, payoutsContract, type PayoutSums as Sums } from '../contract.ts'
import { NoAccountYet } from './no-account.tsx'
import { PayoutLines } from './payout-lines.tsx'
import { BankName, Day, PayoutBadge } from './payout-words.tsx'
import { hasNoAccount, payoutQuery } from './queries.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'

const allPayouts = { to: '/payouts', label: 'All payouts' }

export function PayoutPage() {
  const { id = '' } = useParams()
  const { data, error, isPending, isFetching, refetch } = useQuery(payoutQuery(id))
  const amount = data && formatAmount(data.amount, data.currency)
  return (
    <Page
      back={allPayouts}
      title={amount ?? 'Payout'}
      name={amount && `Payout of ${amount}`}
      lead={data && <Lead payout={data} />}
      actions={data && data.lines.length > 0 && <ExportPayout id={data.id} />}
    >
      {data !== undefined ? (
        <Detail payout={data} />
      ) : isPending ? (
        <Skeleton label="Loading the payout" blocks={['h-64', 'h-72']} />
      ) : hasNoAccount(error) ? (
        <NoAccountYet />
      ) : (
        <ErrorState
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          listPath="/payouts"
        />
      )}
    </Page>
  )
}

function Lead({ payout }: { readonly payout: PayoutDetail }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PayoutBadge status={payout.status} />
      <span className="wrap-anywhere">
        <BankName bank={payout.bank} />
      </span>
      <Day day={payout.arrivesOn} />
    </span>
  )
}

const notes: Readonly<Record<Exclude<PayoutDetail['contents'], 'known'>, string>> = {
  unknown:
    'This payout was made by hand at Stripe. What is inside is known only of those that Stripe makes automatically.',
  preparing: 'Stripe is still putting together what is inside. Look again in a few hours.',
  long: 'This payout holds more than can be added up here. The CSV has all of it.',
}

function Detail({ payout }: { readonly payout: PayoutDetail }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6">
      {payout.advice !== null && (
        <Notice tone="danger">
          Your bank did not take this payout
          {payout.failureMessage === null ? '. ' : `: ${payout.failureMessage} `}
          {payout.advice}
        </Notice>
      )}
      {payout.contents !== 'known' && <Notice tone="info">{notes[payout.contents]}</Notice>}
      {payout.sums !== null && <PayoutSums sums={payout.sums} currency={payout.currency} />}
      {payout.lines.length > 0 && <PayoutLines lines={payout.lines} currency={payout.currency} />}
    </div>
  )
}

function ExportPayout({ id }: { readonly id: string }) {
  return (
    <ExportCsv
      description="What this payout consists of, one per row, for a spreadsheet or your bookkeeping."
      askPath={(format) => call(payoutsContract.getPayoutExportLink, { params: { id }, query: { format } })}
    />
  )
}

type Props = { readonly sums: Sums; readonly currency: string }

/** How the payout comes about: from what was sold to what arrives. */
function PayoutSums({ sums, currency }: Props) {
  const parts = [
    { name: 'Sales', amount: sums.sales, isAlwaysShown: true },
    { name: 'Refunds', amount: sums.refunds },
    { name: 'Disputes', amount: sums.disputes },
    { name: 'Stripe fees', amount: -sums.providerFee, isAlwaysShown: true },
    { name: 'Platform fee', amount: -sums.applicationFee },
    { name: 'Payouts sent back, and other', amount: sums.other },
  ]
  return (
    <section aria-label="Summary" className="panel p-5 sm:p-7">
      <dl className="grid max-w-xl gap-2.5 tabular-nums">
        {parts
          .filter(({ amount, isAlwaysShown }) => isAlwaysShown || amount !== 0)
          .map(({ name, amount }) => (
            <div key={name} className="flex justify-between gap-6">
              <dt className="text-muted">{name}</dt>
              <dd translate="no">{formatAmount(amount, currency)}</dd>
            </div>
          ))}
        <div className="flex justify-between gap-6 border-t border-line pt-2.5 font-semibold">
          <dt>Payout</dt>
          <dd translate="no">{formatAmount(sums.net, currency)}</dd>
        </div>
      </dl>
    </section>
  )
}
