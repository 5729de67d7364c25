import type { Transaction } from 'kysely'
import { z } from 'zod'
import { whenAndWhere, describeNotice, noticeData, type Origin } from '#accounts/identity/notify.ts'
import type { Database } from '#foundation/db/schema.ts'
import { t } from '#foundation/language/t.ts'
import { rules } from '#foundation/limits/rules.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

const name = z.string().transform(plainName)
const toldOfPause = z.object({ ownerName: name, makerName: name, shopName: name, subject: name })
const told = noticeData.extend(toldOfPause.shape)

/**
 * Emails the shop's owner about a new API key, in the transaction that creates it, because someone who breaks into an
 * account might create one.
 */
export async function notifyOfKey(
  tx: Transaction<Database>,
  key: Key & { readonly origin: Origin },
): Promise<void> {
  const people = await peopleOf(tx, key)
  if (people === undefined) return
  const { id, name: subject, at, origin } = key
  const { owner, maker } = people
  await enqueueMail(tx, {
    kind: 'api_key_made',
    userId: owner.id,
    about: id,
    recipient: owner.email,
    at,
    data: {
      ...describeNotice({ at, origin, subject }),
      ownerName: owner.name,
      makerName: maker,
      shopName: owner.shopName,
    },
  })
}

type Key = {
  readonly id: string
  readonly name: string
  readonly sellerId: string
  /** The member who made it. */
  readonly userId: string
  readonly at: Date
}

/** Emails the shop's owner that an API key was paused, in the transaction that pauses it. */
export async function notifyOfPausedKey(tx: Transaction<Database>, key: Key): Promise<void> {
  const people = await peopleOf(tx, key)
  if (people === undefined) return
  const { owner, maker: makerName } = people
  const { name: ownerName, shopName } = owner
  await enqueueMail(tx, {
    kind: 'api_key_paused',
    userId: owner.id,
    about: `${key.id} ${key.at.toISOString()}`,
    recipient: owner.email,
    at: key.at,
    data: { ownerName, makerName, shopName, subject: key.name },
  })
}

/** The owner of a key's shop, and the name of its maker. */
async function peopleOf(tx: Transaction<Database>, { sellerId, userId }: Pick<Key, 'sellerId' | 'userId'>) {
  const people = await tx
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'members.sellerId')
    .select(['users.id', 'users.name', 'users.email', 'members.isOwner', 'sellers.name as shopName'])
    .where('members.sellerId', '=', sellerId)
    .execute()
  const owner = people.find(({ isOwner }) => isOwner)
  return owner && { owner, maker: people.find(({ id }) => id === userId)?.name ?? '' }
}

export function writeKeyMail(publicUrl: string, data: unknown): Message {
  const { ownerName, makerName, shopName, subject: keyName } = told.parse(data)
  const subject = t('A new API key for {shopName}', { shopName })
  return writeLetter(ownerName, {
    subject,
    heading: subject,
    paragraphs: [
      t('{makerName} made the API key “{keyName}”. A program can now use your shop with it.', {
        makerName,
        keyName,
      }),
      whenAndWhere(data),
      t('If you do not recognize it, revoke it under Settings › Developers and reset your password.'),
    ],
    button: { label: t('See API keys'), url: `${publicUrl}/settings/developers` },
    end: t('You received this email because it affects access to your shop.'),
  })
}

export function writePausedKeyMail(publicUrl: string, data: unknown): Message {
  const { ownerName, makerName, shopName, subject: keyName } = toldOfPause.parse(data)
  const subject = t('An API key for {shopName} is paused', { shopName })
  return writeLetter(ownerName, {
    subject,
    heading: subject,
    paragraphs: [
      t(
        'The API key “{keyName}” by {makerName} was used from more than {most} networks within an hour. Keys that were published look like this, so we paused it.',
        { keyName, makerName, most: rules.networksOfKey.limit },
      ),
      t(
        'If the key may be public, revoke it and create another. If your own program runs on many networks, you can resume the key.',
      ),
    ],
    button: { label: t('See API keys'), url: `${publicUrl}/settings/developers` },
    end: t('You received this email because it affects access to your shop.'),
  })
}
