import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

const mailData = z.object({ formId: z.string() })

/** Tells a seller that stolen cards are tried out on a form, and that it is being held back. */
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
  const what = `Somebody is testing stolen cards on your form “${title}”: more than 100 cards were declined within an hour.`
  const done =
    'We are holding it back. Until it stops, each payment on this form requires a little work from the buyer’s browser, which genuine buyers will hardly notice. Your other forms are not affected.'
  const advice =
    'You do not have to do anything. If any payments that you cannot explain went through, refund them before the cardholder disputes them.'
  return {
    subject: `Stolen cards are being tested on “${title}”`,
    text: [what, '', done, '', advice, '', 'See the form:', url].join('\n'),
    body: {
      heading: 'Card testing is being held back',
      parts: [text(what), text(done), text(advice), button('See the form', url)],
    },
  }
}
