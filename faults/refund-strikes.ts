import { z } from 'zod'
import { goodCard, newPayment, pay } from './buyer.ts'
import type { FaultScript } from './provider.ts'
import type { Shop } from './shop.ts'
import type { Step, Struck, Variant } from './strike.ts'

/** Failures of a refund other than a kill. Trying again requests another refund. */
export const refundStrikes: readonly Step[] = [
  {
    name: 'refund of a payment whose dispute was not reported by an event',
    async strike(shop) {
      const struck = await refundWith(shop, 'pm_card_createDispute', faults({ isSilent: true }))
      if (struck.status !== 409) throw new Error(`The refund was answered ${struck.status}`)
      return struck
    },
  },
  {
    name: 'refund request for which Stripe stored an error',
    async strike(shop, { isSilent }) {
      const fault = { kind: 'error', status: 500, stored: true }
      const calls = [{ method: 'POST', path: '/v1/refunds', times: 1, fault }]
      const struck = await refundWith(shop, goodCard, faults({ isSilent }, calls))
      if (struck.status !== 201) throw new Error(`The refund was answered ${struck.status}`)
      return struck
    },
  },
]

function faults({ isSilent }: Variant, calls: FaultScript['calls'] = []): FaultScript {
  return { calls, events: isSilent ? [{ type: '*', fault: { kind: 'drop' } }] : [] }
}

const paid = z.object({ purchaseId: z.string() })

/** Requests a partial refund of a new payment. `status` is the seller's response. */
async function refundWith(
  shop: Shop,
  card: string,
  script: FaultScript,
): Promise<Struck & { readonly status: number }> {
  await shop.provider.setFaults(script)
  const answer = await pay(shop, newPayment(shop.forms.usd, card))
  const { purchaseId } = paid.parse(answer?.body)
  const refund = async () => {
    try {
      await shop.seller.ask('POST', `/sales/${purchaseId}/refunds`, { amount: 20 })
      return 201
    } catch (error) {
      return Number(/ answered (\d+)/.exec(String(error))?.[1] ?? 0)
    }
  }
  return { status: await refund(), repeat: refund }
}
