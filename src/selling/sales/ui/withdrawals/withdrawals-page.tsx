import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { SearchX, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { consumerLawContract } from '#buying/consumer-law/contract.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { useListSearch, type ListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { SalesTabs } from '../sales-tabs.tsx'
import { DismissStrange } from './dismiss-strange.tsx'
import { WithdrawalCard } from './withdrawal-card.tsx'

function withdrawalListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: ['withdrawals', 'list', { q, page }],
    queryFn: ({ signal }) => call(withdrawalsContract.listWithdrawals, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The statements of buyers who withdraw from contracts: those that wait for the seller on top. */
export function WithdrawalsPage() {
  const search = useListSearch()
  const { q, page, setQ } = search
  const query = useQuery(withdrawalListQuery({ q, page }))
  return (
    <Page
      title="Sales"
      name="Withdrawals"
      lead="Buyers who withdraw from contracts, or cancel them. What waits for you is on top."
    >
      <SalesTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel="Search by buyer"
        empty={<NoWithdrawals isFiltered={q !== '' || page > 0} onReset={() => setQ('')} />}
        skeleton={<Skeleton label="Loading withdrawals" blocks={['h-40', 'h-40']} />}
      >
        {(withdrawals, isStale) => (
          <div className="grid gap-4">
            <DismissStrange withdrawals={withdrawals} readAt={query.dataUpdatedAt} />
            <ul
              aria-busy={isStale}
              className={`grid gap-4 transition-opacity ${isStale ? 'opacity-60' : ''}`}
            >
              {withdrawals.map((one) => (
                <WithdrawalCard key={one.id} withdrawal={one} />
              ))}
            </ul>
          </div>
        )}
      </SearchedList>
    </Page>
  )
}

type NoWithdrawalsProps = { readonly isFiltered: boolean; readonly onReset: () => void }

function NoWithdrawals({ isFiltered, onReset }: NoWithdrawalsProps) {
  const mayCall = useMayCall()
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-8" />}
        title="No withdrawal found"
        text="No buyer's name or email address matches your search."
      >
        <Button variant="secondary" onClick={onReset}>
          Show all withdrawals
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Undo2 aria-hidden className="size-8" />}
      title="Nobody has withdrawn"
      text="Consumers in the EU and other countries may withdraw from what they buy online. What they send on their purchase page, or on the page that every payment page links to, appears here. Your policy says whether money goes back at once."
    >
      {mayCall(consumerLawContract.readPolicy) ? (
        <Link to="/settings/policy" className={buttonClass('secondary')}>
          See your policy
        </Link>
      ) : undefined}
    </EmptyState>
  )
}
