import type { Transaction } from 'kysely'
import { createHash, createHmac } from 'node:crypto'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { lockUser } from '#accounts/people/read-people.ts'
import { deleteOldLinks, hasLink, insertLink, type LinkKind, type NewLink } from './store.ts'

/** How long a link is valid, in seconds. */
const lifetimes: Readonly<Record<LinkKind, number>> = {
  reset: 30 * 60,
  confirm: 24 * 60 * 60,
  'change-from': 24 * 60 * 60,
  'change-to': 24 * 60 * 60,
}

/** How long an expired link is kept, in seconds, because its email may still be waiting to be sent. */
const retention = 7 * 24 * 60 * 60

export type Links = {
  /** The key in a link, 256 bits. It is derived from the row's id, so no table or email record stores it. */
  readonly keyOf: (linkId: string) => string
  /** The hash of a link's key that is stored in the database. */
  readonly hashOf: (key: string) => string
  /** Records a link and the email with it in one transaction. */
  readonly send: (
    tx: Transaction<Database>,
    link: NewLink & {
      readonly recipient: string
      /** Data about the link that its email shows. */
      readonly data?: Readonly<Record<string, unknown>>
    },
  ) => Promise<void>
}

export function createLinks(authSecret: string): Links {
  const secret = createHmac('sha256', authSecret).update('account links').digest()
  const keyOf = (linkId: string) => createHmac('sha256', secret).update(linkId).digest('base64url')
  const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    keyOf,
    hashOf,
    async send(tx, { kind, userId, email, recipient, changeId, now, data = {} }) {
      const id = newId()
      const expiresAt = secondsAfter(now, lifetimes[kind])
      const tokenHash = hashOf(keyOf(id))
      await deleteOldLinks(tx, userId, secondsAfter(now, -retention))
      await insertLink(tx, { id, kind, userId, email, changeId: changeId ?? null, now, expiresAt, tokenHash })
      await enqueueMail(tx, { kind: `account-${kind}`, userId, about: id, recipient, at: now, data })
    },
  }
}

/**
 * Sends new users the link that confirms their email address, only once, however often they complete their
 * registration.
 */
export async function askToConfirm(
  tx: Transaction<Database>,
  links: Links,
  userId: string,
  now: Date,
): Promise<void> {
  const { email, emailVerified } = await lockUser(tx, userId)
  if (emailVerified || (await hasLink(tx, userId, 'confirm'))) return
  await links.send(tx, { kind: 'confirm', userId, email, recipient: email, now })
}
