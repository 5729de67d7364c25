import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { brandName } from '#foundation/text/card-words.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { billingContract } from '../contract.ts'
import { planCardQuery } from './queries.ts'

/** The card that the plan is paid with. */
export function CardPanel({ onReplace }: { readonly onReplace: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(planCardQuery)
  const mayReplace = useMayCall()(billingContract.keepPlanCard)
  return (
    <section aria-labelledby="card-on-file" className="panel p-6">
      <h2 id="card-on-file" className="text-lg font-semibold">
        Card on file
      </h2>
      <div className="mt-4">
        {data === undefined ? (
          isPending ? (
            <Skeleton blocks={['h-11']} />
          ) : (
            <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <CreditCard aria-hidden className="size-7 shrink-0 text-brand" />
            <p className="min-w-0 flex-1 basis-40">
              {data.card === null ? (
                <span className="text-muted">No card yet.</span>
              ) : (
                <>
                  <span className="font-medium">{brandName(data.card.brand)}</span> ending in{' '}
                  {data.card.last4}
                  <span className="block text-sm text-muted">
                    Expires {String(data.card.expMonth).padStart(2, '0')}/{data.card.expYear}
                  </span>
                </>
              )}
            </p>
            {mayReplace && (
              <Button variant="secondary" onClick={onReplace}>
                {data.card === null ? 'Add a card' : 'Replace card'}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
