import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { oneLine } from '#foundation/mail/plain-name.ts'
import { listOf, notificationPath, titleOfMany, wordsOf } from '../write-notification.ts'
import { listSpan, sumSpan } from '../store.ts'
import type { DueMessage } from './store.ts'

/** What a device shows. It goes through the browser's service, encrypted, and stands on a screen that others may see. */
export type PushPayload = {
  readonly title: string
  readonly body: string
  /** What came before under the same one is replaced. */
  readonly tag: string
  readonly path: string
}

/** One thing by itself, of many how many and what they come to; undefined where the notifications are gone. */
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
    // Whoever sees the screen need not read which bank account it is.
    return { title, body: first.payout.failureMessage ?? '', tag, path: notificationPath(first) }
  }
  const body = showsBuyer ? what : oneLine(first.formTitle)
  return { title, body, tag, path: notificationPath(first) }
}
