import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { onboardingStates } from '#accounts/onboarding/contract.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { changedBy, useListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { planFilters, type ShopOfPlatform } from '../contract.ts'
import { sellerListQuery } from './queries.ts'
import { readSellerFilter } from './seller-filter.ts'
import { onboardingWords, planWords, SellerBadges } from './seller-words.tsx'

/** Every shop on the platform: its plan, its account, and whether it can sell. */
export function SellersPage() {
  const search = useListSearch()
  const [parameters, setParameters] = useSearchParams()
  const filter = readSellerFilter(parameters)
  const query = useQuery(sellerListQuery({ q: search.q, page: search.page, ...filter }))
  const choose = (name: string, value: string) =>
    setParameters((present) => changedBy(present, name, value), { preventScrollReset: true })
  return (
    <Page title={t('Sellers')} lead={t('Every shop, newest first.')}>
      <AdminTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel={t('Search sellers')}
        isSearchShown
        filter={
          <div className="grid w-full gap-x-3 gap-y-4 sm:grid-cols-3 lg:w-auto lg:flex-1">
            <Select
              label={t('Plan')}
              value={filter.plan ?? ''}
              options={[
                { value: '', label: t('All plans') },
                ...planFilters.map((plan) => ({
                  value: plan,
                  label: planWords(plan === 'none' ? null : plan),
                })),
              ]}
              onChange={({ target }) => choose('plan', target.value)}
            />
            <Select
              label={t('Onboarding')}
              value={filter.onboarding ?? ''}
              options={[
                { value: '', label: t('All states') },
                ...onboardingStates.map((state) => ({ value: state, label: onboardingWords(state) })),
              ]}
              onChange={({ target }) => choose('onboarding', target.value)}
            />
            <Select
              label={t('Sales')}
              value={filter.suspended ?? ''}
              options={[
                { value: '', label: t('Suspended or not') },
                { value: 'true', label: t('Suspended') },
                { value: 'false', label: t('Not suspended') },
              ]}
              onChange={({ target }) => choose('suspended', target.value)}
            />
          </div>
        }
        empty={
          <EmptyState
            icon={<SearchX aria-hidden className="size-8" />}
            title={t('No seller found')}
            text={t('No shop matches your search.')}
          >
            <Button variant="secondary" onClick={() => setParameters({})}>
              {t('Show all sellers')}
            </Button>
          </EmptyState>
        }
        skeleton={<Skeleton label={t('Loading sellers')} blocks={['table']} />}
      >
        {(sellers, isStale) => (
          <ul aria-busy={isStale} className="panel divide-y divide-line">
            {sellers.map((seller) => (
              <SellerItem key={seller.id} seller={seller} />
            ))}
          </ul>
        )}
      </SearchedList>
    </Page>
  )
}

function SellerItem({ seller }: { readonly seller: ShopOfPlatform }) {
  const { id, name, owner, createdAt } = seller
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold break-words">
          <Link to={`/admin/sellers/${id}`} className="rounded hover:text-brand">
            {name}
          </Link>
        </p>
        <p className="text-sm break-words text-muted">
          {owner === null ? (
            t('No members left')
          ) : (
            <span translate="no" className="break-all">
              {owner.email}
            </span>
          )}
          , since <Day at={createdAt} />
        </p>
      </div>
      <p className="flex min-w-0 flex-wrap gap-1.5">
        <SellerBadges seller={seller} />
      </p>
    </li>
  )
}
