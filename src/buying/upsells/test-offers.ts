import { expect } from 'vitest'
import { z } from 'zod'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import { acceptedOffer, offerSequence, type OfferSequence, type ShownOffer } from './contract.ts'

type Fields = Readonly<Record<string, unknown>>
export type TestOrder = { readonly purchaseId: string; readonly secret: string }

const product = {
  title: 'A set of brushes',
  description: 'Five of them',
  amount: 9,
  currency: 'usd',
}

async function create(app: TestApp, seller: TestSeller, path: string, fields: Fields): Promise<string> {
  const { token } = seller
  const body = { ...product, image: await addPicture(app, seller), ...fields }
  const answer = await call(app, 'POST', `/api/${path}`, { token, body })
  expect([answer.status, errorBody.safeParse(answer.body).data]).toEqual([201, undefined])
  return z.object({ id: z.string() }).parse(answer.body).id
}

export const addBump = (app: TestApp, seller: TestSeller, fields: Fields = {}) =>
  create(app, seller, 'bumps', fields)

export const addOffer = (app: TestApp, seller: TestSeller, fields: Fields = {}) =>
  create(app, seller, 'one-time-offers', { title: 'The second course', amount: 19.9, ...fields })

/** Creates a form that offers a second course for 19.90 after the payment and then each of these bumps for 9.00. */
export async function createOfferForm(
  app: TestApp,
  seller: TestSeller,
  { bumps = ['A set of brushes'], ...fields }: Fields & { readonly bumps?: readonly string[] } = {},
): Promise<string> {
  const sequence = await Promise.all(bumps.map((title) => addBump(app, seller, { title })))
  return createTestForm(app, seller, {
    oneTimeOffer: await addOffer(app, seller),
    otoSequenceList: sequence,
    ...fields,
  })
}

/** Pays a form with a new buyer's email. */
export async function order(app: TestApp, form: string, fields: Fields = {}): Promise<TestOrder> {
  const outcome = outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))
  expect(outcome.status).toBe('paid')
  return outcome
}

const send = (
  app: TestApp,
  { purchaseId, secret }: TestOrder,
  path: string,
  body: Fields = {},
  key?: string,
) =>
  call(app, 'POST', `/api/stripe/purchases/${purchaseId}/offers/${path}`, {
    body: { secret, ...body },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

export const sequenceIn = ({ status, body }: Answer): OfferSequence => {
  expect([status, errorBody.safeParse(body).data]).toEqual([200, undefined])
  return offerSequence.parse(body)
}

export async function current(app: TestApp, of: TestOrder): Promise<OfferSequence> {
  return sequenceIn(await send(app, of, 'current'))
}

/** The offer that is waiting for a decision. Fails if there is none. */
export async function offerOf(app: TestApp, of: TestOrder): Promise<ShownOffer> {
  const { offer } = await current(app, of)
  if (offer === null) throw new Error('No offer is shown')
  return offer
}

export const accept = (
  app: TestApp,
  of: TestOrder,
  offer: Pick<ShownOffer, 'id'>,
  body: Fields = {},
  key: string | null = newKey(),
) => send(app, of, `${offer.id}/accept`, body, key ?? undefined)

export const decline = (app: TestApp, of: TestOrder, offer: Pick<ShownOffer, 'id'>) =>
  send(app, of, `${offer.id}/decline`)

export const undo = (app: TestApp, of: TestOrder, offer: Pick<ShownOffer, 'id'>) =>
  send(app, of, `${offer.id}/undo`)

export const undone = ({ body }: Answer) => acceptedOffer.parse(body)
