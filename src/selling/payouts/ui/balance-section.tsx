import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#foundation/money/amount.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { Balance } from '../contract.ts'
import { Day } from './payout-words.tsx'
import { balanceQuery } from './queries.ts'

/** What is at the provider now, and from which day on it can be paid out. */
export function BalanceSection() {
  const { data, error, isPending, isFetching, refetch } = useQuery(balanceQuery)
  if (data !== undefined) return data.currencies.map((one) => <Currency key={one.currency} {...one} />)
  if (isPending) return <Skeleton label="Loading the balance" blocks={['h-40']} />
  return <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

type Props = Balance['currencies'][number]

function Currency({ currency, available, pending, days }: Props) {
  return (
    <section
      aria-label={`Balance in ${currency.toUpperCase()}`}
      className="panel grid gap-x-10 gap-y-5 p-5 sm:grid-cols-[auto_auto_minmax(0,1fr)] sm:p-7"
    >
      <Figure name="Ready to be paid out" amount={available} currency={currency} />
      <Figure name="Not available yet" amount={pending} currency={currency} />
      {Math.min(available, pending) < 0 && (
        <p className="text-sm text-pretty text-muted sm:order-last sm:col-span-full">
          Below zero, more went back in refunds, disputes and fees than is there. Stripe sets it off against
          your next sales; if they do not cover it, it can take the rest from your bank account.
        </p>
      )}
      {days !== null && days.length > 0 && (
        <div className="min-w-0">
          <h2 className="text-sm text-muted">Available from</h2>
          <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
            {days.map(({ day, amount }) => (
              <li key={day} className="whitespace-nowrap">
                <Day day={day} />{' '}
                <strong translate="no" className="font-semibold">
                  {formatAmount(amount, currency)}
                </strong>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

type FigureProps = { readonly name: string; readonly amount: number; readonly currency: string }

function Figure({ name, amount, currency }: FigureProps) {
  return (
    <div>
      <h2 className="text-sm text-muted">{name}</h2>
      <p translate="no" className="mt-1 text-2xl font-semibold tabular-nums">
        {formatAmount(amount, currency)}
      </p>
    </div>
  )
}
