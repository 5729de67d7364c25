import type { Transaction } from 'kysely'
import { z } from 'zod'
import { whenAndWhere, describeNotice, noticeData, type Origin } from '#accounts/identity/notify.ts'
import type { Database } from '#foundation/db/schema.ts'
import { t } from '#foundation/language/t.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

const name = z.string().transform(plainName)
const told = noticeData.extend({ ownerName: name, makerName: name, shopName: name, subject: name })

/**
 * Emails the shop's owner about a new API key, in the transaction that creates it, because a thief would create one
 * too.
 */
export async function notifyOfKey(
  tx: Transaction<Database>,
  key: {
    readonly id: string
    readonly name: string
    readonly sellerId: string
    readonly userId: string
    readonly at: Date
    readonly origin: Origin
  },
): Promise<void> {
  const { id, sellerId, userId, at, origin } = key
  const people = await tx
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'members.sellerId')
    .select(['users.id', 'users.name', 'users.email', 'members.isOwner', 'sellers.name as shopName'])
    .where('members.sellerId', '=', sellerId)
    .execute()
  const owner = people.find(({ isOwner }) => isOwner)
  if (owner === undefined) return
  await enqueueMail(tx, {
    kind: 'api_key_made',
    userId: owner.id,
    about: id,
    recipient: owner.email,
    at,
    data: {
      ...describeNotice({ at, origin, subject: key.name }),
      ownerName: owner.name,
      makerName: people.find((one) => one.id === userId)?.name ?? '',
      shopName: owner.shopName,
    },
  })
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
