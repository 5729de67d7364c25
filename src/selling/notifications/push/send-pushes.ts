import { z } from 'zod'
import type { Kysely } from 'kysely'
import type { PushConfig } from '#foundation/config/config.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import type { Database } from '#foundation/db/schema.ts'
import { oneLine } from '#foundation/mail/plain-name.ts'
import { listOf, notificationPath, titleOfMany, wordsOf } from '#selling/notifications/write-notification.ts'
import { listSpan, sumSpan } from '#selling/notifications/store.ts'
import { isPushService } from './contract.ts'
import { delayMessage, deleteGoneDevice, deleteMessage, type DueMessage, takeDue } from './store.ts'

const batch = 20
/** Headers. The library uses a number for one of them. */
const texts = z.record(z.string(), z.coerce.string())
/** How long a process owns a message, and the wait before the first retry, in seconds. */
const claimedFor = 60
const mostAttempts = 6
/** How long a push service keeps a message for an offline device, in seconds. Older news is in the daily email. */
const goodFor = 4 * 60 * 60

/** Calls a push service. Returns the HTTP status. */
export type CallService = (
  endpoint: string,
  request: { readonly headers: Record<string, string>; readonly body: Buffer },
) => Promise<number>

/** Follows no redirects, waits up to five seconds and reads only the status. */
const callService: CallService = async (endpoint, { headers, body }) => {
  const { status, body: answer } = await fetch(endpoint, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
  })
  await answer?.cancel()
  return status
}

/**
 * Sends the messages that are due. A service that does not respond is retried with growing delays, rejected messages
 * are dropped and expired devices deleted. Returns how many messages were due.
 */
export async function sendPushes(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  push: PushConfig,
  send: CallService = callService,
): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const due = await takeDue(db, now, secondsAfter(now, claimedFor), batch)
  await Promise.all(due.map(async (message) => sendOne(services, push, message, send)))
  return due.length
}

async function sendOne(
  { db, clock, log, config }: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  push: PushConfig,
  message: DueMessage,
  send: CallService,
): Promise<void> {
  const { id, deviceId, endpoint, attempts } = message
  const payload = isPushService(endpoint) ? await writePush(db, message) : undefined
  if (payload === undefined) return deleteMessage(db, id)
  const status = await encrypted(push, config.mail.contact, message, payload)
    .then(async (request) => send(endpoint, request))
    .catch(() => 0)
  if (status === 404 || status === 410) {
    log.info({ device: deviceId }, 'a device no longer accepts push messages')
    return deleteGoneDevice(db, deviceId)
  }
  const isRetried = status === 0 || status === 429 || status >= 500
  if (isRetried && attempts < mostAttempts) {
    return delayMessage(db, id, secondsAfter(clock.now(), claimedFor * 2 ** (attempts - 1)))
  }
  if (status < 200 || status >= 300) log.warn({ device: deviceId, status }, 'a push message was not accepted')
  return deleteMessage(db, id)
}

async function encrypted(
  { publicKey, privateKey }: PushConfig,
  contact: string,
  { endpoint, p256dh, auth, kind }: DueMessage,
  payload: PushPayload,
) {
  // Loaded with the first message, because most servers send none.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey },
      TTL: goodFor,
      urgency: 'normal',
      // A device that was offline gets only the latest message of each kind.
      topic: kind,
    },
  )
  return { headers: texts.parse(headers), body: body ?? Buffer.alloc(0) }
}

/** A push message. It is encrypted in transit, but others may see the screen it is shown on. */
type PushPayload = {
  readonly title: string
  readonly body: string
  /** A message replaces an earlier one with the same tag. */
  readonly tag: string
  readonly path: string
}

/** Describes one notification, or the number and total of several. Undefined if they no longer exist. */
export async function writePush(
  db: Kysely<Database>,
  message: Pick<DueMessage, 'sellerId' | 'kind' | 'toldFrom' | 'toldTo' | 'at' | 'showsBuyer'>,
): Promise<PushPayload | undefined> {
  const { sellerId, kind, toldFrom: after, toldTo: upTo, at, showsBuyer } = message
  const span = { sellerId, kinds: [kind], after, upTo }
  const sums = await sumSpan(db, span)
  const count = sums.reduce((total, sum) => total + sum.count, 0)
  const [first] = await listSpan(db, span, 1)
  if (first === undefined) return undefined
  if (count > 1) return { title: titleOfMany(kind, sums, at), body: '', tag: kind, path: listOf([kind]).path }
  const { title, what } = wordsOf(first)
  const tag = `${kind} ${first.id}`
  if ('payout' in first) {
    // Not everyone who sees the screen should see the bank account.
    return { title, body: first.payout.failureMessage ?? '', tag, path: notificationPath(first) }
  }
  const body = showsBuyer ? what : oneLine(first.formTitle)
  return { title, body, tag, path: notificationPath(first) }
}
