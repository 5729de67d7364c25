/** The identity of a payer, if their payment method reveals it. It stays the same across payments. */
export type Payer = {
  /** The type of the payment method, as the provider spells it. */
  readonly type: string
  /**
   * An id that is the same for the same card, account or person. For Link it is the account's email address,
   * which the provider has confirmed. Null if this type reveals no identity.
   */
  readonly id: string | null
}

type Fingerprinted = { readonly fingerprint?: string | null }
type Account = { readonly buyer_id?: string | null }

/** The fields read from a PaymentMethod, or from the preview in a ConfirmationToken. */
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

/** Billing details are not used, because buyers can type anyone's. */
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
