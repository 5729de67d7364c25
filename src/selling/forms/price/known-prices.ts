import { firstPriceId } from '#payments/pricing/sold-form.ts'

type Priced = {
  readonly id: string
  readonly priceId: string | null
  readonly prices: readonly { readonly id: string }[]
}

/** A form's questions or bump rules without the prices that were removed, unless one would have none left. */
export function withKnownPrices<Part extends { readonly priceIds: string[] | null }>(
  form: Priced,
  parts: readonly Part[],
): Part[] {
  const known = new Set([firstPriceId(form), ...form.prices.map(({ id }) => id)])
  return parts.map((part) => {
    const left = part.priceIds?.filter((id) => known.has(id)) ?? []
    return left.length === 0 ? part : { ...part, priceIds: left }
  })
}
