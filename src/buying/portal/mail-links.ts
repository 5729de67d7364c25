import { fromShop } from '#buying/checkout/page/brand.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { hasBought } from '#payments/purchases/records/find-purchase.ts'
import { portalUrl } from '#payments/purchases/records/purchase-url.ts'
import { findSeller } from './find-shop.ts'
import { keyOf } from './link-keys.ts'
import { markMailed, removeLink, takeAsked } from './store.ts'

/** How long a link can be opened, in seconds. */
const linkLifetime = 20 * 60
const batch = 50

/**
 * Mails the links that were asked for to who bought something, and removes the others. It is done apart from the request, so
 * that this takes the same time for every address.
 */
export async function mailLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const asked = await takeAsked(tx, batch)
    for (const { id, sellerId, email } of asked) {
      if (!(await hasBought(tx, sellerId, email))) {
        await removeLink(tx, id)
        continue
      }
      const at = clock.now()
      await enqueueMail(tx, { kind: 'buyer_link', about: id, data: { id, sellerId }, recipient: email, at })
      await markMailed(tx, id, at)
    }
    return asked.length
  })
}

/** Until when a link that is asked for now can be opened. */
export function linkExpiry(now: Date): Date {
  return secondsAfter(now, linkLifetime)
}

export async function writeLinkMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
): Promise<Message> {
  const shop = await findSeller(db, sellerId)
  if (shop === undefined) throw new Error(`There is no shop ${sellerId}`)
  const sellerName = plainName(shop.sellerName)
  const query = new URLSearchParams({ key: keyOf(config.authSecret, 'link', id) })
  const url = `${portalUrl(config, sellerId)}/open?${query.toString()}`
  const said = `Here are your purchases from ${sellerName}. The link works once, within 20 minutes.`
  const care = 'If you did not ask for it, you need not do anything: nobody gets in without this email.'
  return fromShop(
    config,
    { ...shop, sellerName },
    {
      subject: `Your purchases from ${sellerName}`,
      text: [said, '', url, '', care].join('\n'),
      body: {
        heading: 'Your purchases',
        parts: [text(said), button('Show my purchases', url), small(care)],
      },
      isTransient: true,
    },
  )
}
