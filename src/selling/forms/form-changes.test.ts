import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { call } from '#test-app.ts'
import { errorsOf, expectErrors, expiry, formOf, startForms, valid, type Forms } from './test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

const gone = (noun: string) => `This ${noun} no longer exists`
const otherCurrency = (noun: string) => `This ${noun} has a different currency from the form`

// Proves own-items.
test('a form can refer only to its seller’s items in its own currency', async () => {
  for (const of of [{ of: forms.stranger }, { isDeleted: true }]) {
    const [bump, offer, tax] = [await forms.addBump(of), await forms.addOffer(of), await forms.addTax(of)]
    await expectErrors(forms.create({ bumps: [bump] }), { bumps: gone('order bump') })
    await expectErrors(forms.create({ otoSequenceList: [bump] }), { otoSequenceList: gone('order bump') })
    await expectErrors(forms.create({ oneTimeOffer: offer }), { oneTimeOffer: gone('one-time offer') })
    await expectErrors(forms.create({ taxId: tax }), { taxId: gone('tax') })
  }
  const [euros, euroOffer] = [
    await forms.addBump({ currency: 'eur' }),
    await forms.addOffer({ currency: 'eur' }),
  ]
  await expectErrors(forms.create({ bumps: [await forms.addBump(), euros], oneTimeOffer: euroOffer }), {
    bumps: otherCurrency('order bump'),
    oneTimeOffer: otherCurrency('one-time offer'),
  })
  await expectErrors(forms.create({ files: [await forms.addFile(forms.stranger)] }), {
    files: 'Upload the file again',
  })
  await expectErrors(
    forms.create({ files: [{ ...(await forms.addFile()), url: 'https://evil.example/x' }] }),
    {
      files: 'Upload the file again',
    },
  )
})

test('an id of the wrong kind causes a field error instead of an internal error', async () => {
  const [bump, offer, tax] = [await forms.addBump(), await forms.addOffer(), await forms.addTax()]
  const { id: form } = formOf(await forms.create())
  const right: Record<string, string> = {
    bumps: bump,
    otoSequenceList: bump,
    oneTimeOffer: offer,
    taxId: tax,
  }
  const nouns: Record<string, string> = {
    bumps: 'order bump',
    otoSequenceList: 'order bump',
    oneTimeOffer: 'one-time offer',
    taxId: 'tax',
  }
  const asField = (field: string, id: string) =>
    field === 'bumps' || field === 'otoSequenceList' ? [id] : id
  const allRight = Object.fromEntries(Object.entries(right).map(([field, id]) => [field, asField(field, id)]))

  for (const [field, own] of Object.entries(right)) {
    for (const id of [bump, offer, tax, form].filter((other) => other !== own)) {
      const errors = { [field]: gone(nouns[field] ?? '') }
      for (const fields of [{ [field]: asField(field, id) }, { ...allRight, [field]: asField(field, id) }]) {
        await expectErrors(forms.create(fields), errors)
        await expectErrors(forms.update(form, fields), errors)
      }
    }
  }
  for (const field of ['bumps', 'otoSequenceList']) {
    expect([200, 201, 422]).toContain((await forms.create({ [field]: [bump, bump] })).status)
  }
})

test('ids are accepted in upper and lower case', async () => {
  const [bump, offer, tax] = [await forms.addBump(), await forms.addOffer(), await forms.addTax()]
  const upper = (id: string) => id.toUpperCase()

  const created = formOf(
    await forms.create({
      bumps: [upper(bump)],
      otoSequenceList: [{ id: upper(bump) }],
      oneTimeOffer: upper(offer),
      taxId: upper(tax),
    }),
  )
  expect(created).toMatchObject({
    bumps: [{ id: bump }],
    otoSequenceList: [{ id: bump }],
    oneTimeOffer: { id: offer },
    taxId: tax,
  })
  expect(formOf(await forms.update(upper(created.id), { tax: { id: upper(tax) }, taxId: tax })).taxId).toBe(
    tax,
  )
  expect((await forms.read(upper(created.id))).id).toBe(created.id)
})

