import type { Kysely } from 'kysely'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

const mailData = z.object({ formId: z.string() })

export async function writeAttackMail(
  db: Kysely<Database>,
  publicUrl: string,
  data: unknown,
): Promise<Message> {
  const { formId } = mailData.parse(data)
  const form = await db
    .selectFrom('formsView as forms')
    .select('title')
    .where('id', '=', formId)
    .executeTakeFirstOrThrow()
  const title = plainName(form.title)
  const url = `${publicUrl}/forms/${formId}`
  const what = t(
    'Someone is testing stolen cards on your form “{title}”. More than 100 cards were declined within an hour.',
    { title },
  )
  const done = t(
    'We are blocking it. Until it stops, each payment on this form runs a short background check that real buyers will barely notice. Your other forms are not affected.',
  )
  const advice = t(
    'You do not need to do anything. If you see payments you do not recognize, refund them to avoid disputes.',
  )
  return {
    subject: t('Stolen cards are being tested on “{title}”', { title }),
    text: [what, '', done, '', advice, '', t('See the form:'), url].join('\n'),
    body: {
      heading: t('We are blocking card testing'),
      parts: [text(what), text(done), text(advice), button(t('See the form'), url)],
    },
  }
}
