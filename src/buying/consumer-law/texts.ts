// Consumer law in words for buyers, each sentence with its source. "CRD" is Directive 2011/83/EU as amended
// by Directive (EU) 2023/2673. This is not legal advice.
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { instantText } from '#foundation/time/day-text.ts'
import type { ConsentKind, EarlyStart } from '#foundation/db/tables/consumer-law.ts'
import { claimedUntil, endOfRight, rightOf, type Contract } from './right.ts'

/**
 * The consents that a buyer gives before paying, in boxes that start unchecked. They also cover anything
 * added after paying.
 */
export const consentTexts: Readonly<
  Record<EarlyStart, Readonly<Record<Exclude<ConsentKind, 'trial' | 'ads'>, Message>>>
> = {
  digital: {
    /** CRD Article 16(m)(i): prior express consent to begin within the withdrawal period. */
    early_start: msg(
      'I agree that my files and all other digital content in this order, and in anything I add to it after paying, are supplied right away, before the withdrawal period ends.',
    ),
    /** CRD Article 16(m)(ii): acknowledgement that this ends the right. */
    loss_of_right: msg(
      'I acknowledge that I lose my right of withdrawal once this begins, for example when I open a file.',
    ),
  },
  service: {
    /** CRD Articles 7(3) and 8(8): an express request that performance begins during the withdrawal period. */
    early_start: msg(
      'I ask for the service in this order, and in anything I add to it after paying, to begin right away, before the withdrawal period ends.',
    ),
    /** CRD Article 16(a): full performance ends the right. Article 14(3): the part performed is paid for. */
    loss_of_right: msg(
      'I acknowledge that I lose my right of withdrawal once the service is fully performed, and that I pay for the part already performed if I withdraw before then.',
    ),
  },
}

export const consumerTexts = {
  /** CRD Articles 7(3), 8(8) and 16(m). */
  group: {
    digital: msg('When do you want your content?'),
    service: msg('When should the service begin?'),
  },
  /**
   * CRD Article 9(1): nothing begins before the withdrawal period has ended. Article 6(1)(h): buyers must
   * learn this before paying.
   */
  later: {
    files: (day: string) =>
      t(
        'Check both boxes to open the files you pay for right after paying. Otherwise they open on {day}, when your right of withdrawal has ended.',
        { day },
      ),
    digital: (day: string) =>
      t(
        'Check both boxes to get it right after paying. Otherwise it is supplied on {day}, when your right of withdrawal has ended.',
        { day },
      ),
    service: (day: string) =>
      t(
        'Check both boxes for it to begin right after paying. Otherwise it begins on {day}, when your right of withdrawal has ended.',
        { day },
      ),
    added: (day: string) =>
      t(
        'Free items are available right away. Check both boxes to get any paid extras right away, too. Otherwise you get those on {day}, when your right of withdrawal has ended.',
        { day },
      ),
  },
  /** No legal source: this seller only sells with an early start. */
  required: msg('The seller only sells this with an immediate start. Check both boxes to continue.'),
  /** CRD Article 8(2): buyers are charged after a trial only if they checked a separate box. */
  trial: msg('Agree to the charges after the trial'),
  /** Directive 98/6/EC, Article 6a(1) and (2): a reduction shows the lowest price of the 30 days before. */
  lowestPrice: (price: string) => t('Lowest price of the last 30 days: {price}.', { price }),
  /** No legal source: buyers agree only to texts they have read. */
  changed: msg('The terms have changed since you opened this page. You have not been charged.'),
  twice: msg('This consent was given twice'),
  /** CRD Article 9(1): buyers need not give a reason. Article 6(1)(h): they learn the conditions and the time limit. */
  open: (time: string) =>
    t('You can withdraw from this contract until {time}, without giving a reason.', { time }),
  /** CRD Article 16(a). */
  endsWithPerformance: msg('This right ends once the service is fully performed.'),
  /** CRD Article 16(m): the content may have been used. The seller's review has no legal source. */
  mayBeShown: msg(
    'You lose this right once you have received the content, as you agreed. That is why the seller reviews your withdrawal first.',
  ),
  /** CRD Article 9(1) and (2): the withdrawal period has expired. */
  over: (time: string) => t('The right of withdrawal ended on {time}.', { time }),
  /** CRD Article 9(2)(b): for goods, the period starts on the day they are received. */
  fromDelivery: (days: number) =>
    t(
      'You can withdraw from this contract until {days, plural, one {# day} other {# days}} after the goods arrive, without giving a reason.',
      { days },
    ),
  /** CRD Article 16(l): no right for accommodation, transport, catering and leisure on a specific date. */
  excluded: msg('By law, there is no right of withdrawal for bookings for a specific date.'),
  /** CRD Article 16(m): the content was supplied with consent and acknowledgement. */
  lost: (time: string) =>
    t('You gave up your right of withdrawal when you opened the files on {time}, as you had agreed.', {
      time,
    }),
  /**
   * Rome I, Article 6(1): the law of the country where the consumer lives applies. The seller's review has no
   * legal source.
   */
  claimed: (time: string) =>
    t(
      'If you live as a consumer in the country you named for the invoice, its law lets you withdraw until {time}. Because you named it after paying, the seller reviews this first.',
      { time },
    ),
  /** CRD Article 16(m)(i): without consent, nothing is supplied before the withdrawal period has ended. */
  opensLater: (at: number) =>
    t(
      'Your files open on {time}, when your right of withdrawal has ended, because you did not ask for them right away.',
      { time: instantText(at) },
    ),
  /** CRD Article 16(m)(i) and (ii): the same consents can be given later. */
  openNow: msg('To open them now, agree to both:'),
  /** CRD Articles 7(2) and 8(7): the consent is confirmed on a durable medium. */
  agreed: msg('You agreed to the following:'),
  /** No legal source: these are the seller's own words. */
  ownText: (sellerName: string) => t('{sellerName} adds:', { sellerName }),
} as const

/** Describes the right to withdraw from a purchase in a sentence or two, or returns null if no right is known. */
export function rightText(
  contract: Contract,
  now: Date,
  /** The end of the right. It is later while we do not know whether an earlier withdrawal came from the buyer. */
  end = endOfRight(contract),
): string | null {
  const claim = claimedUntil(contract)
  const isClaimed = claim !== null && now <= claim
  const known = knownText(contract, now, claim !== null && claim >= end ? endOfRight(contract) : end)
  const said = isClaimed ? consumerTexts.claimed(instantText(claim.getTime())) : null
  const sentences = [known, said].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Describes the right as if the buyer had given no country after paying. */
function knownText(contract: Contract, now: Date, end: Date): string | null {
  const right = rightOf(contract)
  switch (right.kind) {
    case 'none':
      return null
    case 'excluded':
      return say(consumerTexts.excluded)
    case 'from_delivery':
      return consumerTexts.fromDelivery(right.days)
    case 'lost':
      return consumerTexts.lost(instantText(right.at.getTime()))
    case 'until': {
      const until = instantText(end.getTime())
      if (now > end) return consumerTexts.over(until)
      const ends = right.endsWithPerformance ? [say(consumerTexts.endsWithPerformance)] : []
      const shown = right.mayBeShown ? [say(consumerTexts.mayBeShown)] : []
      return [consumerTexts.open(until), ...ends, ...shown].join(' ')
    }
  }
}
