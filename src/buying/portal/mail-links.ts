import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { type BrandedShop, fromShop } from '#buying/checkout/page/brand.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { hasBought } from '#payments/purchases/records/find-purchase.ts'
import { inPageLanguage, portalPath } from '#payments/purchases/records/purchase-url.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import type { Database } from '#foundation/db/schema.ts'
import { insertLink, markMailed, removeLink, takeAsked } from './store.ts'

/** How long a portal link can be opened, in seconds. */
const linkLifetime = 20 * 60
const batch = 50

/**
 * Emails requested links to addresses that have purchases, and deletes the other requests. It runs separately
 * from the request, so that the response takes the same time for every address.
 */
export async function mailLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const asked = await takeAsked(tx, batch)
    for (const { id, sellerId, email, language } of asked) {
      if (!(await hasBought(tx, sellerId, email))) {
        await removeLink(tx, id)
        continue
      }
      const at = clock.now()
      const data = { id, sellerId, language }
      await enqueueMail(tx, { kind: 'buyer_link', about: id, data, recipient: email, at })
      await markMailed(tx, id, at)
    }
    return asked.length
  })
}

/** When a portal link that is requested now will expire. */
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
  const url = config.publicUrl + inPageLanguage(`${portalPath(sellerId)}/open?${query.toString()}`)
  const said = t(
    'Use this link to see your purchases from {shop}. It works once and expires in 20 minutes.',
    { shop: sellerName },
  )
  const care = t(
    'If you did not ask for this, you can ignore this email. No one can use the link without it.',
  )
  return fromShop(
    config,
    { ...shop, sellerName },
    {
      subject: t('Your purchases from {shop}', { shop: sellerName }),
      text: [said, '', url, '', care].join('\n'),
      body: {
        heading: t('Your purchases'),
        parts: [text(said), button(t('Show my purchases'), url), small(care)],
      },
      isTransient: true,
    },
  )
}

type Purpose = 'link' | 'session'

/**
 * The key of a buyer's portal link or session: its id with our signature. Database access alone is not enough
 * to make one.
 */
export function keyOf(secret: string, purpose: Purpose, id: string): string {
  return `${id}.${signatureOf(secret, textOf(purpose, id))}`
}

/** The id in a key, or undefined unless we signed it for this purpose. */
export function readKey(secret: string, purpose: Purpose, key: string): string | undefined {
  const [id = '', proof = ''] = key.split('.')
  return isId(id) && isSignature(secret, textOf(purpose, id), proof) ? id : undefined
}

function textOf(purpose: Purpose, id: string): string {
  return `buyer-${purpose}:${id}`
}

type Buyer = {
  readonly sellerId: string
  readonly email: string
  /** One of the buyer's purchases, to which the email is assigned. */
  readonly purchaseId: string
  readonly language: string
}

/**
 * Emails a buyer the link to their purchases in a shop, as if they had asked for it. Throws `TooManyRequests`
 * after five links in an hour.
 */
export async function sendLink(
  { db, clock, limiter }: Pick<Services, 'db' | 'clock' | 'limiter'>,
  { sellerId, email, purchaseId, language }: Buyer,
): Promise<void> {
  const address = email.toLowerCase()
  await limiter
    .take([{ rule: 'buyerLinkOfAddress', subject: `${sellerId} ${address}` }])
    .catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error
      throw new TooManyRequests(
        error.retryAfter,
        t(
          'Five links were sent to this address within an hour. Check the inbox for the last one, or try again in an hour.',
        ),
      )
    })
  await inTransaction(db, async (tx) => {
    const [id, now] = [newId(), clock.now()]
    const link = { id, sellerId, email: address, language }
    await insertLink(tx, { ...link, askedAt: now, expiresAt: linkExpiry(now) })
    await enqueueMail(tx, {
      kind: 'buyer_link',
      purchaseId,
      about: id,
      data: { id, sellerId, language },
      recipient: email,
      at: now,
    })
    await markMailed(tx, id, now)
  })
}

export type Shop = BrandedShop & { readonly id: string }

export async function findSeller(db: Kysely<Database>, id: string): Promise<Shop | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('sellersView as sellers')
    .select(['id', 'name as sellerName', 'logo', 'wideLogo', 'contactEmail', 'website', 'brandColor', 'font'])
    .where('id', '=', id)
    .executeTakeFirst()
}
