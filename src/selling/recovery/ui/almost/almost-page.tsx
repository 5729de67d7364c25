import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { say, t } from '#foundation/language/t.ts'
import { FormCombobox } from '#selling/sales/ui/filter/form-choices.tsx'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { EmptyState, NothingFound } from '#web/kit/feedback/empty-state.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { changedBy } from '#web/kit/list/list-search.ts'
import { Pagination } from '#web/kit/list/searched-list.tsx'
import { useSteppedSearch } from '#web/kit/list/stepped-search.ts'
import { recoveriesContract, recoveryKinds } from '../../contract.ts'
import { AlmostList } from './almost-list.tsx'
import { kindNames } from './almost-words.ts'

/** The rows of a page. */
const shown = 25

type Sought = {
  readonly page: number
  readonly before: string | undefined
  readonly kind: (typeof recoveryKinds)[number] | undefined
  readonly form: string | undefined
}

export const almostKey = ['recoveries'] as const

function almostQuery(sought: Sought) {
  const query = { ...sought, limit: shown }
  return queryOptions({
    queryKey: [...almostKey, 'list', query],
    queryFn: ({ signal }) => call(recoveriesContract.listRecoveries, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Lost payments, newest first. */
export function AlmostPage() {
  const { page, before, setPage } = useSteppedSearch()
  const [parameters, setParameters] = useSearchParams()
  const kind = recoveryKinds.find((one) => one === parameters.get('kind'))
  const form = parameters.get('form') ?? undefined
  const query = useQuery(almostQuery({ page, before, kind, form }))
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query
  const isFiltered = kind !== undefined || form !== undefined
  const change = (name: string, value: string) =>
    setParameters((present) => changedBy(present, name, value), { preventScrollReset: true })
  const last = data?.data.at(-1)
  return (
    <Page
      title={t('Almost')}
      lead={t('Orders that were not paid in the last 30 days, newest first. Buyers can still finish them.')}
    >
      <SalesTabs />
      {(isFiltered || page > 0 || (data !== undefined && data.data.length > 0)) && (
        <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
          <Select
            label={t('What happened')}
            value={kind ?? ''}
            options={[
              { value: '', label: t('Any') },
              ...recoveryKinds.map((one) => ({ value: one, label: say(kindNames[one]) })),
            ]}
            onChange={({ target }) => change('kind', target.value)}
          />
          <FormCombobox
            label={t('Form')}
            value={form ?? ''}
            title={data?.data.find(({ formId }) => formId === form)?.formTitle}
            onChange={(value) => change('form', value)}
          />
        </div>
      )}
      {data !== undefined ? (
        <>
          {data.data.length === 0 ? (
            <NoneLost
              isFiltered={isFiltered || page > 0}
              onReset={() => setParameters(new URLSearchParams())}
            />
          ) : (
            <AlmostList rows={data.data} isBusy={isPlaceholderData} />
          )}
          <Pagination
            page={page}
            shown={data.data.length}
            pageSize={shown}
            prevPage={data.prevPage}
            nextPage={data.nextPage}
            onPage={(next) => setPage(next, last?.id)}
          />
        </>
      ) : isPending ? (
        <Skeleton label={t('Loading orders')} blocks={['table']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type NoneProps = { readonly isFiltered: boolean; readonly onReset: () => void }

function NoneLost({ isFiltered, onReset }: NoneProps) {
  if (isFiltered) {
    return (
      <NothingFound
        title={t('No order found')}
        text={t('No unpaid orders match these filters.')}
        action={t('Show all')}
        onReset={onReset}
      />
    )
  }
  return (
    <EmptyState
      icon={<HandCoins aria-hidden className="size-8" />}
      title={t('No unpaid orders')}
      text={t(
        'When a card is declined or a buyer leaves at their bank, the order appears here. You can email the buyer a link back to it.',
      )}
    />
  )
}