test('a form’s references can be given as objects from the API', async () => {
  const [bump, offer, tax] = [await forms.addBump(), await forms.addOffer(), await forms.addTax()]
  const read = async (path: string) =>
    (await call(forms.app, 'GET', path, { token: forms.seller.token })).body
  const given = {
    bumps: [await read(`/api/bumps/${bump}`)],
    oneTimeOffer: await read(`/api/one-time-offers/${offer}`),
    tax: await read(`/api/taxes/${tax}`),
  }
  const made = formOf(await forms.create(given))

  expect(made).toMatchObject({ bumps: [{ id: bump }], oneTimeOffer: { id: offer }, taxId: tax })
})

test('a form accepts only its seller’s own pictures', async () => {
  const [own, foreign] = [
    await addPicture(forms.app, forms.seller),
    await addPicture(forms.app, forms.stranger),
  ]
  const { id } = formOf(await forms.create({ image: own }))

  await expectErrors(forms.create({ image: foreign }), { image: 'Upload the picture again' })
  await expectErrors(forms.update(id, { image: foreign }), { image: 'Upload the picture again' })
  expect(formOf(await forms.update(id, { image: own, title: 'The same picture' })).image).toBe(own)
  await expectErrors(forms.update(id, { pictures: [{ image: own }, { image: foreign }] }), {
    pictures: 'Upload the picture again',
  })
})

test('a form update changes only the given fields', async () => {
  const created = formOf(
    await forms.create({
      name: 'Kept',
      bumps: [await forms.addBump()],
      timers: [{ title: 'Kept', timestamp: expiry }],
    }),
  )
  const changed = formOf(await forms.update(created.id, { title: 'A course in oil painting' }))

  expect({ ...changed, updatedAt: created.updatedAt }).toEqual({
    ...created,
    title: 'A course in oil painting',
  })
  expect(formOf(await forms.update(created.id, {})).title).toBe('A course in oil painting')
  expect(formOf(await forms.update(created.id, { bumps: [], timers: [] }))).toMatchObject({
    bumps: [],
    timers: [],
  })
})

test('a billing interval is limited depending on its period unless a one-time price leaves it unchanged', async () => {
  const { id } = formOf(await forms.create({ billingPeriod: 'Weekly', billingInterval: 156 }))
  const tooLong = { billingInterval: 'Enter 36 or less' }

  await expectErrors(forms.update(id, { billingPeriod: 'Monthly' }), tooLong)
  await forms.app.services.db
    .updateTable('forms')
    .set({ billingPeriod: 'Monthly' })
    .where('id', '=', id)
    .execute()
  expect(formOf(await forms.update(id, { title: 'A course in oil painting' })).title).toContain('oil')
  await expectErrors(forms.update(id, { priceType: 'RecurringPrice' }), tooLong)
})

test('a file whose details differ from the upload is rejected with a field error', async () => {
  const file = await forms.addFile()
  const created = formOf(await forms.create({ files: [file] }))
  const wrong = { 'files.0.name': 'The name of the uploaded file is book.pdf' }

  expect(created.files).toEqual([file])
  await expectErrors(forms.create({ files: [{ ...file, name: 'invoice.html' }] }), wrong)
  await expectErrors(forms.update(created.id, { files: [{ ...file, name: 'invoice.html' }] }), wrong)
  await expectErrors(forms.create({ files: [file, file] }), {
    'files.1.url': 'This file is already in the list',
  })
})

test('a form update must say whether it saves the timers page, and other fields are never lost', async () => {
  const { id } = formOf(await forms.create())
  const missing = await call(forms.app, 'PATCH', `/api/forms/${id}`, {
    token: forms.seller.token,
    body: { amount: 1 },
  })
  expect(errorsOf(missing)).toEqual({ isDetailUpdate: 'This field is required' })

  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 59 }]
  const title = 'Another title here'
  const changed = formOf(await forms.update(id, { isDetailUpdate: true, timers, oneTimePrice: 61, title }))
  expect(changed).toMatchObject({ amount: 61, title, timers: [{ amount: 59, redirectUrl: null }] })
  await expectErrors(forms.update(id, { isDetailUpdate: true, recurringPrice: 1 }), {
    recurringPrice: 'This form has a one-time price',
  })
})

