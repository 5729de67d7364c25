import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

/** Emails the owner that their connected account cannot accept payments until Stripe has more information. */
export function writeRestrictionMail(publicUrl: string, given: unknown): Message {
  return writeAccountMail(publicUrl, given, {
    subject: t('Your Stripe account cannot accept payments'),
    what: t('Stripe needs more information from you. Until you provide it, you cannot accept payments.'),
    next: t(
      'Until then, your forms show a notice, and no buyer is charged. See what is missing on your Billing page.',
    ),
    action: t('See what is missing'),
  })
}

/** Emails the owner that Tillform can no longer reach their Stripe account. */
export function writeDisconnectionMail(publicUrl: string, given: unknown): Message {
  return writeAccountMail(publicUrl, given, {
    subject: t('Your Stripe account is no longer connected'),
    what: t(
      'Stripe says that Tillform no longer has access to your account. Your forms cannot accept payments, and no buyer is charged.',
    ),
    next: t(
      'If you removed access by mistake, allow Tillform again in your Stripe settings, then check the connection on the billing page.',
    ),
    action: t('Check the connection'),
  })
}

type Texts = Record<'subject' | 'what' | 'next' | 'action', string>

function writeAccountMail(
  publicUrl: string,
  given: unknown,
  { subject, what, next, action }: Texts,
): Message {
  const name = plainName(z.object({ name: z.string() }).parse(given).name)
  const heading = t('Hello {name}', { name })
  const url = `${publicUrl}/billing`
  return {
    subject,
    text: [`${heading},`, '', what, next, '', `${action}:`, url].join('\n'),
    body: { heading, parts: [text(what), text(next), button(action, url)] },
  }
}
