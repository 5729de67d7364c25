import { useQuery } from '@tanstack/react-query'
import { ConnectedAccount } from '#onboarding/ui/connected-account.tsx'
import { onboardingQuery } from '#onboarding/ui/queries.ts'
import { ErrorState } from '#shell/ui/error-state.tsx'
import { Page } from '#shell/ui/page.tsx'

export function BillingPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(onboardingQuery)
  return (
    <Page title="Billing" width="narrow" lead="How your money reaches you.">
      {data !== undefined ? (
        <ConnectedAccount status={data} />
      ) : isPending ? (
        <div role="status" className="h-72 animate-pulse rounded-3xl bg-sunken">
          <span className="sr-only">Loading</span>
        </div>
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
