import { useEffect } from 'react'
import { createPath, useLocation, useNavigate, useRevalidator, useRouteError } from 'react-router'
import { toast } from 'sonner'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Page } from '#web/kit/page.tsx'
import { Denied } from './guard.ts'

/** Stands in for a page that could not be shown: denied ones lead to where that can be mended, and say why. */
export function AreaError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (error instanceof Denied) return <Leave denied={error} />
  return (
    <Page title="Something is missing">
      <ErrorState error={error} isRetrying={state === 'loading'} onRetry={() => void revalidate()} />
    </Page>
  )
}

function Leave({ denied: { reasons, leadsTo, isPassing } }: { readonly denied: Denied }) {
  const navigate = useNavigate()
  const wanted = createPath(useLocation())
  useEffect(() => {
    for (const reason of reasons) toast.error(reason, { id: reason })
    void navigate(leadsTo, { replace: true, ...(isPassing ? { state: { wanted } } : {}) })
  }, [reasons, leadsTo, isPassing, wanted, navigate])
  return null
}
