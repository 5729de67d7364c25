import { useEffect } from 'react'
import { useNavigate, useRevalidator, useRouteError } from 'react-router'
import { toast } from 'sonner'
import { Denied } from './guard.ts'
import { ErrorState } from './ui/error-state.tsx'
import { Page } from './ui/page.tsx'

/** Stands in for a page that could not be shown: denied ones lead to billing and say why. */
export function AreaError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (error instanceof Denied) return <LeaveForBilling reasons={error.reasons} />
  return (
    <Page title="Something is missing">
      <ErrorState error={error} isRetrying={state === 'loading'} onRetry={() => void revalidate()} />
    </Page>
  )
}

function LeaveForBilling({ reasons }: { readonly reasons: readonly string[] }) {
  const navigate = useNavigate()
  useEffect(() => {
    for (const reason of reasons) toast.error(reason, { id: reason })
    void navigate('/billing', { replace: true })
  }, [reasons, navigate])
  return null
}
