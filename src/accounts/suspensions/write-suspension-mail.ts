import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'

const lifted = z.object({ name: z.string(), shop: z.string() })
const suspended = lifted.extend({ reason: z.string() })

const unaffected =
  'Existing purchases are not affected. Subscriptions keep renewing, and receipts and downloads stay available. You can still sign in, issue refunds and cancel subscriptions.'

/** Says that a shop is suspended, why, and what continues. */
function writeSuspended(publicUrl: string, data: unknown): Message {
  const { name, shop, reason } = suspended.parse(data)
  const what = `We have suspended sales for ${plainName(shop)}. Buyers cannot make purchases until the suspension is lifted. Your pages only say that the shop cannot take orders right now.`
  const next = t('If you think this is a mistake or want to resolve it, contact us.')
  const url = `${publicUrl}/contact-us`
  const heading = `Hello ${plainName(name)}`
  return {
    subject: `Sales suspended for ${plainName(shop)}`,
    text: [`${heading},`, '', what, '', 'Reason:', reason, '', unaffected, '', next, url].join('\n'),
    body: {
      heading,
      parts: [
        text(what),
        text(t('Reason:')),
        { kind: 'message', text: reason },
        text(unaffected),
        text(next),
        button(t('Contact us'), url),
      ],
    },
  }
}

function writeLifted(publicUrl: string, data: unknown): Message {
  const { name, shop } = lifted.parse(data)
  const what = `We have lifted the suspension of ${plainName(shop)}. Its forms accept payments again. Thank you for your patience.`
  const url = `${publicUrl}/forms`
  const heading = `Hello ${plainName(name)}`
  return {
    subject: `Sales resumed for ${plainName(shop)}`,
    text: [`${heading},`, '', what, '', 'See your forms:', url].join('\n'),
    body: { heading, parts: [text(what), button(t('See your forms'), url)] },
  }
}

export function suspensionMailWriters(publicUrl: string): Writers {
  return {
    seller_suspended: async ({ data }) => writeSuspended(publicUrl, data),
    suspension_lifted: async ({ data }) => writeLifted(publicUrl, data),
  }
}
