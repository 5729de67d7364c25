import { useQuery } from '@tanstack/react-query'
import { ConnectedAccount } from '#onboarding/ui/connected-account.tsx'
import { onboardingQuery } from '#onboarding/ui/queries.ts'
import { ErrorState } from '#shell/ui/error-state.tsx'
import { Page } from '#shell/ui/page.tsx'
import { Skeleton } from '#shell/ui/skeleton.tsx'

export function BillingPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(onboardingQuery)
  return (
    <Page title="Billing" width="narrow" lead="How your money reaches you.">
      {data !== undefined ? (
        <ConnectedAccount status={data} />
      ) : isPending ? (
        <Skeleton blocks={['h-72']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
