import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState, type FocusEvent } from 'react'
import { Link } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { iconButtonClass } from '#web/kit/layout/button.tsx'
import { useEscape } from '#web/kit/dialog/use-escape.ts'
import { notificationsContract } from '../contract.ts'
import { notificationsQuery } from './queries.ts'
import { useLiveNotifications } from './use-live-notifications.ts'

/** Not needed before it is opened. */
const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}))

/** What happened in the shop lately, for whom it concerns: opening the list is having seen it. */
export function NotificationBell() {
  const mayRead = useMay()?.('sales', 'read') ?? false
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({ ...notificationsQuery, enabled: mayRead })
  const queries = useQueryClient()
  useLiveNotifications(mayRead && query.isSuccess)
  useEscape(isOpen, () => {
    setIsOpen(false)
    button.current?.focus()
  })
  if (!mayRead) return null
  const { notices = [], unread = 0 } = query.data ?? {}

  function toggle(): void {
    setIsOpen(!isOpen)
    const [newest] = notices
    if (isOpen || newest === undefined || unread === 0) return
    call(notificationsContract.seeNotices, { body: { upTo: newest.id } }).then(
      (seen) => queries.setQueryData(notificationsQuery.queryKey, (last) => last && { ...last, ...seen }),
      // What could not be marked as seen counts as new until the list is opened again.
      () => undefined,
    )
  }

  function onBlur(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
  }

  const count = unread > 99 ? '99+' : String(unread)
  return (
    <div className="relative max-sm:static" onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} new`}
        title="Notifications"
        aria-expanded={isOpen}
        aria-controls={id}
        className={`relative ${iconButtonClass}`}
        onClick={toggle}
      >
        <Bell aria-hidden className="size-5" />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 left-1/2 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger-fill px-1 text-[0.6875rem] leading-none font-semibold text-white tabular-nums"
          >
            {count}
          </span>
        )}
      </button>
      <section
        id={id}
        hidden={!isOpen}
        aria-label="Notifications"
        // A press between its links keeps the focus within, also where pressed links do not take it.
        tabIndex={-1}
        className="absolute top-full right-0 z-50 mt-2 w-96 animate-appear overflow-hidden rounded-2xl border border-line bg-surface shadow-float outline-none max-sm:inset-x-3 max-sm:w-auto"
      >
        {isOpen && (
          <>
            <Suspense fallback={<p className="p-6 text-center text-muted">Loading…</p>}>
              <NotificationList query={query} onLeave={() => setIsOpen(false)} />
            </Suspense>
            <p className="border-t border-line p-1.5">
              <Link
                to="/settings/notifications"
                className="block rounded-xl px-3 py-2.5 text-center font-medium -outline-offset-2 hover:bg-brand-soft hover:text-brand"
                onClick={() => setIsOpen(false)}
              >
                Choose what you hear about
              </Link>
            </p>
          </>
        )}
      </section>
    </div>
  )
}
