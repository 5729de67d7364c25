import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { BalanceSection } from './balance-section.tsx'
import { NoAccountYet } from './no-account.tsx'
import { PayoutList } from './payout-list.tsx'
import { hasNoAccount, payoutListQuery } from './queries.ts'

export function PayoutsPage() {
  const { error } = useInfiniteQuery(payoutListQuery)
  return (
    <Page title="Payouts" lead="What Stripe pays into your bank account, and what each payout is made of.">
      <SalesTabs />
      {hasNoAccount(error) ? (
        <NoAccountYet />
      ) : (
        <div className="grid gap-8">
          <BalanceSection />
          <Payouts />
        </div>
      )}
    </Page>
  )
}

function Payouts() {
  const query = useInfiniteQuery(payoutListQuery)
  const { data, error, isPending, isFetching, refetch } = query
  if (data === undefined) {
    return isPending ? (
      <Skeleton label="Loading payouts" blocks={['h-72']} />
    ) : (
      <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  }
  const payouts = data.pages.flatMap((page) => page.data)
  if (payouts.length === 0) {
    return (
      <EmptyState
        icon={<Landmark aria-hidden className="size-8" />}
        title="Your first payout will appear here"
        text="Stripe pays out by itself once money is available, which takes a few days after a sale."
      />
    )
  }
  return (
    <div className="grid gap-6">
      <PayoutList payouts={payouts} />
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier payouts
        </Button>
      )}
    </div>
  )
}
