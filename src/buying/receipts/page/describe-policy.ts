import { isLaterPayment } from '#payments/purchases/purchase.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { isFree, opensAt } from '#buying/consumer-law/right.ts'
import { consumerTexts, rightText } from '#buying/consumer-law/texts.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import { downloadsOf } from '../files/downloads.ts'
import type { PolicyOnPage } from './purchase-data.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { orderOf } from './order-of.ts'
import type { Receipt } from '../store.ts'

/** What the page of a purchase says of its seller's policy; an offer says it on the page of its order. */
export function describePolicy(receipt: Receipt, secret: string, now: Date): PolicyOnPage {
  return { ...saidWith(receipt), waiting: waitingOf(receipt, secret, now) }
}

/** The same as a mail says it. */
export type LawOnReceipt = Pick<PolicyOnPage, 'agreed' | 'own'> & {
  /** The right to withdraw, and when files open. */
  readonly sentences: readonly string[]
}

/** A renewal is no contract of its own, and what is free needs no way out. */
export function lawOnReceipt(receipt: Receipt, now: Date): LawOnReceipt {
  if (isLaterPayment(receipt.kind) || isFree(receipt)) return { sentences: [], agreed: [], own: null }
  const right = rightText(receipt, now)
  const opening = openingText(receipt, now)
  const own = saidWith({ ...receipt, sellerName: plainName(receipt.sellerName) })
  return { ...own, sentences: [right, opening].filter((sentence) => sentence !== null) }
}

function saidWith({ terms, sellerName }: Pick<Receipt, 'terms' | 'sellerName'>) {
  return {
    agreed: terms.consents.map(({ text }) => text),
    own: terms.ownText === null ? null : { title: consumerTexts.ownText(sellerName), text: terms.ownText },
  }
}

/** When files open that wait; null: none do. */
export function openingText(receipt: Receipt, now: Date): string | null {
  const opening = opensAt(receipt)
  const isWaiting = opening !== null && now <= opening && downloadsOf(receipt).length > 0
  return isWaiting ? consumerTexts.opensLater(opening.getTime()) : null
}

function waitingOf(receipt: Receipt, secret: string, now: Date): PolicyOnPage['waiting'] {
  const { terms } = receipt
  const text = openingText(receipt, now)
  if (text === null || terms.consentAsked === null) return null
  return {
    text,
    path: purchasePath(orderOf(receipt), secret, '/early-start'),
    texts: consentsOf(terms.consentAsked).map((consent) => consent.text),
  }
}
