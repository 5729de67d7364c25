import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { Toaster } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { PlanBanner } from '#accounts/billing/ui/plan-banner.tsx'
import { ConfirmEmailBanner } from '#accounts/identity/ui/confirm-email-banner.tsx'
import { ProofPrompt } from '#accounts/identity/ui/proof/proof-prompt.tsx'
import { useUser } from '#accounts/identity/ui/session.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { SuspendedBanner } from '#accounts/suspensions/ui/suspended-banner.tsx'
import { pageHeading } from '#web/kit/layout/page.tsx'
import { ZoneContext } from '#web/kit/browser/zone.ts'
import { NavigationBar } from './navigation-bar.tsx'

/**
 * The key under which a page's scroll position is stored. A reloaded page has no key of its own, so its path is used.
 * Otherwise it would start at the previous page's position.
 */
function placeOf({ key, pathname }: { readonly key: string; readonly pathname: string }): string {
  return key === 'default' ? pathname : key
}

/** The frame of every page in the app: navigation, toasts, progress and focus. */
export function Shell() {
  const { pathname } = useLocation()
  const isLoading = useNavigation().state === 'loading'
  const main = useRef<HTMLElement>(null)
  const focusedPath = useRef(pathname)
  useLayoutEffect(() => {
    if (focusedPath.current === pathname) return
    focusedPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  const isSignedIn = useUser() !== null
  const { data: rights } = useQuery({ ...rightsQuery, enabled: isSignedIn })
  return (
    <ZoneContext value={rights?.timeZone ?? null}>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('Skip to content')}
      </a>
      <Toaster position="top-right" duration={2000} expand richColors closeButton={false} offset="4.5rem" />
      <ProofPrompt />
      <NavigationBar />
      <SuspendedBanner suspension={isSignedIn ? (rights?.suspension ?? null) : null} />
      <PlanBanner />
      <ConfirmEmailBanner />
      {isLoading && <div className="fixed inset-x-0 top-16 z-30 h-0.5 animate-pulse bg-brand" />}
      <main id="content" ref={main} tabIndex={-1} aria-labelledby={pageHeading} className="outline-none">
        <Outlet />
      </main>
      <ScrollRestoration getKey={placeOf} />
    </ZoneContext>
  )
}
