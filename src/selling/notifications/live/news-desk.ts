import type { Services } from '#registry/services.ts'
import { describeNotification } from '../describe-notification.ts'
import type { NotificationWire } from '../contract.ts'
import { lastNotification, listNews } from '../store.ts'

/** Who is to be told of a seller's news while it happens. */
type Listener = {
  readonly sellerId: string
  readonly userId: string
  /** Where they listen from. */
  readonly network: string
  readonly notify: (news: readonly NotificationWire[]) => void
}

/** How often it is looked whether there is news, and after a failure, in milliseconds. */
const lookedEvery = 1_000
const restsFor = 5_000
/** As much news as is told at once; the list behind the bell has all of it. */
const mostNews = 500

/**
 * Looks for new notifications once for all who listen in this process, and not at all while nobody does. It asks the table, by
 * its last id: that works behind a pooler and after a failover, where a connection of its own for LISTEN would be lost.
 * Notifications are numbered in the order in which they are committed, so that none is passed over.
 */
export function createNewsDesk({ db, log }: Pick<Services, 'db' | 'log'>) {
  const listeners = new Map<Listener, { readonly from: number }>()
  let last = 0
  let timeout: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const newest = await lastNotification(db)
    if (newest <= last) return
    const sellerIds = [...new Set([...listeners.keys()].map(({ sellerId }) => sellerId))]
    const news = await listNews(db, { sellerIds, after: last, upTo: newest }, mostNews)
    last = newest
    for (const [{ sellerId, notify }, { from }] of listeners) {
      const own = news.filter((one) => one.sellerId === sellerId && one.id > from)
      if (own.length > 0) notify(own.map(describeNotification))
    }
  }

  function schedule(delay: number): void {
    clearTimeout(timeout)
    if (listeners.size === 0) return
    timeout = setTimeout(() => {
      look().then(
        () => schedule(lookedEvery),
        (error: unknown) => {
          log.warn({ err: error }, 'news could not be looked for')
          schedule(restsFor)
        },
      )
    }, delay)
  }

  return {
    /** How many listen, of all, of one user and from one network. */
    count(userId: string, network: string) {
      const all = [...listeners.keys()]
      return {
        all: all.length,
        ofUser: all.filter((one) => one.userId === userId).length,
        ofNetwork: all.filter((one) => one.network === network).length,
      }
    },

    /** Tells of what happens from now on; answers how to stop it. */
    async listen(listener: Listener): Promise<() => void> {
      const from = await lastNotification(db)
      if (listeners.size === 0) last = from
      listeners.set(listener, { from })
      if (listeners.size === 1) schedule(lookedEvery)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearTimeout(timeout)
      }
    },
  }
}
