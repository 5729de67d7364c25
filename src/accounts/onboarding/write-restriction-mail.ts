import { z } from 'zod'
import { html } from '#foundation/http/html.ts'
import { mailButton, mailDocument } from '#foundation/mail/mail-document.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

/** Tells a seller that their connected account cannot take payments at present; as text and as HTML. */
export function writeRestrictionMail(publicUrl: string, given: unknown): Message {
  const name = plainName(z.object({ name: z.string() }).parse(given).name)
  const what = 'Stripe needs something from you, and your account cannot take payments until Stripe has it.'
  const meanwhile =
    'In the meantime, your forms say so, and no buyer is charged. On the billing page you see what is missing.'
  const url = `${publicUrl}/billing`
  const body = html`<p style="margin:0 0 12px">${what}</p>
    <p style="margin:0">${meanwhile}</p>
    ${mailButton('See what is missing', url)}`
  return {
    subject: 'Your Stripe account cannot take payments at the moment',
    text: [`Hello ${name},`, '', what, meanwhile, '', 'See what is missing:', url].join('\n'),
    html: mailDocument(`Hello ${name}`, body),
  }
}
