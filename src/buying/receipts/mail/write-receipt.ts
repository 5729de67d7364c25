import type { Kysely } from 'kysely'
import { say, t } from '#foundation/language/t.ts'
import { consumerTexts } from '#buying/consumer-law/texts.ts'
import { cancellationTexts } from '#buying/withdrawal/cancellation/cancellation-texts.ts'
import { withdrawalTexts } from '#buying/withdrawal/texts.ts'
import { previewOf } from '#accounts/uploads/pictures/picture-sources.ts'
import type { Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, type MailBody, small, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { fromShop } from '#buying/checkout/page/brand.ts'
import { isLaterPayment } from '#payments/purchases/purchase.ts'
import {
  type Addresses,
  cancelContractPath,
  portalUrl,
  purchaseUrl,
} from '#payments/purchases/records/purchase-url.ts'
import { findSubscriptionOf, listSubscriptionsOfOrders } from '#payments/subscriptions/find-subscription.ts'
import { lawOnReceipt, type LawOnReceipt, orderOf } from '#buying/receipts/page/describe-purchase.ts'
import { downloadsOf } from '../files/downloads.ts'
import { soldBy, withPlainNames } from '../invoice/invoice.ts'
import { findReceipt, listReceiptsOf, listYearsOf, type Receipt, type Wanted } from '../store.ts'
import { standingText, type SubscriptionView, viewSubscription } from '../page/subscription-view.ts'
import { receiptRows, titleOf, writingOf } from './receipt-rows.ts'

/** The receipt for a paid purchase or renewal. */
export async function writeReceipt(
  db: Kysely<Database>,
  clock: Clock,
  addresses: Addresses,
  purchaseId: string,
): Promise<Message> {
  const found = await findReceipt(db, purchaseId)
  if (found === undefined) throw new Error(`There is no purchase ${purchaseId}`)
  const order = orderOf(found)
  // An order's own row already shows whether it began a subscription. An offer's receipt is only about the offer.
  const mayRecur = isLaterPayment(found.kind) || found.beginsPayments
  const stored = mayRecur ? await findSubscriptionOf(db, order.id) : undefined
  const subscription = viewSubscription(stored, clock.now(), found.locale)
  const told = {
    receipt: withPlainNames(found),
    standing: subscription === undefined ? null : standingWith(found, subscription),
    url: purchaseUrl(addresses, order),
    invoiceUrl: found.total === 0 ? null : purchaseUrl(addresses, found, '/invoice.pdf'),
    withdrawUrl: found.terms.isBusiness ? null : purchaseUrl(addresses, order, '/withdraw'),
    law: lawOnReceipt(found, clock.now()),
    shopUrl: portalUrl(addresses, found.sellerId),
    cancelUrl:
      subscription === undefined
        ? null
        : addresses.publicUrl + cancelContractPath(found.sellerId, order, addresses.authSecret),
    picture:
      found.kind === 'order' && found.image !== null ? addresses.publicUrl + previewOf(found.image) : null,
    calendarUrl:
      subscription === undefined || subscription.nextChargeAt === null
        ? null
        : purchaseUrl(addresses, order, '/calendar.ics'),
  }
  return fromShop(addresses, told.receipt, {
    subject: t('Your receipt from {seller}: {title}', {
      seller: told.receipt.sellerName,
      title: titleOf(told.receipt),
    }),
    ...(isLaterPayment(found.kind) ? {} : { thread: order.id }),
    text: textOf(told),
    body: bodyOf(told),
  })
}

/** The receipt for an early payoff is written before the provider has ended the subscription. */
function standingWith({ kind }: Receipt, subscription: SubscriptionView): string {
  const isRest = kind === 'payoff' && !subscription.isOver
  return isRest ? t('You have paid your plan in full.') : standingText(subscription)
}

type Told = {
  readonly receipt: Receipt
  /** The state of the purchase's subscription as text, if it has one. */
  readonly standing: string | null
  readonly url: string
  /** The path of the invoice, or null if nothing was paid. */
  readonly invoiceUrl: string | null
  /** Null for a business, which has no right of withdrawal. */
  readonly withdrawUrl: string | null
  readonly law: LawOnReceipt
  readonly shopUrl: string
  /** The URL to cancel the subscription, or null if there are no recurring payments. */
  readonly cancelUrl: string | null
  readonly calendarUrl: string | null
  /** The form's picture, which only the order's receipt contains. */
  readonly picture: string | null
}

/**
 * The seller's message appears only in the order's receipt. Files appear in the receipt of the purchase they
 * belong to, not in each renewal's.
 */
function givenWith(receipt: Receipt) {
  return {
    message: receipt.kind === 'order' ? (receipt.translatedMessage ?? receipt.successMessage) : null,
    files: isLaterPayment(receipt.kind) ? [] : downloadsOf(receipt),
  }
}

function introOf(receipt: Receipt): string {
  const { kind, sellerName: seller } = receipt
  if (kind === 'payoff')
    return t(
      'You have paid your plan with {seller} in full. You will not be charged again. Here is your receipt.',
      { seller },
    )
  if (kind === 'renewal')
    return t('Your subscription with {seller} has renewed. Here is your receipt.', { seller })
  return kind === 'offer'
    ? t('You added “{title}” to your purchase from {seller}. Here is your receipt.', {
        title: titleOf(receipt),
        seller,
      })
    : t('Thank you for your order from {seller}. Here is your receipt.', { seller })
}

/** The date and card of the payment, or the date of the order if nothing was due. */
function paidText(receipt: Receipt): string {
  const card = paidWithText(receipt)
  const day = writingOf(receipt).dayText(receipt.paidAt)
  if (receipt.total === 0)
    return card === null
      ? t('Ordered on {day}. Nothing was charged.', { day })
      : t('Ordered on {day}. Nothing was charged to {card}.', { day, card })
  return card === null ? t('Paid on {day}.', { day }) : t('Paid on {day} with {card}.', { day, card })
}

function textOf(told: Told): string {
  const { receipt, standing, url, invoiceUrl, withdrawUrl, cancelUrl, law, calendarUrl, shopUrl } = told
  const { name, id } = receipt
  const { rows, included } = receiptRows(receipt)
  const { message, files } = givenWith(receipt)
  return [
    t('Hello {name},', { name }),
    '',
    introOf(receipt),
    '',
    ...[...rows, { label: t('Total'), amount: writingOf(receipt).priceText(receipt.total) }, ...included].map(
      ({ label, amount }) => t('{label}: {amount}', { label, amount }),
    ),
    paidText(receipt),
    '',
    ...(standing === null ? [] : [standing, '']),
    ...(message === null ? [] : [message, '']),
    ...(files.length === 0
      ? []
      : [t('Your downloads are on the page below:'), ...files.map((file) => `- ${file.name}`), '']),
    standing === null ? t('View your purchase:') : t('View your purchase, change your card or cancel:'),
    url,
    '',
    ...(invoiceUrl === null ? [] : [t('Download your invoice (PDF):'), invoiceUrl, '']),
    ...(calendarUrl === null ? [] : [t('Add your payment dates to your calendar:'), calendarUrl, '']),
    t('All your purchases from this shop:'),
    shopUrl,
    '',
    ...law.sentences.flatMap((sentence) => [sentence, '']),
    ...(law.agreed.length === 0
      ? []
      : [say(consumerTexts.agreed), ...law.agreed.map((agreed) => `- ${agreed}`), '']),
    ...(law.own === null ? [] : [law.own.title, law.own.text, '']),
    ...(withdrawUrl === null ? [] : [t('{label}:', { label: say(withdrawalTexts.label) }), withdrawUrl, '']),
    ...(cancelUrl === null ? [] : [t('{label}:', { label: say(cancellationTexts.label) }), cancelUrl, '']),
    t('Purchase {id}.', { id }),
    soldBy(receipt),
  ].join('\n')
}

function bodyOf(told: Told): MailBody {
  const { receipt, standing, url, invoiceUrl, withdrawUrl, cancelUrl, law, calendarUrl, shopUrl } = told
  const { picture } = told
  const { kind, name, id } = receipt
  const { message, files } = givenWith(receipt)
  return {
    heading: kind === 'renewal' ? t('Your subscription has renewed') : t('Thank you, {name}', { name }),
    parts: [
      ...(picture === null ? [] : [{ kind: 'picture', url: picture } as const]),
      text(introOf(receipt)),
      { kind: 'bill', ...receiptRows(receipt), total: writingOf(receipt).priceText(receipt.total) },
      text(paidText(receipt)),
      ...(standing === null ? [] : [text(standing)]),
      ...(message === null ? [] : [{ kind: 'message', text: message, hasLinks: true } as const]),
      ...(files.length === 0
        ? []
        : [{ kind: 'list', title: t('Your downloads'), items: files.map((file) => file.name) } as const]),
      button(files.length === 0 ? t('View your purchase') : t('View your purchase and download'), url),
      {
        kind: 'links',
        links: [
          ...(invoiceUrl === null ? [] : [{ label: t('Download your invoice (PDF)'), url: invoiceUrl }]),
          ...(calendarUrl === null
            ? []
            : [{ label: t('Add your payment dates to your calendar'), url: calendarUrl }]),
          { label: t('All your purchases from this shop'), url: shopUrl },
        ],
      },
      ...law.sentences.map(text),
      ...(law.agreed.length === 0
        ? []
        : [{ kind: 'list', title: say(consumerTexts.agreed), items: law.agreed } as const]),
      ...(law.own === null
        ? []
        : [text(law.own.title), { kind: 'message', text: law.own.text, hasLinks: true } as const]),
      small(t('Purchase {id}.', { id }), soldBy(receipt)),
      {
        kind: 'links',
        isSmall: true,
        links: [
          ...(withdrawUrl === null ? [] : [{ label: say(withdrawalTexts.label), url: withdrawUrl }]),
          ...(cancelUrl === null ? [] : [{ label: say(cancellationTexts.label), url: cancelUrl }]),
        ],
      },
    ],
  }
}

/** A purchase, and the subscription that it began. */
export type BoughtReceipt = {
  readonly receipt: Receipt
  readonly subscription: SubscriptionView | undefined
}

/** Paid purchases in a shop by email address (in lower case), newest first. */
export async function receiptsOfBuyer(
  db: Kysely<Database>,
  { sellerId, email }: { readonly sellerId: string; readonly email: string },
  now: Date,
  wanted: Wanted,
): Promise<BoughtReceipt[]> {
  const receipts = await listReceiptsOf(db, sellerId, email, wanted)
  const subscriptions = await listSubscriptionsOfOrders(
    db,
    receipts.map(({ id }) => id),
  )
  const rows = new Map(subscriptions.map((row) => [row.orderId, row]))
  return receipts.map((receipt) => ({
    receipt,
    subscription: viewSubscription(rows.get(receipt.id), now, receipt.locale),
  }))
}

/** The years in which an email address has invoices, latest first. */
export async function invoiceYearsOf(
  db: Kysely<Database>,
  { sellerId, email }: { readonly sellerId: string; readonly email: string },
): Promise<number[]> {
  return listYearsOf(db, sellerId, email)
}
