import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { toast } from 'sonner'
import { useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
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
  return rich('Last checked against Stripe: {time}', { time: <When at={at} /> })
}

function CompareButton() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(reconciliationContract.reconcileAccounts, {}),
    onSuccess: ({ found }) => {
      if (found === 0) toast.success(t('The last three days match'))
      else
        toast.warning(
          t('{found, plural, =1 {One difference is open} other {# differences are open}}', { found }),
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

const kinds: Readonly<Record<BookDifference['kind'], { readonly title: Message; readonly advice: Message }>> =
  {
    charge_without_purchase: {
      title: msg('Charged, but nothing was sold'),
      advice: msg('Refund the charge on the account, or find the purchase it belongs to.'),
    },
    purchase_without_charge: {
      title: msg('Sold, but nothing was charged'),
      advice: msg('Look for the payment on the account. If there is none, let the seller know.'),
    },
    amount_differs: {
      title: msg('Charged a different amount'),
      advice: msg('Refund the overcharge, or let the seller know what is missing.'),
    },
    refund_missing: {
      title: msg('Refunded in our records only'),
      advice: msg(
        'Look for the refund on the account. If there is none, the buyer is still waiting for the money.',
      ),
    },
    refund_differs: {
      title: msg('Refunded a different amount'),
      advice: msg('Compare the refunds on the account with those of the sale, and let the seller know.'),
    },
    fee_differs: {
      title: msg('Charged a different fee'),
      advice: msg('Return any excess fee. A fee that was too low cannot be collected later.'),
    },
  }

type Props = { readonly data: readonly BookDifference[]; readonly hasMore: boolean }

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
              <h3 className="font-semibold">{say(kinds[difference.kind].title)}</h3>
              <Amounts {...difference} />
              <p className="text-muted">{say(kinds[difference.kind].advice)}</p>
              <Ids {...difference} />
              <p className="text-sm text-muted">
                {rich('Found {time}', { time: <When at={difference.foundAt} /> })}
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
        <SettleDialog id={asked.id} title={say(kinds[asked.kind].title)} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

function Amounts({ kind, expected, charged }: Pick<BookDifference, 'kind' | 'expected' | 'charged'>) {
  const amount = (money: BookDifference['expected']) => money && formatAmount(money.total, money.currency)
  return (
    <p className="tabular-nums">{amountsText(kind === 'fee_differs', amount(expected), amount(charged))}</p>
  )
}

function amountsText(isFee: boolean, sold: string | null, charged: string | null): string {
  if (sold === null) return t('Sold for nothing, charged {charged}', { charged })
  if (charged === null) return t('Sold for {sold}, charged nothing', { sold })
  return isFee
    ? t('Agreed fee {sold}, charged {charged}', { sold, charged })
    : t('Sold for {sold}, charged {charged}', { sold, charged })
}
