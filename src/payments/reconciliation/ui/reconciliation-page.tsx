import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { reconciliationContract } from '../contract.ts'
import { Differences } from './differences.tsx'
import { reconciliationQuery } from './queries.ts'
import { UnsettledPurchases } from './unsettled-purchases.tsx'

/** For the SuperAdmin: where what was sold and what was charged do not agree, and what is not settled in time. */
export function ReconciliationPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(reconciliationQuery)
  return (
    <Page title="Books" lead={data && <Compared at={data.comparedAt} />} actions={data && <CompareButton />}>
      <AdminTabs />
      {data !== undefined ? (
        data.differences.data.length === 0 && data.unsettledPurchases.data.length === 0 ? (
          <EmptyState
            icon={<Scale aria-hidden className="size-8" />}
            title="The books agree"
            text="Every purchase has its charge, every charge has its purchase, and nothing is waiting for an outcome."
          />
        ) : (
          <div className="grid gap-6">
            <Differences {...data.differences} />
            <UnsettledPurchases {...data.unsettledPurchases} />
          </div>
        )
      ) : isPending ? (
        <Skeleton label="Loading the books" blocks={['h-72']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Compared({ at }: { readonly at: string | null }) {
  if (at === null) return 'The books have never been compared with the card provider.'
  return (
    <>
      Last compared with the card provider: <When at={at} />
    </>
  )
}

function CompareButton() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(reconciliationContract.reconcileAccounts, {}),
    onSuccess: ({ found }) => {
      if (found === 0) toast.success('The books of the last three days agree')
      else toast.warning(found === 1 ? 'One difference is open' : `${found} differences are open`)
    },
    onError: (error) => toast.error(errorMessage(error, 'The books could not be compared')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey }),
  })
  return (
    <Button isBusy={isPending} onClick={() => mutate()}>
      Compare now
    </Button>
  )
}
