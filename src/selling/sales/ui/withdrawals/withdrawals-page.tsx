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
import { languageName } from '#foundation/language/language-name.ts'
import { say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { refusals } from '#buying/withdrawal/texts.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { SalesTabs } from '../sales-tabs.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { isClosing, RefuseDialog } from './refuse-dialog.tsx'
import { explain, statusOf } from './withdrawal-words.ts'

function withdrawalListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: ['withdrawals', 'list', { q, page }],
    queryFn: ({ signal }) => call(withdrawalsContract.listWithdrawals, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Buyers' withdrawal and cancellation statements; those that need the seller's decision come first. */
export function WithdrawalsPage() {
  const search = useListSearch()
  const { q, page, setQ } = search
  const query = useQuery(withdrawalListQuery({ q, page }))
  return (
    <Page
      title={t('Sales')}
      name={t('Withdrawals')}
      lead={t('Withdrawal and cancellation requests. Open ones come first.')}
    >
      <SalesTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel={t('Search by buyer')}
        empty={<NoWithdrawals isFiltered={q !== '' || page > 0} onReset={() => setQ('')} />}
        skeleton={<Skeleton label={t('Loading withdrawals')} blocks={['h-40', 'h-40']} />}
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
  /** When the list was read: later statements were not seen. */
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

/** A statement: the buyer, the purchase, the refund deadline and the seller's options. */
function WithdrawalCard({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { name, email, reference, cause, language, outcome, receivedAt, dueAt, saleId, title } = withdrawal
  const { tone, label } = statusOf(withdrawal)
  return (
    <li className="panel grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {/* The order number is left out if the sale is linked below. */}
      {reference !== saleId && <p className="whitespace-pre-line wrap-anywhere">“{reference}”</p>}
      {cause !== null && (
        <p className="whitespace-pre-line wrap-anywhere">{t('For cause: “{cause}”', { cause })}</p>
      )}
      <p className="text-pretty text-muted">{explain(withdrawal)}</p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span>{rich('Received {time}', { time: <When at={receivedAt} /> })}</span>
        {language !== 'en' && (
          <span>{t('Written in {language}', { language: languageName(language, 'en') })}</span>
        )}
        {dueAt !== null && (
          <strong className="font-semibold text-ink">
            {t('Refund by {day}', { day: dayText(Date.parse(dueAt)) })}
          </strong>
        )}
        {saleId !== null && (
          <Link
            to={`/sales/${saleId}`}
            className="py-0.5 wrap-anywhere text-brand underline underline-offset-4"
          >
            {title ?? t('View sale')}
          </Link>
        )}
      </p>
      {outcome === 'open' && <Decisions withdrawal={withdrawal} />}
    </li>
  )
}

type Step = 'idle' | 'refunding' | 'refusing'

function Decisions({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const [step, setStep] = useState<Step>('idle')
  const mayCall = useMayCall()
  const rest = () => setStep('idle')
  if (!mayCall(withdrawalsContract.refundWithdrawal)) return null
  const { kind, isHeld, name } = withdrawal
  const isClosed = isClosing(withdrawal)
  return (
    <div className="flex flex-wrap gap-3">
      {!isClosed && !isHeld && (
        <Button aria-label={t('Refund {name}', { name })} onClick={() => setStep('refunding')}>
          {t('Refund')}
        </Button>
      )}
      <Button
        variant="secondary"
        aria-label={
          isClosed
            ? kind === 'cancellation'
              ? t('Close the cancellation of {name}', { name })
              : t('Close the withdrawal of {name}', { name })
            : t('Decline the withdrawal of {name}', { name })
        }
        onClick={() => setStep('refusing')}
      >
        {isClosed ? t('Close') : t('Decline')}
      </Button>
      <RefundDialog withdrawal={withdrawal} isOpen={step === 'refunding'} onClose={rest} />
      <RefuseDialog withdrawal={withdrawal} isOpen={step === 'refusing'} onClose={rest} />
    </div>
  )
}
