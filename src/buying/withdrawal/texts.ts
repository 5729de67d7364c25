// What buyers and sellers read of withdrawals, each sentence with where it comes from. "CRD" is Directive 2011/83/EU as
// Directive (EU) 2023/2673 has amended it, whose Article 11a asks for the withdrawal function. No legal advice.
import { instantText } from '#foundation/time/day-text.ts'

export const withdrawalTexts = {
  /** CRD Article 11a(1), the label that it names. */
  label: 'Withdraw from contract here',
  /** The same as a title. */
  title: 'Withdraw from contract',
  /** CRD Article 11a(3): "only with the words 'confirm withdrawal'". */
  confirm: 'Confirm withdrawal',
  /** CRD Article 11a(5): a statement that was sent before the period has expired is in time. */
  lead: 'If you bought online as a consumer in the EU, you can withdraw within 14 days, without giving a reason. Your statement counts from the moment you confirm it.',
  /** CRD Article 11a(2): name, what identifies the contract, where the confirmation is sent. Nothing else is asked for. */
  fields: { name: 'Your name', email: 'Email', reference: 'Order number, or what you bought' },
  /** CRD Article 11a(2)(c). */
  emailHint: 'The confirmation goes there. Use the address you bought with if you can.',
  /** CRD Article 15(1): contracts that are ancillary end with the one that is withdrawn from. */
  referenceHint:
    'Your receipt shows it as “Purchase”. The number of an order covers everything that was added to it.',
  /** CRD Annex I(B), the model withdrawal form. */
  statement: (what: string) => `I hereby give notice that I withdraw from my contract for: ${what}`,
  /** CRD Article 11a(4): acknowledgement of receipt with its content and the date and time of its submission. */
  received: (at: number) => `Your withdrawal was received on ${instantText(at)}.`,
  /** CRD Article 11a(4): on a durable medium, without undue delay. */
  confirmationSent: (email: string) => `A confirmation is on its way to ${email}. Keep it as your proof.`,
  /** The same where that address has had too many: this page is the durable medium. */
  confirmationShown: (email: string) =>
    `Many statements came within an hour, so a confirmation goes to ${email} only if your number and email fit a purchase. Save or print this page as your proof: its address stays the same.`,
  /** CRD Article 13(1). The same whether anything fits, so that it tells nobody who bought. */
  next: 'If your order number and email match a purchase that can be withdrawn from, your money goes back the way you paid, unless your bank holds it because of a dispute or the seller looks at withdrawals first. Otherwise the seller gets your statement and answers you. Money has to go back within 14 days.',
  /** CRD Article 13(1): the means of payment that was used. */
  moneyComing: 'Your money goes back the way you paid, usually within 5 to 10 business days.',
  /** CRD Article 13(1) and (2): all that was paid, by the means that was used. Downloads end with the refund. */
  moneyBack:
    'All that you paid for it goes back the way you paid, usually within 5 to 10 business days. Its downloads are no longer available then.',
  /** CRD Article 14(3): the part that was performed is paid for, in proportion to the total price. */
  kept: (amount: string) =>
    `You pay ${amount} for the part of the service that was performed until you withdrew, as you had asked for it to begin. The rest goes back the way you paid, usually within 5 to 10 business days.`,
  /** CRD Articles 13(1) and 14(3). */
  begunService:
    'The seller looks at how much of the service was performed until now: you pay for that part, since you had asked for it to begin. The rest has to go back within 14 days, the way you paid.',
  /** CRD Article 13(1): not later than 14 days. Article 13(8): digital content may be made inaccessible. */
  sellerFirst:
    'The seller looks at your withdrawal before any money moves. What is due to you has to go back within 14 days, the way you paid. Its downloads are closed until then.',
  /** CRD Article 12(a): the obligation to perform ends. */
  endsSubscription: (title: string) =>
    `The subscription “${title}” ends at once, and nothing more is charged.`,
  /** CRD Article 13(1): reimbursed once; what a bank holds or has returned is not the seller's to return. */
  held: 'Your bank disputes this payment and holds the money, so it cannot be returned a second time. If the bank gives the money back to the seller, it goes back to you.',
  /** CRD Article 13(1): reimbursed once, here by the bank. */
  reversed:
    'Your bank has returned this money to you after a dispute, so the seller does not return it again.',
  /** CRD Article 13(1): within 14 days. */
  decided: 'The money has to go back within 14 days of that.',
  /** Ours: a seller who refuses says why. */
  refused: 'The seller has refused your withdrawal.',
  /** The same of a cancellation that there is nothing to carry out of. */
  closed: 'The seller has looked at your cancellation.',
  /**
   * Regulation (EC) 593/2008 (Rome I), Articles 4(1) and 6(1): the law of the consumer's country counts where a shop is
   * directed to it, whatever the law of the shop's.
   */
  noRightKnown:
    'The law of the country that we know of gives no right of withdrawal. If this buyer is a consumer in the EU, and your shop sells there, the law of their country gives 14 days all the same.',
  /**
   * What a seller reads of a statement that does not count by itself. Rome I, Articles 4(1) and 6(1); CRD Article 16(m); CRD
   * Articles 9(2)(b) and 11(2): the statement counts that was sent in time.
   */
  waits: {
    country:
      'The right to withdraw follows only from the country that the buyer named after paying, when what they bought may have begun. If they live there as a consumer, its law gives them the right: refund it. Otherwise you can refuse it.',
    opened:
      'The buyer gave up the right of withdrawal by opening the files, as they had agreed. If they had withdrawn before that, their statement counts all the same.',
    late: 'It is in time only by an earlier statement, which nobody had shown to come from the buyer. If that was theirs, it counts from the day on which it was sent.',
    arrival:
      'Nobody has entered when the goods arrived, and they were sold long ago. The right ends some days after their arrival: enter that day on the sale, then refund or refuse it.',
  },
  /** Ours: somebody else may have sent it. */
  wasThisYou: 'Somebody has sent a statement that withdraws from a purchase made with your email address.',
  wasThisYouElse: 'If it was not you, you need not do anything. Nothing has been refunded or canceled.',
  /** CRD Article 11a(2): the name may be provided or confirmed. */
  confirmOwn: 'To withdraw, open the purchase and press “Confirm withdrawal”:',
} as const

