import { z } from 'zod'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'

const lifted = z.object({ name: z.string(), shop: z.string() })
const suspended = lifted.extend({ reason: z.string() })

const goesOn =
  'Your buyers keep what they bought: subscriptions go on, and receipts and downloads stay open. You can still sign in, give refunds and cancel subscriptions.'

/** Says that a shop sells nothing for now, why, and what goes on. */
function writeSuspended(publicUrl: string, data: unknown): Message {
  const { name, shop, reason } = suspended.parse(data)
  const what = `Sales of ${plainName(shop)} are suspended. Nobody can buy from it until this is lifted; its pages say only that it cannot take orders at the moment.`
  const next = 'If something can be put right, or this is a mistake, write to us.'
  const url = `${publicUrl}/contact-us`
  const heading = `Hello ${plainName(name)}`
  return {
    subject: `Sales of ${plainName(shop)} are suspended`,
    text: [`${heading},`, '', what, '', 'The reason:', reason, '', goesOn, '', next, url].join('\n'),
    body: {
      heading,
      parts: [
        text(what),
        text('The reason:'),
        { kind: 'message', text: reason },
        text(goesOn),
        text(next),
        button('Write to us', url),
      ],
    },
  }
}

function writeLifted(publicUrl: string, data: unknown): Message {
  const { name, shop } = lifted.parse(data)
  const what = `Sales of ${plainName(shop)} are open again: its forms can be paid at once. Thank you for your patience.`
  const url = `${publicUrl}/forms`
  const heading = `Hello ${plainName(name)}`
  return {
    subject: `Sales of ${plainName(shop)} are open again`,
    text: [`${heading},`, '', what, '', 'See your forms:', url].join('\n'),
    body: { heading, parts: [text(what), button('See your forms', url)] },
  }
}

export function suspensionMailWriters(publicUrl: string): Writers {
  return {
    seller_suspended: async ({ data }) => writeSuspended(publicUrl, data),
    suspension_lifted: async ({ data }) => writeLifted(publicUrl, data),
  }
}
