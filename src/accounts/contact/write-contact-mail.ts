import { t } from '#foundation/language/t.ts'
import { small, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { contactBody } from './contract.ts'

/** A visitor's message as an email, always as plain text. A reply goes to the visitor. */
export function writeContactMail(data: unknown): Message {
  const { name, email, subject, message } = contactBody.parse(data)
  const sender = plainName(name)
  return {
    subject: t('Contact: {subject}', { subject: plainName(subject) }),
    text: [
      `${t('From: {sender}', { sender })} <${email}>`,
      '',
      message,
      '',
      t('Reply to this email to answer them.'),
    ].join('\n'),
    body: {
      heading: plainName(subject),
      parts: [
        text(t('From {sender} ({email})', { sender, email })),
        { kind: 'message', text: message },
        small(t('Reply to this email to answer them.')),
      ],
    },
    replyTo: email,
    isTransient: true,
    isPersonal: true,
  }
}
