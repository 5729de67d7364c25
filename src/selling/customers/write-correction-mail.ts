import { t } from '#foundation/language/t.ts'
import { fromShop } from '#buying/checkout/page/brand.ts'
import { findSeller } from '#buying/portal/mail-links.ts'
import { small, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'

/**
 * Notifies the old address that emails are now sent elsewhere. It does not mention the new address, because a
 * stranger could read it.
 */
export async function writeCorrectionMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { sellerId }: { readonly sellerId: string },
): Promise<Message> {
  const shop = await findSeller(db, sellerId)
  if (shop === undefined) throw new Error(`There is no shop ${sellerId}`)
  const sellerName = plainName(shop.sellerName)
  const what = t(
    '{sellerName} changed the email on your purchases. Future emails go to the new address, and this address can no longer open your purchases.',
    { sellerName },
  )
  const care = t(
    'If you asked for this, you do not need to do anything. If not, contact {sellerName}. Links in emails you already have no longer open your purchases.',
    { sellerName },
  )
  return fromShop(
    config,
    { ...shop, sellerName },
    {
      subject: t('Your email address at {sellerName} was changed', { sellerName }),
      text: [what, '', care].join('\n'),
      body: { heading: t('Your email address was changed'), parts: [text(what), small(care)] },
    },
  )
}
