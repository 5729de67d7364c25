import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type BrandedShop, fromShop } from '#buying/checkout/page/brand.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveryKind } from '#foundation/db/tables/recoveries.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { translate } from '#foundation/language/translations.ts'
import { button, type MailPart, small, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { findSellable } from '#buying/checkout/price/payable-form.ts'
import { offeredOf } from '../resume/offered-choices.ts'
import { discountText, findReminderCoupon, type OpenCoupon } from '../settings/open-coupons.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import type { Services } from '#registry/services.ts'
import { resumeUrl } from '../resume/link.ts'
import { stopUrl } from '../stop/stop-link.ts'
import { decideAtSending } from './decide-at-sending.ts'
import { recordBounce } from '../stop/mail-stops.ts'

const mailData = z.object({ id: z.string(), isAskedFor: z.boolean().default(false) })

/** The language of a mail's buyer. */
export async function languageOfMail(db: Kysely<Database>, given: unknown): Promise<string> {
  const { id } = mailData.parse(given)
  const row = await db.selectFrom('recoveries').select('language').where('id', '=', id).executeTakeFirst()
  return row?.language ?? 'en'
}

/** Writes the email about a lost payment. Right before sending, it is decided again whether it is sent. */
export async function writeRecoveryMail(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  given: unknown,
): Promise<Message> {
  const { config, db } = services
  const { id, isAskedFor } = mailData.parse(given)
  const found = await findMailed(db, id)
  if (found === undefined) throw new Error(`There is no recovery ${id}`)
  const { emailKey, sellerId, formId, email, language } = found
  const message = recoveryMessage(config, {
    ...found,
    isAskedFor,
    ...(await offerNow(services, found)),
    title: translate(found, currentLanguage()).title,
    // The seller's own words are in one language, and not about the link.
    ...(language === found.contentLanguage && !isAskedFor ? {} : { subject: null, message: null }),
    url: resumeUrl(config, { id, formId, language }),
    stopUrl: stopUrl(config, { sellerId, emailKey, language }),
  })
  return {
    ...message,
    decide: () => decideAtSending(services, { id, formId, email, isAskedFor }),
    whenRejected: () => recordBounce(services, { sellerId, emailKey }),
  }
}

async function findMailed(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('recoveries')
    .innerJoin('formsView as forms', 'forms.id', 'recoveries.formId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'recoveries.sellerId')
    .leftJoin('formRecovery', 'formRecovery.formId', 'recoveries.formId')
    .select(['recoveries.kind', 'recoveries.formId', 'recoveries.sellerId', 'recoveries.email'])
    .select(['recoveries.emailKey', 'recoveries.name', 'recoveries.amount', 'recoveries.currency'])
    .select(['recoveries.locale', 'recoveries.language', 'recoveries.consentText'])
    .select(['forms.title', 'forms.texts', 'forms.contentLanguage', 'forms.themeColor'])
    .select(['sellers.name as sellerName', 'sellers.logo', 'sellers.wideLogo', 'sellers.contactEmail'])
    .select(['sellers.website', 'sellers.brandColor', 'sellers.font'])
    .select(['formRecovery.subject', 'formRecovery.message', 'formRecovery.couponId', 'recoveries.choices'])
    .where('recoveries.id', '=', id)
    .executeTakeFirst()
}

type Mailed = NonNullable<Awaited<ReturnType<typeof findMailed>>>

/** What the email can promise besides the link to the order, so that the page is as described. */
async function offerNow(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { kind, formId, couponId, choices, amount }: Mailed,
): Promise<Pick<RecoveryMail, 'priceNow' | 'coupon'>> {
  const now = clock.now()
  const form = await findSellable(db, formId)
  const { total } = form === undefined ? {} : offeredOf(form, choices, now)
  const isReminded = kind === 'page' && choices.coupon === undefined
  const coupon = isReminded ? await findReminderCoupon(db, { formId, couponId }, now) : undefined
  return {
    priceNow: total === undefined || total === amount ? null : total,
    coupon: coupon ?? null,
  }
}

/** What the email says. `amount` is in minor units. */
export type RecoveryMail = BrandedShop & {
  readonly kind: RecoveryKind
  /** The form's title, in the language of the email. */
  readonly title: string
  /** Empty if unknown. */
  readonly name: string
  readonly amount: number
  readonly currency: string
  /** The current price in minor units if it has changed since the order, or null if not. */
  readonly priceNow: number | null
  /** The coupon included in the link, or null. */
  readonly coupon: OpenCoupon | null
  readonly locale: string | null
  readonly consentText: string | null
  /** Whether the buyer asked for the link after a decline. */
  readonly isAskedFor: boolean
  readonly themeColor: string
  /** The seller's own words, or null for ours. */
  readonly subject: string | null
  readonly message: string | null
  readonly url: string
  readonly stopUrl: string
}

/** The email in the current language, in the shop's look. */
export function recoveryMessage(addresses: { readonly publicUrl: string }, mail: RecoveryMail): Message {
  const seller = plainName(mail.sellerName)
  const title = plainName(mail.title)
  const name = plainName(mail.name)
  const amount = formatAmount(mail.amount, mail.currency, formatsOf(mail.locale))
  const words = { ...wordsOf(mail.kind, { seller, title, amount }), ...(mail.isAskedFor && linkWords(title)) }
  const subject = mail.subject === null ? words.subject : plainName(mail.subject)
  const own: MailPart[] =
    mail.message === null ? words.next.map(text) : [{ kind: 'message', text: mail.message, hasLinks: true }]
  const ownText = mail.message === null ? words.next : [mail.message]
  const offer = offerTexts(mail)
  const why = whyText(mail)
  const [go, stop] = [t('Continue your order'), t('Stop these emails')]
  const hello = name === '' ? [] : [t('Hello {name},', { name })]
  return fromShop(
    addresses,
    { ...mail, sellerName: seller },
    {
      subject,
      text: [
        ...hello.flatMap((line) => [line, '']),
        words.happened,
        ...ownText,
        ...offer,
        '',
        t('{label}:', { label: go }),
        mail.url,
        '',
        why,
        `${stop}: ${mail.stopUrl}`,
      ].join('\n'),
      body: {
        heading: words.heading,
        parts: [
          ...hello.map(text),
          text(words.happened),
          ...own,
          ...offer.map(text),
          button(go, mail.url),
          small(why),
          { kind: 'links', links: [{ label: stop, url: mail.stopUrl }], isSmall: true },
        ],
      },
      unsubscribeUrl: mail.stopUrl,
      isTransient: true,
    },
  )
}

/** The current price, and the coupon in the link. */
function offerTexts({ priceNow, currency, locale, coupon }: RecoveryMail): string[] {
  const formats = formatsOf(locale)
  const price =
    priceNow === null
      ? []
      : [t('The price is now {price}.', { price: formatAmount(priceNow, currency, formats) })]
  if (coupon === null) return price
  const { code, endsAt } = coupon
  const discount = discountText(coupon, formats)
  return [
    ...price,
    endsAt === null
      ? t('Your link includes the code {code} for {discount} off.', { code, discount })
      : t('Your link includes the code {code} for {discount} off, until {time}.', {
          code,
          discount,
          time: instantText(endsAt.getTime()),
        }),
  ]
}

function whyText({ isAskedFor, consentText }: RecoveryMail): string {
  if (isAskedFor) return t('You are getting this email because you asked for it on the payment page.')
  return consentText === null
    ? t('You are getting this one email because you placed this order. There will be no other.')
    : t('You are getting this email because you checked: “{text}”', { text: consentText })
}

function linkWords(title: string) {
  return {
    subject: t('The link to your order of “{title}”', { title }),
    heading: t('The link to your order'),
  }
}

type Named = { readonly seller: string; readonly title: string; readonly amount: string }

function wordsOf(kind: RecoveryKind, { seller, title, amount }: Named) {
  switch (kind) {
    case 'declined':
      return {
        subject: t('Your payment to {seller} did not go through', { seller }),
        heading: t('Your payment did not go through'),
        happened: t(
          'Your payment of {amount} to {seller} for “{title}” was declined. You have not been charged.',
          { amount, seller, title },
        ),
        next: [t('Your order is saved. You can pay with another card or in another way.')],
      }
    case 'authentication':
      return {
        subject: t('Your order at {seller} is not complete', { seller }),
        heading: t('Your order is not complete'),
        happened: t(
          'Your bank asked you to confirm your payment of {amount} to {seller} for “{title}”, but got no answer. You have not been charged.',
          { amount, seller, title },
        ),
        next: [t('Your order is saved. If you still want it, continue where you left off.')],
      }
    case 'page':
      return {
        subject: t('Your reminder about “{title}”', { title }),
        heading: t('You asked for a reminder'),
        happened: t('You started to order “{title}” from {seller}. You have not been charged.', {
          seller,
          title,
        }),
        next: [t('Your choices are saved. If you still want it, continue where you left off.')],
      }
  }
}
