import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { consumerLawContract } from '#buying/consumer-law/contract.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState, NothingFound } from '#web/kit/feedback/empty-state.tsx'
import { type ListSearch, useListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { say, t } from '#foundation/language/t.ts'
import { refusals } from '#buying/withdrawal/texts.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { SalesTabs } from '../sales-tabs.tsx'
import { ClosedWithdrawal, OpenWithdrawal } from './withdrawal-card.tsx'

function withdrawalListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: ['withdrawals', 'list', { q, page }],
    queryFn: ({ signal }) => call(withdrawalsContract.listWithdrawals, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Buyers' withdrawal and cancellation statements. Those that need the seller's decision come first. */
export function WithdrawalsPage() {
  const search = useListSearch()
  const { q, page, setQ } = search
  const query = useQuery(withdrawalListQuery({ q, page }))
  return (
    <Page title={t('Withdrawals')} lead={t('Withdrawal and cancellation requests from buyers.')}>
      <SalesTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel={t('Search by buyer')}
        leastToSearch={6}
        empty={<NoWithdrawals isFiltered={q !== '' || page > 0} onReset={() => setQ('')} />}
        skeleton={<Skeleton label={t('Loading withdrawals')} blocks={['h-40', 'h-40']} />}
      >
        {(withdrawals, isStale) => (
          <div className="grid gap-4">
            <DismissStrange withdrawals={withdrawals} readAt={query.dataUpdatedAt} />
            <div
              aria-busy={isStale}
              className={`grid gap-8 transition-opacity ${isStale ? 'opacity-60' : ''}`}
            >
              <Statements withdrawals={withdrawals} />
            </div>
          </div>
        )}
      </SearchedList>
    </Page>
  )
}

/** Open statements as cards, and below them the closed ones in a list. */
function Statements({ withdrawals }: Pick<Props, 'withdrawals'>) {
  const open = withdrawals.filter(({ outcome }) => outcome === 'open')
  const closed = withdrawals.filter(({ outcome }) => outcome !== 'open')
  return (
    <>
      {open.length > 0 && (
        <section aria-labelledby="open" className="grid gap-4">
          <h2 id="open" className="text-xl font-semibold">
            {t('Waiting for you')}
          </h2>
          <ul className="grid gap-4">
            {open.map((one) => (
              <OpenWithdrawal key={one.id} withdrawal={one} />
            ))}
          </ul>
        </section>
      )}
      {closed.length > 0 && (
        <section aria-labelledby="closed" className="grid gap-4">
          <h2 id="closed" className="text-xl font-semibold">
            {t('Closed')}
          </h2>
          <ul className="panel divide-y divide-line">
            {closed.map((one) => (
              <ClosedWithdrawal key={one.id} withdrawal={one} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type NoWithdrawalsProps = { readonly isFiltered: boolean; readonly onReset: () => void }

function NoWithdrawals({ isFiltered, onReset }: NoWithdrawalsProps) {
  const mayCall = useMayCall()
  if (isFiltered) {
    return (
      <NothingFound
        title={t('No withdrawal found')}
        text={t("No buyer's name or email address matches your search.")}
        action={t('Show all withdrawals')}
        onReset={onReset}
      />
    )
  }
  return (
    <EmptyState
      icon={<Undo2 aria-hidden className="size-8" />}
      title={t('No withdrawals yet')}
      text={t(
        'Consumers in the EU and some other countries can withdraw from online purchases. Their requests appear here. Your policy decides whether they are refunded automatically.',
      )}
    >
      {mayCall(consumerLawContract.readPolicy) ? (
        <Link to="/settings/policy" className={buttonClass('secondary')}>
          {t('View your policy')}
        </Link>
      ) : undefined}
    </EmptyState>
  )
}

type Props = {
  readonly withdrawals: readonly WithdrawalWire[]
  /** When the list was loaded. The seller has not seen later statements. */
  readonly readAt: number
}

/** Closes all statements without a matching purchase, if there are several. */
function DismissStrange({ withdrawals, readAt }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const mayCall = useMayCall()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(withdrawalsContract.dismissWithdrawals, {
        body: { receivedUntil: new Date(readAt).toISOString() },
      }),
    onSuccess: async ({ dismissed }) => {
      toast.success(t('{dismissed, plural, one {# statement} other {# statements}} closed', { dismissed }))
      setIsOpen(false)
      await queryClient.invalidateQueries({ queryKey: ['withdrawals'] })
    },
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
  })
  const strange = withdrawals.filter(({ fits, outcome }) => fits === 'nothing' && outcome === 'open')
  if (strange.length < 2 || !mayCall(withdrawalsContract.dismissWithdrawals)) return null
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('Close all without a match')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('Close all without a match')}
        question={t(
          'Check first whether a buyer mistyped their order number or email. This closes all open statements without a matching purchase, including those on other pages. Buyers who got a confirmation by email will see: “{text}”',
          { text: say(refusals.no_purchase) },
        )}
        confirmLabel={t('Close all')}
        isDangerous
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsOpen(false)}
      />
    </>
  )
}
