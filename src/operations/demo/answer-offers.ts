import { offerSequence } from '#buying/upsells/contract.ts'
import type { DemoApi } from './demo-api.ts'

/** Accepts the first offers and declines the others. */
export async function answerOffers(
  api: DemoApi,
  { purchaseId, secret }: { readonly purchaseId: string; readonly secret: string },
  accepted: number,
  key: string,
): Promise<void> {
  const path = `/stripe/purchases/${purchaseId}/offers`
  const body = { secret }
  for (;;) {
    const sequence = offerSequence.parse(await api.call('POST', `${path}/current`, { body }))
    if (sequence.offer === null) return
    const { id } = sequence.offer
    if (sequence.accepted.length < accepted) {
      await api.call('POST', `${path}/${id}/accept`, { body, key: `${key}-${id}` })
    } else {
      await api.call('POST', `${path}/${id}/decline`, { body })
    }
  }
}
