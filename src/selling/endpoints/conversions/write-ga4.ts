import { hash } from 'node:crypto'
import { beginningOf } from '#foundation/text/cut-text.ts'
import type { Conversion } from './read-conversion.ts'

/**
 * A purchase or refund in the format of Google's Measurement Protocol. It contains nothing personal: the client's id,
 * which Google requires, is made from the order's, and Google may not use the event for ads.
 */
export function writeGa4({ isRefund, purchaseId, orderId, at, value, currency, items }: Conversion): string {
  return JSON.stringify({
    client_id: clientIdOf(orderId),
    timestamp_micros: at.getTime() * 1000,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: [
      {
        name: isRefund ? 'refund' : 'purchase',
        params: {
          transaction_id: purchaseId,
          value,
          currency,
          engagement_time_msec: 1,
          // A partial refund is its value, because no line says what was refunded.
          ...(!isRefund && {
            items: items.map(({ id, title, quantity, price }) => ({
              item_id: id,
              item_name: beginningOf(title, longestValue),
              quantity,
              price,
            })),
          }),
        },
      },
    ],
  })
}

/** Google drops longer parameters. */
const longestValue = 100

/** Two numbers, as Google's own script would make them. */
function clientIdOf(orderId: string): string {
  const digest = Buffer.from(hash('sha256', `ga4 ${orderId}`, 'hex'), 'hex')
  return `${digest.readUInt32BE(0)}.${digest.readUInt32BE(4)}`
}
