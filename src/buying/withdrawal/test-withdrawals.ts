import { expect } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { createOfferForm, order, type TestOrder } from '#buying/upsells/test-offers.ts'
import { reconcileRefunds } from '#payments/refunds/register.ts'
import {
  call,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { processDueStatements } from './refund/process-statements.ts'
import { withdrawalsContract } from './contract.ts'

export type Fields = Readonly<Record<string, string>>
export type Page = { readonly status: number; readonly text: string; readonly location: string }

/** Opens a page like a browser without scripts. */
export const open = (app: TestApp, path: string) => load(app, path)

/** Sends a form like a browser without scripts. */
export const post = (app: TestApp, path: string, body: URLSearchParams | Fields) =>
  load(app, path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })

async function load(app: TestApp, path: string, init: RequestInit = {}): Promise<Page> {
  const answer = await fetch(app.url + path, { redirect: 'manual', ...init })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
}

/** A page's hidden fields. */
export function hiddenIn({ text }: Page): Fields {
  return Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ]),
  )
}

/** Completes both steps of the public withdrawal page, and returns the second response. */
export async function state(app: TestApp, fields: Fields, path = '/withdraw'): Promise<Page> {
  const review = await post(app, path, { name: 'Bea Novak', ...fields })
  expect(review.text).toContain('Confirm withdrawal')
  return post(app, path, { ...hiddenIn(review), step: 'confirm' })
}

export const withdrawPathOf = ({ purchaseId, secret }: TestOrder) =>
  `/purchases/${purchaseId}/withdraw?key=${secret}`

/** Clicks "Confirm withdrawal" on a purchase's page for these purchases. */
export const withdraw = (app: TestApp, of: TestOrder, parts: readonly string[] = [of.purchaseId]) =>
  post(app, withdrawPathOf(of), new URLSearchParams(parts.map((part): [string, string] => ['part', part])))

/** Runs the background jobs until none is due. */
export async function workOff(app: TestApp): Promise<void> {
  while ((await processDueStatements(app.services)) > 0);
  while ((await reconcileRefunds(app.services)) > 0);
}

export async function purchaseOf(app: TestApp, id: string) {
  return app.services.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The amount that Stripe has refunded for a purchase, in minor units. */
export async function returnedFor(app: TestApp, id: string): Promise<number> {
  const { paymentIntentId } = await purchaseOf(app, id)
  const refunds = await sandboxList(app, 'refunds')
  return refunds
    .filter((one) => one.payment_intent === paymentIntentId && one.status !== 'failed')
    .reduce((sum, { amount = 0 }) => sum + amount, 0)
}

/** The kinds of emails to an address, oldest first. */
export async function mailsTo(app: TestApp, recipient: string): Promise<string[]> {
  const mails = await app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return mails.map(({ kind }) => kind)
}

/** The entries about withdrawals in the histories of a seller's purchases, oldest first. */
export async function newsOf(app: TestApp, { userId }: Pick<TestSeller, 'userId'>): Promise<string[]> {
  const entries = await app.services.db
    .selectFrom('purchaseTransitions')
    .innerJoin('purchases', 'purchases.id', 'purchaseTransitions.purchaseId')
    .innerJoin('members', 'members.sellerId', 'purchases.sellerId')
    .select('cause')
    .where('event', '=', 'withdrawal')
    .where('members.userId', '=', userId)
    .orderBy('purchaseTransitions.id')
    .execute()
  return entries.map(({ cause }) => cause)
}

/** The seller's withdrawals. */
export async function listed(app: TestApp, { token }: TestSeller) {
  const { body } = await call(app, 'GET', '/api/withdrawals?limit=100', { token })
  return withdrawalsContract.listWithdrawals.ok.schema.parse(body).data
}

/** Starts an EU shop with a form and an offer for the tests in one file. Events from Stripe are lost. */
export async function startWithdrawals() {
  const app = await startTestApp()
  const seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  const form = await createOfferForm(app, seller)
  await setFaults(app, lostEvents)
  return {
    app,
    seller,
    buy: async (fields: Readonly<Record<string, unknown>> = {}) => {
      const bought = await order(app, form, fields)
      return { ...bought, email: (await purchaseOf(app, bought.purchaseId)).email }
    },
    accept: (id: string) =>
      call(app, 'POST', `/api/withdrawals/${id}/refund`, { token: seller.token, body: {} }),
    refuse: (id: string, refusedFor: string) =>
      call(app, 'PATCH', `/api/withdrawals/${id}`, { token: seller.token, body: { refusedFor } }),
    days: (count: number) => app.clock.advance(count * 24 * 3600),
  }
}
