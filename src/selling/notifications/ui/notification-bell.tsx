import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type FocusEvent, lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import {
  call,
  isSignedIn,
  onSessionChange,
  refreshToken,
  storedToken,
} from '#accounts/identity/ui/session.ts'
import { t } from '#foundation/language/t.ts'
import { rightsQuery, useMay } from '#accounts/roles/ui/queries.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { amountsText, saleText } from '#selling/notifications/notification-words.ts'
import { useEscape } from '#web/kit/dialog/use-escape.ts'
import { iconButtonClass } from '#web/kit/layout/button.tsx'
import { liveNews, livePath, notificationsContract, type NotificationWire } from '../contract.ts'

/** The list is loaded when it is first opened. */
const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}))

/** Recent notifications. Opening the list marks them as seen. */
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
      // Without a response, the notifications stay new until the list is opened again.
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
        aria-label={unread === 0 ? t('Notifications') : t('Notifications, {count} new', { count })}
        title={t('Notifications')}
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
        aria-label={t('Notifications')}
        // After a click between the links, focus stays inside, even in browsers where clicked links do not get focus.
        tabIndex={-1}
        className="absolute top-full right-0 z-50 mt-2 w-96 animate-appear overflow-hidden rounded-2xl border border-line bg-surface shadow-float outline-none max-sm:inset-x-3 max-sm:w-auto"
      >
        {isOpen && (
          <>
            <Suspense fallback={<p className="p-6 text-center text-muted">{t('Loading…')}</p>}>
              <NotificationList query={query} onLeave={() => setIsOpen(false)} />
            </Suspense>
            <p className="border-t border-line p-1.5">
              <Link
                to="/settings/notifications"
                className="block rounded-xl px-3 py-2.5 text-center font-medium -outline-offset-2 hover:bg-brand-soft hover:text-brand"
                onClick={() => setIsOpen(false)}
              >
                {t('Notification settings')}
              </Link>
            </p>
          </>
        )}
      </section>
    </div>
  )
}

/** The delay before listening, so that the page is drawn first, in milliseconds. */
const restFirst = 5_000
/** How long a sale is shown, in milliseconds. */
const shownFor = 8_000

/**
 * Shows each sale as it is made. Only visible tabs listen, until the session ends here or in another tab. If the server
 * refuses the connection, the member's rights have changed, so the page loads them again.
 */
function useLiveNotifications(isReady: boolean): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const began = useEffectEvent(
    () => void queries.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  )
  const notify = useEffectEvent((news: readonly NotificationWire[]) => {
    began()
    const sales = news.flatMap((one) => (one.kind === 'sale' ? [one] : []))
    const [sale] = sales
    if (sale === undefined) return
    const path = sales.length === 1 ? `/sales/${sale.saleId}` : '/sales'
    toast.success(newsText(sale, sales), {
      duration: shownFor,
      action: { label: t('Open'), onClick: () => void navigate(path) },
    })
  })
  const refused = useEffectEvent(() => void queries.invalidateQueries({ queryKey: rightsQuery.queryKey }))
  useEffect(() => {
    if (!isReady) return undefined
    let controller: AbortController | undefined
    let waiting: number | undefined
    const stop = () => {
      window.clearTimeout(waiting)
      controller?.abort()
      controller = undefined
    }
    const follow = () => {
      if (document.visibilityState === 'hidden' || !isSignedIn()) return stop()
      if (controller !== undefined) return
      const { signal } = (controller = new AbortController())
      waiting = window.setTimeout(
        () => void listenToNotifications(signal, { began, notify, refused }),
        restFirst,
      )
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    const unfollow = onSessionChange(follow)
    return () => {
      stop()
      unfollow()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [isReady])
}

type Sale = Extract<NotificationWire, { readonly saleId: string }>

function newsText(sale: Sale, all: readonly Sale[]): string {
  if (all.length > 1) {
    return t('{count, plural, other {# new sales, {amounts}}}', {
      count: all.length,
      amounts: amountsText(sumsOf(all)),
    })
  }
  return saleText(cutText(sale.buyer, 40), cutText(sale.formTitle, 60), sale)
}

function sumsOf(sales: readonly Sale[]) {
  const sums = new Map<string, number>()
  for (const { currency, amount } of sales) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

/** The wait before listening again, after a normal end and after failures, in milliseconds. */
const usualPause = 1_000
const shortestRest = 2_000
const longestRest = 60_000

type Hears = {
  /** Listening has started. Earlier notifications were not delivered. */
  readonly began: () => void
  readonly notify: (news: readonly NotificationWire[]) => void
  /** The member has lost the right, for example by a change of role. */
  readonly refused: () => void
}

/** Listens for notifications until aborted, and retries after failures. */
async function listenToNotifications(signal: AbortSignal, hears: Hears): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const wentWell = await listen(signal, hears).catch(() => false)
    failures = wentWell ? 0 : failures + 1
    const rest = Math.min(shortestRest * 2 ** failures, longestRest)
    await pause(wentWell ? usualPause : rest * (0.5 + Math.random()), signal)
  }
}

/** Returns whether the stream ended normally. */
async function listen(signal: AbortSignal, { began, notify, refused }: Hears): Promise<boolean> {
  const token = storedToken()
  if (token === null) return false
  const response = await fetch(livePath, {
    signal,
    headers: { authorization: t('Bearer {token}', { token }) },
  })
  if (response.status === 401) return (await refreshToken(token)) !== null
  if (response.status === 403) refused()
  if (!response.ok || response.body === null) return false
  began()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) notify(liveNews.parse(JSON.parse(event.slice('data: '.length))))
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timeout)
      resolve()
    })
  })
}

/** How often a visible page polls for notifications, in milliseconds. */
const lookedEvery = 60_000

const notificationsQuery = queryOptions({
  queryKey: ['notices', 'last'],
  queryFn: ({ signal }) => call(notificationsContract.listNotices, { signal }),
  refetchInterval: lookedEvery,
  staleTime: lookedEvery / 2,
})
