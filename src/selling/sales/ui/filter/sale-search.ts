import { z } from 'zod'
import { filterInAddress } from '#web/kit/list/filter-in-address.ts'
import { saleFilter } from '#selling/list-filters/sale-filter.ts'

const { customer, form, price, status, kind, subscription, currency, source, campaign, from, to } =
  saleFilter.shape

/** Invalid filter parameters in the URL are ignored. */
const shown = z.object({
  customer: customer.catch(undefined),
  form: form.catch(undefined),
  price: price.catch(undefined),
  status: status.catch(undefined),
  kind: kind.catch(undefined),
  subscription: subscription.catch(undefined),
  currency: currency.catch(undefined),
  source: source.catch(undefined),
  campaign: campaign.catch(undefined),
  from: from.catch(undefined),
  to: to.catch(undefined),
})

/** The filter of the sales list, as in its URL. */
export type ShownFilter = z.output<typeof shown>

export const { hasFilter, filteredBy } = filterInAddress(shown.keyof().options)

export function readSaleFilter(parameters: URLSearchParams): ShownFilter {
  const filter = shown.parse(Object.fromEntries(parameters))
  const isTurned = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to
  const isOfNone = filter.price !== undefined && filter.form === undefined
  return { ...filter, ...(isTurned && { to: undefined }), ...(isOfNone && { price: undefined }) }
}

/** The path of the sales list with this filter. */
export function salesPath(filter: ShownFilter): string {
  return `/sales?${filteredBy(new URLSearchParams(), filter).toString()}`
}
