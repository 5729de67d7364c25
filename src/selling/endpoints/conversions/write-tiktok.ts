import { beginningOf } from '#foundation/text/cut-text.ts'
import { hashedEmail } from './hashed.ts'
import type { Conversion, SharedBuyer } from './read-conversion.ts'

/** A purchase in the format of TikTok's Events API. */
export function writeTikTok(
  pixelId: string,
  conversion: Conversion,
  buyer: SharedBuyer,
  isTest = false,
): string {
  const { purchaseId, at, value, currency, items } = conversion
  const { email, browser, click, page } = buyer
  return JSON.stringify({
    event_source: 'web',
    event_source_id: pixelId,
    data: [
      {
        event: isTest ? 'Test' : 'CompletePayment',
        event_time: Math.floor(at.getTime() / 1000),
        event_id: purchaseId,
        user: {
          email: hashedEmail(email),
          user_agent: browser,
          ...(click !== undefined && { ttclid: click }),
        },
        page: { url: page },
        ...(!isTest && {
          properties: {
            value,
            currency,
            order_id: purchaseId,
            content_type: 'product',
            contents: items.map(({ id, title, quantity, price }) => ({
              content_id: id,
              content_name: beginningOf(title, longestTitle),
              quantity,
              price,
            })),
          },
        }),
      },
    ],
  })
}

const longestTitle = 100
