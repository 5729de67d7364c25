import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

const mailData = z.object({ formId: z.string() })

/** The mail to a seller whose form is used for card testing. */
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
  const what = `Someone is testing stolen cards on your form “${title}”. More than 100 cards were declined within an hour.`
  const done =
    'We are blocking it. Until it stops, each payment on this form runs a short background check that real buyers will barely notice. Your other forms are not affected.'
  const advice =
    'You do not need to do anything. If you see payments you do not recognize, refund them to avoid disputes.'
  return {
    subject: `Stolen cards are being tested on “${title}”`,
    text: [what, '', done, '', advice, '', 'See the form:', url].join('\n'),
    body: {
      heading: 'We are blocking card testing',
      parts: [text(what), text(done), text(advice), button('See the form', url)],
    },
  }
}
