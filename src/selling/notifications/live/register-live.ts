import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotSignedIn, TooManyRequests } from '#foundation/failures/failure.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Admission } from '#foundation/http/contract/contract.ts'
import type { Authorize } from '#foundation/http/contract/routes.ts'
import { whenOver } from '#foundation/http/when-over.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Services } from '#registry/services.ts'
import { describeNotification } from '#selling/notifications/describe-notification.ts'
import { lastNotification, listNews } from '#selling/notifications/store.ts'
import { livePath, type NotificationWire } from '../contract.ts'
import { bellKindsOf } from '../kinds.ts'

const admission = {
  access: 'signed-in',
  right: { entity: 'sales', verb: 'read' },
  isPersonal: true,
} as const satisfies Admission

/** The limits on open streams per person and per network. Clients beyond them poll once a minute. */
const mostOfUser = 5
const mostOfNetwork = 100
const mostOfAll = 500
const comeBackAfter = 60
/** How long a stream stays open, in milliseconds. This is shorter than proxy timeouts and the lifetime of a token. */
const heartbeat = 25_000
const longest = 5 * 60_000

/** Serves live notifications as server-sent events. The caller's rights are checked again for each event. */
export function registerLive(
  server: FastifyInstance,
  authorize: Authorize,
  services: Pick<Services, 'db' | 'log'>,
): void {
  const desk = createNewsDesk(services)
  const open = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })

  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const caller = await authorize(request, admission)
    if (caller === null) throw new NotSignedIn()
    return caller
  }

  async function serveNews(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { userId, sellerId } = await callerOf(request)
    const network = clientNetwork(request.ip)
    const isFull = () => {
      const { all, ofUser, ofNetwork } = desk.count(userId, network)
      return ofUser >= mostOfUser || ofNetwork >= mostOfNetwork || all >= mostOfAll
    }
    if (isFull()) throw new TooManyRequests(comeBackAfter)

    const { raw } = reply
    const end = () => void raw.end()
    async function notify(news: readonly NotificationWire[]): Promise<void> {
      const caller = await callerOf(request).catch(() => undefined)
      if (caller?.sellerId !== sellerId) return end()
      const kinds = bellKindsOf(caller)
      const seen = news.filter(({ kind }) => kinds.includes(kind))
      if (seen.length > 0) raw.write(`data: ${JSON.stringify(seen)}\n\n`)
    }
    const from = await lastNotification(services.db)
    // Other streams may have been opened during the query.
    if (isFull()) throw new TooManyRequests(comeBackAfter)
    const stop = desk.listen({ userId, network, sellerId, notify: (news) => void notify(news) }, from)
    // The client may have disconnected during the query.
    if (raw.destroyed) return stop()
    const beat = setInterval(() => raw.write(': \n\n'), heartbeat)
    const over = setTimeout(end, longest)
    open.add(end)
    whenOver(request, reply, () => {
      stop()
      clearInterval(beat)
      clearTimeout(over)
      open.delete(end)
    })
    reply.hijack()
    raw.writeHead(200, {
      ...plainHeaders(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // This header keeps nginx from buffering the events.
      'x-accel-buffering': 'no',
    })
    raw.write(': \n\n')
  }

  server.get(
    livePath,
    {
      // Streams are counted here, not among answered requests.
      config: { ...admission, places: 'nowhere' },
      schema: {
        operationId: 'listenToNotices',
        summary:
          'Streams the shop’s notifications as server-sent events, for five minutes at a time; each event is a list of notifications',
        tags: ['notices'],
      },
    },
    async (request, reply) => serveNews(request, reply),
  )
}

function plainHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}

/** A client that is listening for a seller's notifications. */
type Listener = {
  readonly sellerId: string
  readonly userId: string
  /** The client's network. */
  readonly network: string
  readonly notify: (news: readonly NotificationWire[]) => void
}

/** The polling interval, normally and after a failure, in milliseconds. */
const lookedEvery = 1_000
const restsFor = 5_000
/** The maximum number of notifications in one event. The bell's list has all of them. */
const mostNews = 500

/**
 * Polls for new notifications once for all clients of this process, and only while there are clients. It polls the
 * table by its last id because a LISTEN connection would not survive poolers and failovers. Ids follow the order of
 * commits, so that none is skipped.
 */
function createNewsDesk({ db, log }: Pick<Services, 'db' | 'log'>) {
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
          log.warn({ err: error }, 'new notifications could not be read')
          schedule(restsFor)
        },
      )
    }, delay)
  }

  return {
    /** Counts clients: all of them, those of one user, or those from one network. */
    count(userId: string, network: string) {
      const all = [...listeners.keys()]
      return {
        all: all.length,
        ofUser: all.filter((one) => one.userId === userId).length,
        ofNetwork: all.filter((one) => one.network === network).length,
      }
    },

    /** Starts sending a client the notifications that follow the id `from`. Returns a function that stops this. */
    listen(listener: Listener, from: number): () => void {
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
