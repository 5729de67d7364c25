import { hashed, hashedEmail } from './hashed.ts'
import type { Conversion, SharedBuyer } from './read-conversion.ts'

/** The Graph API's version. Meta supports each for at least two years. */
export const metaVersion = 'v25.0'

/**
 * A purchase in the format of Meta's Conversions API. It was made on a website, which Meta asks to be said truthfully,
 * and then it requires the browser's name.
 */
export function writeMeta(conversion: Conversion, buyer: SharedBuyer, isTest = false): string {
  const { purchaseId, at, value, currency, items } = conversion
  const { email, country, browser, click, agreedAt } = buyer
  return JSON.stringify({
    data: [
      {
        event_name: isTest ? 'Test' : 'Purchase',
        event_time: Math.floor(at.getTime() / 1000),
        event_id: purchaseId,
        action_source: 'website',
        event_source_url: buyer.page,
        user_data: {
          em: [hashedEmail(email)],
          ...(country !== null && { country: [hashed(country.toLowerCase())] }),
          client_user_agent: browser,
          ...(click !== undefined && { fbc: `fb.1.${agreedAt.getTime()}.${click}` }),
        },
        ...(!isTest && {
          custom_data: {
            value,
            currency,
            order_id: purchaseId,
            content_type: 'product',
            contents: items.map(({ id, quantity, price }) => ({ id, quantity, item_price: price })),
          },
        }),
      },
    ],
  })
}
