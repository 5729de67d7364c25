import { fromShop } from '#buying/checkout/page/brand.ts'
import { findSeller } from '#buying/portal/mail-links.ts'
import { small, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'

/** Tells who had a customer's mails so far that they go elsewhere. Where to is not said: it may be a stranger who reads it. */
export async function writeCorrectionMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { sellerId }: { readonly sellerId: string },
): Promise<Message> {
  const shop = await findSeller(db, sellerId)
  if (shop === undefined) throw new Error(`There is no shop ${sellerId}`)
  const sellerName = plainName(shop.sellerName)
  const what = `${sellerName} has changed the email address of your purchases. Emails about them go to another address from now on, and this one no longer opens the page of your purchases there.`
  const care = `If you asked for that, you need not do anything. If you did not, tell ${sellerName}. The links in emails that you already have still work.`
  return fromShop(
    config,
    { ...shop, sellerName },
    {
      subject: `Your email address at ${sellerName} was changed`,
      text: [what, '', care].join('\n'),
      body: { heading: 'Your email address was changed', parts: [text(what), small(care)] },
    },
  )
}
