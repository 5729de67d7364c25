import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { isSignedIn, onSessionChange } from '#accounts/identity/ui/session.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import type { NotificationWire } from '../contract.ts'
import { amountsText, saleText } from '../notification-words.ts'
import { listenToNotifications } from './live-notifications.ts'
import { notificationsQuery } from './queries.ts'

/** The page is drawn and at rest before it begins to listen, in milliseconds. */
const restFirst = 5_000
/** How long a sale stays in sight. */
const shownFor = 8_000

/**
 * Shows each sale as it is made, while this page is in sight: of many tabs those alone listen that somebody looks at.
 * It ends with the session, here or in another tab. Who is refused has had their rights changed under an open page, which
 * then asks what they are now.
 */
export function useLiveNotifications(isReady: boolean): void {
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
      action: { label: 'Open', onClick: () => void navigate(path) },
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
  if (all.length > 1) return `${all.length} new sales, ${amountsText(sumsOf(all))}`
  return saleText(cutText(sale.buyer, 40), cutText(sale.formTitle, 60), sale)
}

function sumsOf(sales: readonly Sale[]) {
  const sums = new Map<string, number>()
  for (const { currency, amount } of sales) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
