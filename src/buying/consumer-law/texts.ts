// Consumer law as buyers read it in English, each sentence with its source. "CRD" is Directive 2011/83/EU as amended by
// Directive (EU) 2023/2673. Another language gets a file of its own. No legal advice.
import { instantText } from '#foundation/time/day-text.ts'
import type { ConsentKind, EarlyStart } from '#foundation/db/tables/consumer-law.ts'
import { claimedUntil, endOfRight, rightOf, type Contract } from './right.ts'

/** The language of these texts. */
export const locale = 'en'

/** Consents of a buyer before paying, in boxes that start unchecked. They cover anything added after paying. */
export const consentTexts: Readonly<
  Record<EarlyStart, Readonly<Record<Exclude<ConsentKind, 'trial'>, string>>>
> = {
  digital: {
    /** CRD Article 16(m)(i): prior express consent to begin within the withdrawal period. */
    early_start:
      'I agree that my files and all other digital content in this order, and in anything I add to it after paying, are supplied right away, before the withdrawal period ends.',
    /** CRD Article 16(m)(ii): acknowledgement that this ends the right. */
    loss_of_right:
      'I acknowledge that I lose my right of withdrawal once this begins, for example when I open a file.',
  },
  service: {
    /** CRD Articles 7(3) and 8(8): an express request that performance begins during the withdrawal period. */
    early_start:
      'I ask for the service in this order, and in anything I add to it after paying, to begin right away, before the withdrawal period ends.',
    /**
     * CRD Article 16(a): the right ends with full performance. Article 14(3): the part performed before is paid for.
     */
    loss_of_right:
      'I acknowledge that I lose my right of withdrawal once the service is fully performed, and that I pay for the part already performed if I withdraw before then.',
  },
}

export const consumerTexts = {
  /** CRD Articles 7(3), 8(8) and 16(m). */
  group: { digital: 'When do you want your content?', service: 'When should the service begin?' },
  /** CRD Article 9(1): nothing begins before the period has ended. Article 6(1)(h): buyers learn this before paying. */
  later: {
    files: (day: string) =>
      `Check both boxes to open the files you pay for right after paying. Otherwise they open on ${day}, when your right of withdrawal has ended.`,
    digital: (day: string) =>
      `Check both boxes to get it right after paying. Otherwise it is supplied on ${day}, when your right of withdrawal has ended.`,
    service: (day: string) =>
      `Check both boxes for it to begin right after paying. Otherwise it begins on ${day}, when your right of withdrawal has ended.`,
    added: (day: string) =>
      `Free items are available right away. Check both boxes to get any paid extras right away, too. Otherwise you get those on ${day}, when your right of withdrawal has ended.`,
  },
  /** Ours: the seller sells only with an early start. */
  required: 'The seller only sells this with an immediate start. Check both boxes to continue.',
  /** CRD Article 8(2): buyers are charged after a trial only if they checked a box of its own. */
  trial: 'Agree to the charges after the trial',
  /** Directive 98/6/EC, Article 6a(1) and (2): a reduction names the lowest price of the 30 days before. */
  lowestPrice: (price: string) => `Lowest price of the last 30 days: ${price}.`,
  /** Ours: buyers agree only to texts they have read. */
  changed: 'The terms have changed since you opened this page. You have not been charged.',
  twice: 'This consent was given twice',
  /** CRD Article 9(1): without giving any reason. Article 6(1)(h): with the conditions and the time limit. */
  open: (until: number) =>
    `You can withdraw from this contract until ${instantText(until)}, without giving a reason.`,
  /** CRD Article 16(a). */
  endsWithPerformance: 'This right ends once the service is fully performed.',
  /** CRD Article 9(1) and (2): the period has expired. */
  over: (until: number) => `The right of withdrawal ended on ${instantText(until)}.`,
  /** CRD Article 9(2)(b): goods, from the day on which they are received. */
  fromDelivery: (days: number) =>
    `You can withdraw from this contract until ${days} days after the goods arrive, without giving a reason.`,
  /** CRD Article 16(l): accommodation, transport, catering and leisure for a specific date. */
  excluded: 'By law, there is no right of withdrawal for bookings for a specific date.',
  /** CRD Article 16(m): begun with consent and acknowledgement. */
  lost: (at: number) =>
    `You gave up your right of withdrawal when you opened the files on ${instantText(at)}, as you had agreed.`,
  /** Rome I, Article 6(1): the law of the country where the consumer lives. Ours: the seller's review. */
  claimed: (until: number) =>
    `If you live as a consumer in the country you named for the invoice, its law lets you withdraw until ${instantText(until)}. Because you named it after paying, the seller reviews this first.`,
  /** CRD Article 16(m)(i): without consent, nothing is supplied before the period has ended. */
  opensLater: (at: number) =>
    `Your files open on ${instantText(at)}, when your right of withdrawal has ended, because you did not ask for them right away.`,
  /** CRD Article 16(m)(i) and (ii): the same consents, given later. */
  openNow: 'To open them now, agree to both:',
  /** CRD Articles 7(2) and 8(7): the consent is confirmed on a durable medium. */
  agreed: 'You agreed to the following:',
  /** Ours: the words are the seller's. */
  ownText: (sellerName: string) => `${sellerName} adds:`,
} as const

/** The right to withdraw from a purchase in a sentence or two, for page, receipt and proof; null: no right is known. */
export function rightText(
  contract: Contract,
  now: Date,
  /** Later where an earlier statement has not been confirmed as the buyer's yet. */
  end = endOfRight(contract),
): string | null {
  const claim = claimedUntil(contract)
  const isClaimed = claim !== null && now <= claim
  const known = knownText(contract, now, claim !== null && claim >= end ? endOfRight(contract) : end)
  const said = isClaimed ? consumerTexts.claimed(claim.getTime()) : null
  const sentences = [known, said].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The same, ignoring the country the buyer named later. */
function knownText(contract: Contract, now: Date, end: Date): string | null {
  const right = rightOf(contract)
  switch (right.kind) {
    case 'none':
      return null
    case 'excluded':
      return consumerTexts.excluded
    case 'from_delivery':
      return consumerTexts.fromDelivery(right.days)
    case 'lost':
      return consumerTexts.lost(right.at.getTime())
    case 'until': {
      const until = end.getTime()
      if (now.getTime() > until) return consumerTexts.over(until)
      const ends = right.endsWithPerformance ? ` ${consumerTexts.endsWithPerformance}` : ''
      return `${consumerTexts.open(until)}${ends}`
    }
  }
}
