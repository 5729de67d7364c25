/** The types of PaymentMethods that the sandbox supports, by Stripe's names. */
export const methodTypes = ['card', 'link', 'sepa_debit', 'ideal'] as const
export type MethodType = (typeof methodTypes)[number]

type Rules = {
  /** The only currency in which the method can pay, or undefined for any currency. */
  readonly currency?: string
  /** Whether the method can be charged again later. */
  readonly isReusable: boolean
  /** Whether the buyer leaves the page to pay. */
  readonly redirects: boolean
}

const rules: Readonly<Record<MethodType, Rules>> = {
  card: { isReusable: true, redirects: false },
  link: { isReusable: true, redirects: false },
  sepa_debit: { currency: 'eur', isReusable: true, redirects: false },
  ideal: { currency: 'eur', isReusable: false, redirects: true },
}

/** The parameters that decide which payment methods an intent accepts. */
type Asked = {
  readonly currency: string
  readonly automatic_payment_methods: { readonly allow_redirects: 'always' | 'never' } | null
  readonly setup_future_usage: 'off_session' | 'on_session' | null
  /** The invoice that the intent pays, if it pays one. */
  readonly invoice: string | null
}

/** The payment methods that an intent accepts. If all of them must be reusable, others are excluded. */
export function methodTypesFor(intent: Asked): MethodType[] {
  const { currency, automatic_payment_methods: automatic, setup_future_usage, invoice } = intent
  if (automatic === null && invoice === null) return ['card']
  const mayRedirect = automatic?.allow_redirects === 'always'
  return methodTypes.filter((type) => {
    const { currency: only = currency, redirects } = rules[type]
    return (
      only === currency && (mayRedirect || !redirects) && (isReusable(type) || setup_future_usage === null)
    )
  })
}

export function isReusable(type: MethodType): boolean {
  return rules[type].isReusable
}
