import { useEffect } from 'react'
import { createPath, useLocation, useNavigate, useRevalidator, useRouteError } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { CrashNote } from '#web/kit/feedback/crash.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Denied } from './guard.ts'

/** Shown instead of a page that failed to load. If access was denied, it links to the page that can change that. */
export function AreaError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (error instanceof Denied) return <Leave denied={error} />
  const onRetry = () => void revalidate()
  const isRetrying = state === 'loading'
  if (!(error instanceof ApiError || error instanceof NoAnswer)) {
    return (
      <Page title={t('Something went wrong')}>
        <CrashNote isRetrying={isRetrying} onRetry={onRetry} />
      </Page>
    )
  }
  return (
    <Page title={t('This page did not load')}>
      <ErrorState error={error} isRetrying={isRetrying} onRetry={onRetry} />
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

/** Shown instead of the whole app if its frame could not be rendered. */
export function ShellError() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-3xl content-center px-4 py-8 sm:px-6">
      <CrashNote onRetry={() => window.location.reload()} />
    </main>
  )
}
