/** The kinds of PaymentMethods that the sandbox knows, as the provider names them. */
export const methodTypes = ['card', 'link', 'sepa_debit', 'ideal'] as const
export type MethodType = (typeof methodTypes)[number]

type Rules = {
  /** The one currency that it pays in; undefined: any. */
  readonly currency?: string
  /** Whether it can be charged again later. */
  readonly isReusable: boolean
  /** Whether the buyer leaves the page for it. */
  readonly redirects: boolean
}

const rules: Readonly<Record<MethodType, Rules>> = {
  card: { isReusable: true, redirects: false },
  link: { isReusable: true, redirects: false },
  sepa_debit: { currency: 'eur', isReusable: true, redirects: false },
  ideal: { currency: 'eur', isReusable: false, redirects: true },
}

/** What an intent says of how it may be paid. */
type Asked = {
  readonly currency: string
  readonly automatic_payment_methods: { readonly allow_redirects: 'always' | 'never' } | null
  readonly setup_future_usage: 'off_session' | 'on_session' | null
  /** The invoice it pays, if any. */
  readonly invoice: string | null
}

/** What an intent can be paid with. A use in the future that is asked of all methods leaves out those that have none. */
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
