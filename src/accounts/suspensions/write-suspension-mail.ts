import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'

const lifted = z.object({ name: z.string(), shop: z.string() })
const suspended = lifted.extend({ reason: z.string() })

const unaffected = () =>
  t(
    'Existing purchases are not affected. Subscriptions keep renewing, and receipts and downloads stay available. You can still sign in, issue refunds and cancel subscriptions.',
  )

/** The email that says that a shop is suspended, why, and what continues. */
function writeSuspended(publicUrl: string, data: unknown): Message {
  const { name, shop, reason } = suspended.parse(data)
  const what = t(
    'We have suspended sales for {shop}. Buyers cannot make purchases until the suspension is lifted. Your pages only say that the shop cannot take orders right now.',
    { shop: plainName(shop) },
  )
  const next = t('If you think this is a mistake or want to resolve it, contact us.')
  const url = `${publicUrl}/contact-us`
  const heading = t('Hello {name}', { name: plainName(name) })
  return {
    subject: t('Sales suspended for {shop}', { shop: plainName(shop) }),
    text: [`${heading},`, '', what, '', t('Reason:'), reason, '', unaffected(), '', next, url].join('\n'),
    body: {
      heading,
      parts: [
        text(what),
        text(t('Reason:')),
        { kind: 'message', text: reason },
        text(unaffected()),
        text(next),
        button(t('Contact us'), url),
      ],
    },
  }
}

function writeLifted(publicUrl: string, data: unknown): Message {
  const { name, shop } = lifted.parse(data)
  const what = t(
    'We have lifted the suspension of {shop}. Its forms accept payments again. Thank you for your patience.',
    { shop: plainName(shop) },
  )
  const url = `${publicUrl}/forms`
  const heading = t('Hello {name}', { name: plainName(name) })
  return {
    subject: t('Sales resumed for {shop}', { shop: plainName(shop) }),
    text: [`${heading},`, '', what, '', t('See your forms:'), url].join('\n'),
    body: { heading, parts: [text(what), button(t('See your forms'), url)] },
  }
}

export function suspensionMailWriters(publicUrl: string): Writers {
  return {
    seller_suspended: async ({ data }) => writeSuspended(publicUrl, data),
    suspension_lifted: async ({ data }) => writeLifted(publicUrl, data),
  }
}
