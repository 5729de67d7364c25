import type { Transaction } from 'kysely'
import { z } from 'zod'
import { describeNotice, type Origin, whenAndWhere } from '#accounts/identity/notify.ts'
import { readUser } from '#accounts/people/read-people.ts'
import type { Database } from '#foundation/db/schema.ts'
import { t } from '#foundation/language/t.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Ending } from '#registry/account-endings.ts'

/** Its contents and recipient are erased once it has been sent. */
export const erasureMail = 'account-erased'

const erasure = z.object({ name: z.string(), isShopClosed: z.boolean() })

/** Records the email that confirms an erasure, before the address is erased. The email belongs to no account. */
export async function confirmErasure(
  { tx, now }: Pick<Ending, 'now'> & { readonly tx: Transaction<Database> },
  userId: string,
  origin: Origin,
  isShopClosed: boolean,
): Promise<void> {
  const { email, name } = await readUser(tx, userId)
  const data: z.input<typeof erasure> = { name, isShopClosed }
  const notice = describeNotice({ at: now, origin })
  await enqueueMail(tx, {
    kind: erasureMail,
    about: userId,
    data: { ...notice, ...data },
    recipient: email,
    at: now,
  })
}

export function writeErasureMail(publicUrl: string, data: unknown): Message {
  const { name, isShopClosed } = erasure.parse(data)
  const closed = isShopClosed
    ? [t('Your shop is closed. Its sales stay on record, as the law requires.')]
    : []
  return writeLetter(plainName(name), {
    subject: t('Your account was erased'),
    heading: t('Your account was erased'),
    paragraphs: [
      t(
        'Your name, email address, photo and all ways to sign in were erased, as you requested in your settings.',
      ),
      ...closed,
      whenAndWhere(data),
      t('This cannot be undone. If this was not you, contact us right away.'),
    ],
    button: { label: t('Contact us'), url: `${publicUrl}/contact-us` },
    end: t('This is our last email to this address.'),
  })
}