/** Why a seller gives nothing back, by what the wire calls it. */
export const refusals = {
  /** Ours: nothing can be withdrawn from. */
  no_purchase: 'No purchase with us fits this statement.',
  /** CRD Article 9(1). */
  too_late: 'The statement came after the withdrawal period had ended.',
  /** Rome I, Articles 4(1) and 6(1): where the law that applies to the sale knows none. */
  no_right: 'The law that applies to this purchase gives no right of withdrawal.',
  /** CRD Article 16(c), (l) and others. */
  excluded:
    'The law excludes this purchase from withdrawal, such as what is made to order or booked for a date.',
  /** CRD Article 16(a) and (m). */
  right_lost: 'The right of withdrawal was given up when the service or download was begun with consent.',
  /** CRD Article 2(1) and (2): consumers alone have it. */
  not_consumer: 'The purchase was made for a business. The right of withdrawal is for consumers.',
  /** Ours: of a cancellation. */
  subscription_ends: 'The subscription has ended, or ends with the period that is paid for.',
  /** CRD Article 13(1): reimbursed once. */
  already_returned: 'The money for this purchase has already been returned.',
} as const
export type Refusal = keyof typeof refusals

export const refusalCodes = [
  'no_purchase',
  'too_late',
  'no_right',
  'excluded',
  'right_lost',
  'not_consumer',
  'already_returned',
  'subscription_ends',
] as const satisfies readonly Refusal[]
