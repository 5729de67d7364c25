import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { toast } from 'sonner'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { type BookDifference, reconciliationContract } from '../contract.ts'
import { reconciliationQuery } from './queries.ts'
import { Ids, UnsettledPurchases } from './unsettled-purchases.tsx'
import { SettleDialog } from './settle-dialog.tsx'

/** For the SuperAdmin: differences between sales and charges, and purchases that stay pending. */
export function ReconciliationPage() {
  const query = useQuery(reconciliationQuery)
  const { data } = query
  return (
    <Page
      title={t('Books')}
      lead={data && <Compared at={data.comparedAt} />}
      actions={data && <CompareButton />}
    >
      <AdminTabs />
      {data !== undefined ? (
        data.differences.data.length === 0 && data.unsettledPurchases.data.length === 0 ? (
          <EmptyState
            icon={<Scale aria-hidden className="size-8" />}
            title={t('Everything matches')}
            text={t(
              'Every purchase has a matching charge, every charge has a purchase, and nothing is pending.',
            )}
          />
        ) : (
          <div className="grid gap-6">
            <Differences {...data.differences} />
            <UnsettledPurchases {...data.unsettledPurchases} />
          </div>
        )
      ) : (
        <NotLoaded query={query} label={t('Loading the last check')} blocks={['h-72']} />
      )}
    </Page>
  )
}

function Compared({ at }: { readonly at: string | null }) {
  if (at === null) return t('Purchases have never been checked against Stripe.')
  return (
    <>
      Last checked against Stripe: <When at={at} />
    </>
  )
}

function CompareButton() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(reconciliationContract.reconcileAccounts, {}),
    onSuccess: ({ found }) => {
      if (found === 0) toast.success(t('The last three days match'))
      else
        toast.warning(
          found === 1 ? t('One difference is open') : t('{found} differences are open', { found }),
        )
    },
    onError: (error) => toast.error(errorMessage(error, t('The check could not be completed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey }),
  })
  return (
    <Button isBusy={isPending} onClick={() => mutate()}>
      {t('Check now')}
    </Button>
  )
}

const kinds: Readonly<Record<BookDifference['kind'], { readonly title: string; readonly advice: string }>> = {
  charge_without_purchase: {
    title: 'Charged, but nothing was sold',
    advice: 'Refund the charge on the account, or find the purchase it belongs to.',
  },
  purchase_without_charge: {
    title: 'Sold, but nothing was charged',
    advice: 'Look for the payment on the account. If there is none, let the seller know.',
  },
  amount_differs: {
    title: 'Charged a different amount',
    advice: 'Refund the overcharge, or let the seller know what is missing.',
  },
  refund_missing: {
    title: 'Refunded in our records only',
    advice: 'Look for the refund on the account. If there is none, the buyer is still waiting for the money.',
  },
  refund_differs: {
    title: 'Refunded a different amount',
    advice: 'Compare the refunds on the account with those of the sale, and let the seller know.',
  },
  fee_differs: {
    title: 'Charged a different fee',
    advice: 'Return any excess fee. A fee that was too low cannot be collected later.',
  },
}

type Props = { readonly data: readonly BookDifference[]; readonly hasMore: boolean }

/** Differences stay here until a person has resolved them. */
function Differences({ data, hasMore }: Props) {
  const [asked, setAsked] = useState<BookDifference | null>(null)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="differences" className="panel p-5 sm:p-7">
      <h2 id="differences" className="text-xl font-semibold">
        {t('Differences')}
      </h2>
      <ul className="mt-5 grid gap-5">
        {data.map((difference) => (
          <li key={difference.id} className="grid gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_auto]">
            <div className="grid min-w-0 gap-1">
              <h3 className="font-semibold">{kinds[difference.kind].title}</h3>
              <Amounts {...difference} />
              <p className="text-muted">{kinds[difference.kind].advice}</p>
              <Ids {...difference} />
              <p className="text-sm text-muted">
                Found <When at={difference.foundAt} />
              </p>
            </div>
            <div>
              <Button variant="secondary" onClick={() => setAsked(difference)}>
                {t('Resolve')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {hasMore && <p className="mt-4 text-muted">{t('Only the oldest are shown.')}</p>}
      {asked !== null && (
        <SettleDialog id={asked.id} title={kinds[asked.kind].title} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

function Amounts({ kind, expected, charged }: Pick<BookDifference, 'kind' | 'expected' | 'charged'>) {
  const amount = (money: BookDifference['expected']) =>
    money === null ? 'nothing' : formatAmount(money.total, money.currency)
  return (
    <p className="tabular-nums">
      {kind === 'fee_differs'
        ? `Agreed fee ${amount(expected)}, charged ${amount(charged)}`
        : `Sold for ${amount(expected)}, charged ${amount(charged)}`}
    </p>
  )
}
