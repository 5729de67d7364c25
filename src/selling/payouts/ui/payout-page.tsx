import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatAmount } from '#foundation/money/amount.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { PayoutDetail } from '../contract.ts'
import { ExportPayout } from './export-payout.tsx'
import { NoAccountYet } from './no-account.tsx'
import { PayoutLines } from './payout-lines.tsx'
import { PayoutSums } from './payout-sums.tsx'
import { BankName, Day, PayoutBadge } from './payout-words.tsx'
import { hasNoAccount, payoutQuery } from './queries.ts'

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