test('a form update follows the same rules as a new form', async () => {
  const { id } = formOf(await forms.create())

  await expectErrors(forms.update(id, { video: null }), { image: 'select an image or enter a video url' })
  await expectErrors(forms.update(id, { amount: 0.2 }), {
    amount: 'The amount is below the minimum card payment of $0.50',
  })
  await expectErrors(forms.update(id, { bumps: [await forms.addBump({ of: forms.stranger })] }), {
    bumps: gone('order bump'),
  })
  await expectErrors(forms.update(id, { title: 'short' }), {
    title: 'Enter at least 10 characters',
  })
  expect((await forms.read(id)).video).toBe(valid.video)
})

test('changing the currency keeps the prices of the form and its timers as written', async () => {
  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 590 }]
  const { id } = formOf(await forms.create({ amount: 490, timers }))
  const changed = formOf(await forms.update(id, { currency: 'jpy' }))

  expect([changed.amount, changed.timers[0]?.amount]).toEqual([490, 590])
  const [stored] = await forms.app.services.db
    .selectFrom('timers')
    .innerJoin('forms', 'forms.id', 'timers.formId')
    .select(['forms.amount as price', 'timers.amount'])
    .where('formId', '=', id)
    .execute()
  expect(stored).toEqual({ price: 490, amount: 590 })
})

test('a price that is invalid in the new currency is rejected with a field error', async () => {
  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 59.5 }]
  const { id } = formOf(await forms.create({ amount: 49.5, timers }))

  await expectErrors(forms.update(id, { currency: 'jpy' }), {
    amount: 'amount has more decimals than JPY has',
    'timers.0.amount': 'amount has more decimals than JPY has',
  })
  const cheap = formOf(await forms.create({ amount: 1 }))
  await expectErrors(forms.update(cheap.id, { currency: 'huf' }), {
    amount: 'The amount is below the minimum card payment of Ft\u00a0175.00',
  })
  expect(await forms.read(id)).toMatchObject({ currency: 'usd', amount: 49.5 })
})

test('a form cannot change its currency while it has bumps in the old one', async () => {
  const { id } = formOf(await forms.create({ bumps: [await forms.addBump()] }))

  await expectErrors(forms.update(id, { currency: 'eur' }), { bumps: otherCurrency('order bump') })
  expect((await forms.update(id, { currency: 'eur', bumps: [] })).status).toBe(200)
})

test('timers can be saved after one of the form’s bumps has changed its currency', async () => {
  const bump = await forms.addBump()
  const { id } = formOf(await forms.create({ bumps: [bump] }))
  await forms.app.services.db.updateTable('bumps').set({ currency: 'eur' }).where('id', '=', bump).execute()

  expect((await forms.update(id, { isDetailUpdate: true, timers: [] })).status).toBe(200)
})

test('deleted items no longer appear on the form', async () => {
  const [bump, offer, tax] = [await forms.addBump(), await forms.addOffer(), await forms.addTax()]
  const { id } = formOf(
    await forms.create({ bumps: [bump], otoSequenceList: [bump], oneTimeOffer: offer, taxId: tax }),
  )
  for (const [table, deleted] of [
    ['bumps', bump],
    ['offers', offer],
    ['taxes', tax],
  ] as const) {
    await forms.app.services.db
      .updateTable(table)
      .set({ deletedAt: new Date() })
      .where('id', '=', deleted)
      .execute()
  }

  expect(await forms.read(id)).toMatchObject({
    bumps: [],
    otoSequenceList: [],
    oneTimeOffer: null,
    tax: null,
    taxId: null,
  })
})
