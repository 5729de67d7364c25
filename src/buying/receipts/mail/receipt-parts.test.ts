import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, type TestOrder } from '#buying/upsells/test-offers.ts'
import { signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { writeReceipt } from './write-receipt.ts'

let app: TestApp
let ordered: TestOrder

beforeAll(async () => {
  app = await startTestApp()
  const seller = await signUpSeller(app)
  const form = await createOfferForm(app, seller, {
    image: await addPicture(app, seller),
    video: null,
    title: 'Throw your first bowl',
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 7,
    themeColor: '#7F1CCF',
    successMessage: 'See you in the studio',
  })
  ordered = outcomeOf(await pay(app, form, { consents: await trialConsents(app, form) }))
})
afterAll(async () => app.close())

const receiptOf = (id: string) => writeReceipt(app.services.db, app.clock, app.config, id)

test('the receipt for an accepted offer describes the offer, not the trial it was added to', async () => {
  const answer = await accept(app, ordered, await offerOf(app, ordered))
  const { purchaseId } = outcomeOf(answer)
  const [order, offer] = [await receiptOf(ordered.purchaseId), await receiptOf(purchaseId)]

  expect(order.subject).toMatch(/: Throw your first bowl$/)
  expect(order.text).toContain('Your trial ends on')
  expect(order.text).toContain('See you in the studio')
  expect(offer.subject).toMatch(/: The second course$/)
  expect(offer.text).not.toMatch(/trial|See you in the studio|Cancel contracts here/)
})

test('a receipt begins with the picture, has the form’s color and ends with the links that the law requires', async () => {
  const { body } = await receiptOf(ordered.purchaseId)
  const kinds = body.parts.map(({ kind }) => kind)
  const last = body.parts.at(-1)

  expect(kinds[0]).toBe('picture')
  expect(body.brand?.colors.light.color.toLowerCase()).toBe('#7f1ccf')
  expect(last).toMatchObject({
    kind: 'links',
    isSmall: true,
    links: [{ label: 'Withdraw from contract here' }, { label: 'Cancel contracts here' }],
  })
})
