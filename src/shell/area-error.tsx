import { useEffect } from 'react'
import { useNavigate, useRevalidator, useRouteError } from 'react-router'
import { toast } from 'sonner'
import { Denied } from './guard.ts'
import { ErrorState } from './ui/error-state.tsx'
import { Page } from './ui/page.tsx'

/** Stands in for a page that could not be shown: denied ones lead to where that can be mended, and say why. */
export function AreaError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (error instanceof Denied) return <Leave reasons={error.reasons} to={error.leadsTo} />
  return (
    <Page title="Something is missing">
      <ErrorState error={error} isRetrying={state === 'loading'} onRetry={() => void revalidate()} />
    </Page>
  )
}

function Leave({ reasons, to }: { readonly reasons: readonly string[]; readonly to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    for (const reason of reasons) toast.error(reason, { id: reason })
    void navigate(to, { replace: true })
  }, [reasons, to, navigate])
  return null
}
