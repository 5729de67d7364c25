import { sandboxList, type TestApp } from '#test-app.ts'

/** Stripe's id of a purchase's dispute. */
export async function disputeOf(app: TestApp, purchaseId: string): Promise<string> {
  const { paymentIntentId } = await app.services.db
    .selectFrom('purchases')
    .select('paymentIntentId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const disputes = await sandboxList(app, 'disputes')
  return disputes.find((one) => one.payment_intent === paymentIntentId)?.id ?? ''
}
