import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { exportForms } from '../export-forms.ts'
import { listDisabledByPlan } from '../list-disabled-by-plan.ts'
import { soldTimers } from '../sale-state.ts'
import { expectErrors, expiry, formOf, startForms, type Forms } from '../test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

type Fields = Readonly<Record<string, unknown>>

const timer = (priceId: string | null | undefined, more: Fields = {}) => ({
  title: 'Early bird',
  timestamp: expiry,
  amount: 129,
  ...(priceId === undefined ? {} : { priceId }),
  ...more,
})

/** A form of 49 with a price "Team" of 99 and a timer for it. */
async function createTeam() {
  const made = formOf(await forms.create({ priceLabel: 'Single', prices: [{ label: 'Team', amount: 99 }] }))
  const team = made.prices[0]?.id ?? ''
  return { team, form: formOf(await forms.update(made.id, { timers: [timer(team)] })) }
}

test('a timer applies to its price, or to all prices if that is null', async () => {
  const { form, team } = await createTeam()
  expect(form.timers).toMatchObject([{ title: 'Early bird', amount: 129, priceId: team }])
  const all = formOf(await forms.update(form.id, { timers: [timer(null)] }))
  expect(all.timers).toMatchObject([{ amount: 129, priceId: null }])
})

test('a client that omits the price field leaves a timer’s price unchanged', async () => {
  const { form, team } = await createTeam()
  const timers = [timer(undefined, { amount: 139 }), timer(undefined, { title: 'Another', amount: 59 })]
  expect(formOf(await forms.update(form.id, { timers })).timers).toMatchObject([
    { title: 'Early bird', amount: 139, priceId: team },
    { title: 'Another', amount: 59, priceId: null },
  ])
})

test('timers with the same title and time keep their prices, or an error asks for the price', async () => {
  const { form, team } = await createTeam()
  const { priceId } = form
  const twins = [timer(priceId, { amount: 59 }), timer(team)]
  await forms.update(form.id, { timers: twins })
  const silent = (...amounts: number[]) => ({ timers: amounts.map((amount) => timer(undefined, { amount })) })
  const kept = formOf(await forms.update(form.id, silent(129, 65)))
  expect(kept.timers.map((one) => [one.amount, one.priceId])).toEqual(
    expect.arrayContaining([
      [129, team],
      [65, priceId],
    ]),
  )
  const asked = 'Another timer has the same title and time. Choose which price this one is for'
  await expectErrors(forms.update(form.id, silent(139)), { 'timers.0.priceId': asked })
  await expectErrors(forms.update(form.id, silent(75, 139)), {
    'timers.0.priceId': asked,
    'timers.1.priceId': asked,
  })
  // If one timer names its price, the other is unambiguous.
  const said = await forms.update(form.id, {
    timers: [timer(priceId, { amount: 75 }), timer(undefined, { amount: 139 })],
  })
  expect(formOf(said).timers.find(({ amount }) => amount === 139)).toMatchObject({ priceId: team })
  expect(formOf(await forms.update(form.id, silent(139))).timers).toMatchObject([{ priceId: team }])
  await expectErrors(forms.update(form.id, silent(70, 80)), {
    'timers.0.priceId': asked,
    'timers.1.priceId': asked,
  })
})

test('a timer’s price must belong to its form', async () => {
  const { form } = await createTeam()
  const { team: strange } = await createTeam()
  const errors = { 'timers.0.priceId': 'This price no longer exists' }
  await expectErrors(forms.update(form.id, { timers: [timer(strange)] }), errors)
  await expectErrors(forms.create({ timers: [timer(strange)] }), errors)
})

test('a price with a timer can be removed only together with it', async () => {
  const { form } = await createTeam()
  await expectErrors(forms.update(form.id, { prices: [] }), {
    prices: 'Delete the timer “Early bird” first. It belongs to this price',
  })
  expect(formOf(await forms.update(form.id, { prices: [], timers: [] }))).toMatchObject({ timers: [] })
})

test('a retired price keeps its timer but cannot get a new one', async () => {
  const { form, team } = await createTeam()
  const prices = form.prices.map((price) => ({ ...price, state: 'retired' }))
  const retired = formOf(await forms.update(form.id, { prices }))
  expect(retired.timers).toMatchObject([{ priceId: team }])
  expect((await forms.update(form.id, { timers: [timer(team, { title: 'Renamed' })] })).status).toBe(200)
  await expectErrors(forms.update(form.id, { timers: [timer(team, { timestamp: expiry + 1 })] }), {
    'timers.0.priceId': 'This price is no longer sold',
  })
})

/** A timer of a deleted price, which two simultaneous edits can leave behind. */
async function createGone() {
  const { form } = await createTeam()
  const gone = newId()
  await forms.app.services.db
    .updateTable('timers')
    .set({ priceId: gone })
    .where('formId', '=', form.id)
    .execute()
  return { form, gone }
}

test('a timer of a deleted price has no effect and does not prevent changes', async () => {
  const { form, gone } = await createGone()
  const euros = formOf(await forms.update(form.id, { currency: 'eur' }))
  expect(euros).toMatchObject({ currency: 'eur', timers: [{ priceId: gone, amount: 129 }] })
  const timers = [timer(gone), timer(null, { title: 'Another', timestamp: expiry + 1 })]
  expect(formOf(await forms.update(form.id, { timers })).timers).toHaveLength(2)
  await expectErrors(forms.update(form.id, { timers: [timer(gone, { timestamp: expiry + 2 })] }), {
    'timers.0.priceId': 'This price no longer exists',
  })
})

