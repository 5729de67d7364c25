import { z } from 'zod'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

/** Tells a seller that their connected account cannot take payments at present. */
export function writeRestrictionMail(publicUrl: string, given: unknown): Message {
  const name = plainName(z.object({ name: z.string() }).parse(given).name)
  const what = 'Stripe needs something from you, and your account cannot take payments until Stripe has it.'
  const meanwhile =
    'In the meantime, your forms say so, and no buyer is charged. On the billing page you see what is missing.'
  const url = `${publicUrl}/billing`
  return {
    subject: 'Your Stripe account cannot take payments at the moment',
    text: [`Hello ${name},`, '', what, meanwhile, '', 'See what is missing:', url].join('\n'),
    body: {
      heading: `Hello ${name}`,
      parts: [text(what), text(meanwhile), button('See what is missing', url)],
    },
  }
}
