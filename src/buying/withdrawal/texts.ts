// Texts about withdrawals for buyers and sellers, each sentence with its source. "CRD" is Directive
// 2011/83/EU as amended by Directive (EU) 2023/2673, whose Article 11a requires the withdrawal function. This
// is not legal advice.
import { msg, t } from '#foundation/language/t.ts'
import { instantText } from '#foundation/time/day-text.ts'

export const withdrawalTexts = {
  /** CRD Article 11a(1), its own label. */
  label: msg('Withdraw from contract here'),
  /** The same as a title. */
  title: msg('Withdraw from contract'),
  /** CRD Article 11a(3): "only with the words 'confirm withdrawal'". */
  confirm: msg('Confirm withdrawal'),
  /** CRD Article 11a(5): a statement that is sent before the period has expired is in time. */
  lead: msg(
    'If you bought online as a consumer in the EU, you can withdraw within 14 days, without giving a reason. Your statement takes effect the moment you confirm it.',
  ),
  /**
   * CRD Article 11a(2): the form asks for the name, what identifies the contract, and where to send the
   * confirmation, and for nothing else.
   */
  fields: { name: msg('Your name'), email: msg('Email'), reference: msg('Order number, or what you bought') },
  /** CRD Article 11a(2)(c). */
  emailHint: msg('We send the confirmation here. Use the email you bought with if you can.'),
  /** CRD Article 15(1): ancillary contracts end together with the main one. */
  referenceHint: msg(
    'Your receipt shows it as “Purchase”. An order number covers everything you added to the order.',
  ),
  /** The purchase that a buyer came from. */
  named: msg('You withdraw from'),
  receipt: msg('We have received your withdrawal'),
  answer: msg('About your withdrawal'),
  question: msg('Did you withdraw from your purchase?'),
  /** CRD Annex I(B), the model withdrawal form. */
  statement: (what: string) =>
    t('I hereby give notice that I withdraw from my contract for: {what}', { what }),
  /** CRD Article 11a(4): the receipt contains the statement and the date and time of its submission. */
  received: (at: number) => t('Your withdrawal was received on {time}.', { time: instantText(at) }),
  /** CRD Article 11a(4): the receipt is sent on a durable medium, without undue delay. */
  confirmationSent: (email: string) =>
    t('A confirmation is on its way to {email}. Keep it as your proof.', { email }),
  /** The receipt if the address has had too many confirmations: this page is then the durable medium. */
  confirmationShown: (email: string) =>
    t(
      'We received many statements within an hour, so we email a confirmation to {email} only if your number and email match a purchase. Save or print this page as your proof. Its link stays the same.',
      { email },
    ),
  /** CRD Article 13(1). This text is the same whether or not anything matches, so that it reveals no purchases. */
  next: msg(
    'If your order number and email match a purchase you can withdraw from, you will be refunded to the payment method you used, unless your bank is holding the money because of a dispute or the seller reviews withdrawals first. Otherwise the seller receives your statement and replies to you. Refunds are due within 14 days.',
  ),
  /** CRD Article 13(1): the refund uses the original means of payment. */
  moneyComing: msg(
    'Your money is refunded to the payment method you used, usually within 5 to 10 business days.',
  ),
  /**
   * CRD Article 13(1) and (2): all payments are refunded, with the original means of payment. Downloads end
   * with the refund.
   */
  moneyBack: msg(
    'Everything you paid for it is refunded to the payment method you used, usually within 5 to 10 business days. Its downloads are then no longer available.',
  ),
  /** CRD Article 14(3): the buyer pays for the part performed, in proportion to the total price. */
  kept: (amount: string) =>
    t(
      'You pay {amount} for the part of the service performed before you withdrew, because you had asked for an early start. The rest is refunded to the payment method you used, usually within 5 to 10 business days.',
      { amount },
    ),
  /** CRD Articles 13(1) and 14(3). */
  begunService: msg(
    'You asked for an early start, so you pay for the part of the service performed so far. The seller works out how much that is and must refund the rest within 14 days, to the payment method you used.',
  ),
  /** CRD Article 13(1): the refund is due within 14 days. Article 13(8): digital content may be made inaccessible. */
  sellerFirst: msg(
    'The seller reviews your withdrawal before any money moves, and must refund what is due to you within 14 days, to the payment method you used. Its downloads are locked until then.',
  ),
  /** CRD Article 12(a): the obligation to perform the contract ends. */
  endsSubscription: (title: string) =>
    t('The subscription “{title}” ends right away, and you will not be charged again.', { title }),
  /**
   * CRD Article 13(1): buyers are reimbursed once. The seller does not owe money that a bank is holding or
   * has returned.
   */
  held: msg(
    'Your bank is holding this money because of a dispute, so it cannot be refunded a second time. If the bank returns it to the seller, it will be refunded to you.',
  ),
  /** CRD Article 13(1): buyers are reimbursed once, in this case by the bank. */
  reversed: msg(
    'Your bank has already returned this money to you after a dispute, so the seller does not refund it again.',
  ),
  /** CRD Article 13(1): within 14 days. */
  decided: msg('The refund is due within 14 days of that.'),
  /** No legal source: sellers say why they decline. */
  refused: msg('The seller has declined your withdrawal.'),
  /** No legal source: someone else may have sent it. */
  wasThisYou: msg('Someone asked to withdraw from a purchase that was made with your email address.'),
  wasThisYouElse: msg(
    'If this was not you, you can ignore this email. Nothing has been refunded or canceled.',
  ),
  /** CRD Article 11a(2): the buyer may provide or confirm the name. */
  confirmOwn: msg('To withdraw, open the purchase and select “Confirm withdrawal”:'),
} as const

/** A seller's reasons to refund nothing, by their code in the API. */
export const refusals = {
  /** No legal source: there is nothing to withdraw from. */
  no_purchase: msg('No purchase with us matches this statement.'),
  /** CRD Article 9(1). */
  too_late: msg('The statement arrived after the withdrawal period had ended.'),
  /** Rome I, Articles 4(1) and 6(1): the law that applies to the sale grants no right. */
  no_right: msg('The law that applies to this purchase gives no right of withdrawal.'),
  /** CRD Article 16(c), (l) and others. */
  excluded: msg(
    'The law excludes this type of purchase from withdrawal, for example custom orders and bookings for a date.',
  ),
  /** CRD Article 16(a) and (m). */
  right_lost: msg('The right of withdrawal ended when the service or download began with consent.'),
  /** CRD Article 2(1) and (2): only consumers have the right. */
  not_consumer: msg('The purchase was made for a business. Only consumers have a right of withdrawal.'),
  /** Ours: for a cancellation. */
  subscription_ends: msg('The subscription has ended, or ends with the paid period.'),
  /** CRD Article 13(1): reimbursed once. */
  already_returned: msg('This purchase has already been refunded.'),
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