test('a price cannot be removed in an update that includes its timer', async () => {
  const { form, team } = await createTeam()
  await expectErrors(forms.update(form.id, { prices: [], timers: [timer(team)] }), {
    'timers.0.priceId': 'This price no longer exists',
  })
})

test('a form’s sale state ignores timers of retired and deleted prices', () => {
  const prices = [
    { id: 'hidden', state: 'hidden' as const },
    { id: 'retired', state: 'retired' as const },
  ]
  const timers = [null, 'form', 'first', 'hidden', 'retired', 'gone'].map((priceId) => ({ priceId }))
  const soldOf = (priceId: string | null) =>
    soldTimers({ id: 'form', priceId, prices }, timers).map((one) => one.priceId)
  expect(soldOf('first')).toEqual([null, 'first', 'hidden'])
  expect(soldOf(null)).toEqual([null, 'form', 'hidden'])
})

test('a hidden price can have a timer', async () => {
  const { form, team } = await createTeam()
  const prices = form.prices.map((price) => ({ ...price, state: 'hidden' }))
  const hidden = formOf(await forms.update(form.id, { prices, timers: [timer(team, { amount: 5 })] }))
  expect(hidden.timers).toMatchObject([{ amount: 5, priceId: team }])
})

test('a timer for one price cannot redirect, since the other prices are still for sale', async () => {
  const { form, team } = await createTeam()
  const timers = [timer(team, { redirectUrl: 'https://example.com/over' })]
  await expectErrors(forms.update(form.id, { timers }), {
    'timers.0.redirectUrl': 'A timer for one price cannot redirect, because other prices are still for sale',
  })
})

test('a timer’s new price follows the same rules as the price', async () => {
  const { form, team } = await createTeam()
  await expectErrors(forms.update(form.id, { timers: [timer(team, { amount: 0.2 })] }), {
    'timers.0.amount': 'The amount is below the minimum card payment of $0.50',
  })
  const prices = form.prices.map((price) => ({
    ...price,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    setupAmount: 900_000,
  }))
  await expectErrors(forms.update(form.id, { prices, timers: [timer(team, { amount: 200_000 })] }), {
    'timers.0.amount':
      'amount with its tax comes to $1,100,000.00, which is above the maximum card payment of $999,999.99',
  })
})

test('a timer keeps its price when another price becomes the first', async () => {
  const { form, team } = await createTeam()
  const single = { id: form.priceId, label: 'Single', amount: 49 }
  const swap = { priceId: team, priceLabel: 'Team', amount: 99, prices: [single] }
  const swapped = formOf(await forms.update(form.id, swap))
  expect(swapped).toMatchObject({ priceId: team, timers: [{ priceId: team, amount: 129 }] })
  expect((await forms.update(form.id, { timers: [timer(form.priceId)] })).status).toBe(200)
})

test('a copied form’s timers refer to the copy’s prices', async () => {
  const { form, team } = await createTeam()
  const { priceId, priceLabel, prices } = form
  const timers = [timer(team), timer(priceId, { title: 'Of the first', timestamp: expiry + 1 })]
  const copy = formOf(await forms.create({ priceId, priceLabel, prices, timers }))
  expect(copy.timers).toMatchObject([{ priceId: copy.prices[0]?.id }, { priceId: copy.priceId }])
  expect([copy.priceId, copy.prices[0]?.id]).not.toContain(team)
  expect(copy.priceId).not.toBe(priceId)
  // An id used twice means two prices.
  expect((await forms.create({ prices: [...prices, ...prices], timers: [timer(team)] })).status).toBe(201)
})

test('changing the currency keeps the written amount of a timer for one price', async () => {
  const { form, team } = await createTeam()
  const yen = formOf(await forms.update(form.id, { currency: 'jpy', amount: 4900 }))
  expect(yen.timers).toMatchObject([{ amount: 129, priceId: team }])
})

test('changing an ended timer for a further price counts as a price change', async () => {
  const { form, team } = await createTeam()
  const { clock } = forms.app
  const timers = [timer(team, { timestamp: clock.now().getTime() - 1, amount: 9 })]
  const changed = formOf(await forms.update(form.id, { timers }))
  expect(changed.timers).toMatchObject([{ amount: 9, priceId: team }])
  const { priceChangedAt } = await forms.app.services.db
    .selectFrom('forms')
    .select('priceChangedAt')
    .where('id', '=', form.id)
    .executeTakeFirstOrThrow()
  expect(priceChangedAt).toEqual(clock.now())
})

test('before a downgrade the seller sees each price without its timer', async () => {
  const { form, team } = await createTeam()
  const { clock, services } = forms.app
  await forms.update(form.id, { timers: [timer(team, { timestamp: clock.now().getTime() })] })
  const { sellerId } = await services.db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form.id)
    .executeTakeFirstOrThrow()
  const disabled = await listDisabledByPlan(services.db, sellerId, 'BASIC', clock.now())
  expect(disabled.find(({ id }) => id === form.id)).toMatchObject({
    price: null,
    furtherPrices: [{ label: 'Team', amount: 9900, currency: 'usd' }],
  })
})

test('the data export has each form’s timers with their prices', async () => {
  const { form, team } = await createTeam()
  const { db } = forms.app.services
  const { sellerId } = await db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form.id)
    .executeTakeFirstOrThrow()
  const taken = (await exportForms(db, sellerId)).find(({ id }) => id === form.id)
  expect(taken?.timers).toMatchObject([
    { title: 'Early bird', timestamp: expiry, amount: 129, priceId: team },
  ])
})
