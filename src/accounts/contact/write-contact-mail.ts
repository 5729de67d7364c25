import { html } from '#foundation/http/html.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { contactBody } from './contract.ts'

/** A visitor's message as mail; an answer goes to the visitor. Its words are text, whatever they look like. */
export function writeContactMail(data: unknown): Message {
  const { name, email, subject, message } = contactBody.parse(data)
  const sender = plainName(name)
  return {
    subject: `Contact: ${plainName(subject)}`,
    text: [`From: ${sender} <${email}>`, '', message, '', 'Reply to this email to answer them.'].join('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body style="font:16px/1.5 system-ui,sans-serif;color:#1c1724">
          <p style="color:#6b6375">From ${sender} (${email})</p>
          <p style="white-space:pre-wrap">${message}</p>
          <p style="color:#6b6375;font-size:13px">Reply to this email to answer them.</p>
        </body>
      </html>`.html,
    replyTo: email,
    isTransient: true,
  }
}
