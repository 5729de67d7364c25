/** Whoever pays, as their way of paying tells them apart, however often it is given. */
export type Payer = {
  /** The kind of payment method, as the provider spells it. */
  readonly type: string
  /**
   * What is the same for the same card, account or person; of Link the address of its account, which the provider has confirmed.
   * Null: this kind of method tells nothing of the sort.
   */
  readonly id: string | null
}

type Fingerprinted = { readonly fingerprint?: string | null }
type Account = { readonly buyer_id?: string | null }

/** What is read of a PaymentMethod, or of what a ConfirmationToken shows of one. */
type Method = {
  readonly type: string
  readonly card?: Fingerprinted
  readonly sepa_debit?: Fingerprinted
  readonly us_bank_account?: Fingerprinted
  readonly bacs_debit?: Fingerprinted
  readonly acss_debit?: Fingerprinted
  readonly au_becs_debit?: Fingerprinted
  readonly pix?: Fingerprinted
  readonly paypal?: { readonly payer_id: string | null }
  readonly cashapp?: Account
  readonly naver_pay?: Account
  readonly bizum?: Account
  readonly blik?: Account
  readonly upi?: { readonly vpa: string | null }
  readonly link?: { readonly email: string | null }
}

/** Nothing that a buyer types counts: billing details can name anybody. */
export function payerOf(method: Method): Payer {
  const { card, link, sepa_debit, us_bank_account, bacs_debit, acss_debit, au_becs_debit, pix } = method
  const fingerprinted = [card, sepa_debit, us_bank_account, bacs_debit, acss_debit, au_becs_debit, pix]
  const accounts = [
    method.paypal?.payer_id,
    method.cashapp?.buyer_id,
    method.naver_pay?.buyer_id,
    method.bizum?.buyer_id,
    method.blik?.buyer_id,
    method.upi?.vpa,
    link?.email,
  ]
  const ids = [...fingerprinted.map((one) => one?.fingerprint), ...accounts]
  return { type: method.type, id: ids.find((id) => id !== undefined && id !== null && id !== '') ?? null }
}
