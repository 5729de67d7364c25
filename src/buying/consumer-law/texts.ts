// What buyers read of consumer law in English, each sentence with where it comes from. "CRD" is Directive 2011/83/EU as
// Directive (EU) 2023/2673 has amended it. The texts of another language stand in a file beside this one. No legal advice.
import { instantText } from '#foundation/time/day-text.ts'
import type { ConsentKind, EarlyStart } from '#foundation/db/tables/consumer-law.ts'
import { claimedUntil, endOfRight, rightOf, type Contract } from './right.ts'

/** The language that they are in. */
export const locale = 'en'

/** What a buyer ticks before paying, never ticked for them. What they add after paying is bought by the same consent. */
export const consentTexts: Readonly<
  Record<EarlyStart, Readonly<Record<Exclude<ConsentKind, 'trial'>, string>>>
> = {
  digital: {
    /** CRD Article 16(m)(i): prior express consent to begin during the withdrawal period. */
    early_start:
      'I agree that my files and all other digital content of this order, and of what I add to it after paying, are supplied at once, before the withdrawal period ends.',
    /** CRD Article 16(m)(ii): acknowledgement that the right is lost thereby. */
    loss_of_right: 'I know that I lose my right of withdrawal when that begins, such as by opening a file.',
  },
  service: {
    /** CRD Articles 7(3) and 8(8): an express request that performance begins during the withdrawal period. */
    early_start:
      'I ask for the service of this order, and of what I add to it after paying, to begin at once, before the withdrawal period ends.',
    /** CRD Article 16(a): the right is lost once it is fully performed; Article 14(3): what was performed until then is paid. */
    loss_of_right:
      'I know that I lose my right of withdrawal once the service is fully performed, and that I pay for the part performed if I withdraw before.',
  },
}

export const consumerTexts = {
  /** CRD Articles 7(3), 8(8) and 16(m). */
  group: { digital: 'When may your content be supplied?', service: 'When may the service begin?' },
  /** CRD Article 9(1): nothing is begun before the period has ended; Article 6(1)(h): told before paying. */
  later: {
    files: (day: string) =>
      `Tick both to open the files that you pay for right after paying. Otherwise they open on ${day}, when your right of withdrawal has ended.`,
    digital: (day: string) =>
      `Tick both for it to be supplied right after paying. Otherwise it is supplied on ${day}, when your right of withdrawal has ended.`,
    service: (day: string) =>
      `Tick both for it to begin right after paying. Otherwise it begins on ${day}, when your right of withdrawal has ended.`,
    added: (day: string) =>
      `What costs nothing comes at once. Tick both for what you add to it and pay for to come at once as well. Otherwise that comes on ${day}, when your right of withdrawal has ended.`,
  },
  /** Ours: the seller sells for an early start alone. */
  required: 'The seller sells this only if it may start right after paying. Tick both to go on.',
  /** CRD Article 8(2): nobody is charged after a trial who has not agreed to it by a tick of their own. */
  trial: 'Agree to what is charged after the trial',
  /** Directive 98/6/EC, Article 6a(1) and (2): a reduction is told with the lowest price of the 30 days before. */
  lowestPrice: (price: string) => `Lowest price of the last 30 days: ${price}.`,
  /** Ours: nothing counts as agreed to that the buyer has not read. */
  changed: 'What you are asked to agree to has changed. You have not been charged.',
  twice: 'The same is agreed to twice',
  /** CRD Article 9(1): without giving any reason. Article 6(1)(h) asks to tell the conditions and the time limit. */
  open: (until: number) =>
    `You can withdraw from this contract until ${instantText(until)}, without giving a reason.`,
  /** CRD Article 16(a). */
  endsWithPerformance: 'Once the service is fully performed, that right has ended.',
  /** CRD Article 9(1) and (2): the period has expired. */
  over: (until: number) => `The right of withdrawal ended on ${instantText(until)}.`,
  /** CRD Article 9(2)(b): goods, from the day on which they are received. */
  fromDelivery: (days: number) =>
    `You can withdraw from this contract until ${days} days after the goods have arrived, without giving a reason.`,
  /** CRD Article 16(l): accommodation, transport, catering and leisure for a specific date. */
  excluded: 'There is no right of withdrawal: the law gives none for what is booked for a certain date.',
  /** CRD Article 16(m): begun with consent and acknowledgement. */
  lost: (at: number) =>
    `You gave up your right of withdrawal by opening the files on ${instantText(at)}, as you had agreed.`,
  /** Rome I, Article 6(1): the law of the country where the consumer lives. Ours: who looks at it. */
  claimed: (until: number) =>
    `If you live as a consumer in the country that you named for the invoice, its law lets you withdraw until ${instantText(until)}. As you named it after paying, the seller looks at that first.`,
  /** CRD Article 16(m)(i): without consent, nothing is supplied before the period has ended. */
  opensLater: (at: number) =>
    `Your files open on ${instantText(at)}, when your right of withdrawal has ended, since you did not ask for them at once.`,
  /** CRD Article 16(m)(i) and (ii): asked for later, the same is agreed to. */
  openNow: 'To open them now, agree to both:',
  /** CRD Articles 7(2) and 8(7): the consent is confirmed on a durable medium. */
  agreed: 'You agreed, word for word:',
  /** Ours: whose words they are. */
  ownText: (sellerName: string) => `${sellerName} adds:`,
} as const

/** The right to withdraw from a purchase in a sentence or two, as page, receipt and proof say it; null: there is none to tell of. */
export function rightText(
  contract: Contract,
  now: Date,
  /** Where the buyer has longer, since an earlier statement of theirs is not told apart yet. */
  end = endOfRight(contract),
): string | null {
  const claim = claimedUntil(contract)
  const isClaimed = claim !== null && now <= claim
  const known = knownText(contract, now, claim !== null && claim >= end ? endOfRight(contract) : end)
  const said = isClaimed ? consumerTexts.claimed(claim.getTime()) : null
  const sentences = [known, said].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The same by what is known without the country that its buyer named later. */
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
