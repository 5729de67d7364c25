import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { slowDebit, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { call } from '#test-app.ts'
import { errorsOf, formOf, startForms, type Forms } from '../test-forms.ts'
import { versionsContract } from './contract.ts'
import { mostVersions } from './record-versions.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

async function historyOf(id: string, token = forms.seller.token) {
  const answer = await call(forms.app, 'GET', `/api/forms/${id}/versions`, { token })
  return versionsContract.listVersions.ok.schema.parse(answer.body).versions
}

async function quoteOf(form: string): Promise<string> {
  const page = await (await fetch(`${forms.app.url}/payment/${form}`)).text()
  return z.string().parse(/"token":"([^"]+)"/.exec(page)?.[1])
}

async function versionOf(purchase: string): Promise<number | null | undefined> {
  const row = await forms.app.services.db
    .selectFrom('purchases')
    .select('formVersion')
    .where('id', '=', purchase)
    .executeTakeFirst()
  return row?.formVersion
}

test('each save that changes what buyers see creates a version that lists its changes and sales', async () => {
  const { id } = formOf(await forms.create())
  const bought = outcomeOf(await pay(forms.app, id, { email: 'ada@example.com' }))
  await forms.update(id, { amount: 59, title: 'A longer course' })

  expect(await versionOf(bought.purchaseId ?? '')).toBe(1)
  expect(await historyOf(id)).toMatchObject([
    {
      number: 2,
      isCurrent: true,
      changes: [
        { field: 'title', before: 'A course in watercolor', after: 'A longer course' },
        { field: 'amount', before: 49, after: 59 },
      ],
      sold: { orders: 0, gross: [] },
    },
    {
      number: 1,
      isCurrent: false,
      changes: [],
      sold: { orders: 1, gross: [{ currency: 'usd', amount: 49 }] },
    },
  ])
})

test('a change that buyers do not see creates no version, and restoring earlier content restores its version', async () => {
  const { id } = formOf(await forms.create())
  await forms.update(id, { name: 'Spring', stockLimit: 5 })
  await forms.update(id, { isPaused: true })
  expect(await historyOf(id)).toHaveLength(1)

  await forms.update(id, { title: 'Another title' })
  await forms.update(id, { title: 'A course in watercolor' })
  expect((await historyOf(id)).map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
    [2, false],
    [1, true],
  ])
})

test('a version saved after a return to an earlier one shows what its save changed', async () => {
  const { id } = formOf(await forms.create())
  await forms.update(id, { title: 'Another title' })
  await forms.update(id, { title: 'A course in watercolor' })
  await forms.update(id, { buttonText: 'Join' })

  const [third, second, first] = await historyOf(id)
  expect(third).toMatchObject({ number: 3, changes: [{ field: 'buttonText', after: 'Join' }] })
  expect([second?.resumedAt, first?.resumedAt]).toEqual([null, expect.any(String)])
})

test('a form with too much text in all languages together cannot be saved', async () => {
  const words = (language: string) => `${language} ${'words in heavy translation '.repeat(170)}`
  const languages = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'fi', 'cs', 'ja', 'ko', 'ar']
  const texts = Object.fromEntries(
    languages.map((language) => [language, { title: 'Brushes', description: words(language) }]),
  )
  const bumps = await Promise.all(Array.from({ length: 18 }, () => forms.addBump()))
  await forms.app.services.db
    .updateTable('bumps')
    .set({ description: words('en'), texts: JSON.stringify(texts) })
    .where('id', 'in', bumps)
    .execute()
  const { id } = formOf(await forms.create({ bumps: bumps.slice(0, 10) }))

  const answer = await forms.update(id, { bumps })
  expect(answer.status).toBe(422)
  expect(errorsOf(answer)?.['description']).toContain('Shorten some')
  expect(await historyOf(id)).toHaveLength(1)
})

test('an order refers to the version its page showed, even if the form was saved afterwards', async () => {
  const { id } = formOf(await forms.create())
  const quote = await quoteOf(id)
  await forms.update(id, { description: 'Now with a workbook' })
  const bought = outcomeOf(await pay(forms.app, id, { email: 'bo@example.com', quote }))

  expect(bought.status).toBe('paid')
  expect(await versionOf(bought.purchaseId ?? '')).toBe(1)
  const content = await call(forms.app, 'GET', `/api/forms/${id}/versions/1`, { token: forms.seller.token })
  expect(content.body).toMatchObject({ content: { description: 'Six weeks of light and water' } })
})

test('a changed or deleted bump creates a version of each form that offers it', async () => {
  const bump = await forms.addBump()
  const { id } = formOf(await forms.create({ bumps: [bump] }))
  const { token } = forms.seller
  await call(forms.app, 'PATCH', `/api/bumps/${bump}`, { token, body: { amount: 12 } })
  await call(forms.app, 'DELETE', `/api/bumps/${bump}`, { token })

  expect((await historyOf(id)).map(({ changes }) => changes)).toEqual([
    [{ field: 'bumps', item: 'A set of brushes', before: 12, after: null }],
    [{ field: 'bumps.amount', item: 'A set of brushes', before: 9, after: 12 }],
    [],
  ])
})

test('a form keeps a thousand versions, and every version that was ordered', async () => {
  const { id } = formOf(await forms.create())
  await pay(forms.app, id, { email: 'cy@example.com' })
  const { db } = forms.app.services
  await sql`
    insert into form_versions (form_id, number, content, content_hash)
    select form_id, added, content, decode(md5(added::text), 'hex')
    from form_versions, generate_series(2, ${mostVersions + 5}) as added where form_id = ${id}`.execute(db)
  await forms.update(id, { title: 'The newest of all titles' })

  const { rows } = await sql<{ first: number; second: number; last: number; count: number }>`
    select min(number) as first, min(number) filter (where number > 1) as second, max(number) as last,
      count(*)::int as count
    from form_versions where form_id = ${id}`.execute(db)
  expect(rows).toEqual([{ first: 1, second: 7, last: mostVersions + 6, count: mostVersions + 1 }])
})

test('a replaced picture is kept while a bank is processing the order of a buyer who saw it', async () => {
  const { app, seller } = forms
  const picture = await addPicture(app, seller)
  const { id } = formOf(await forms.create({ image: picture, currency: 'eur' }))
  const confirmationToken = await tokenOf(app, seller.account, slowDebit)
  const body = { email: 'di@example.com', paymentMethodId: null, confirmationToken }
  expect(outcomeOf(await pay(app, id, body)).status).toBe('processing')
  await forms.update(id, { image: null })

  await call(app, 'DELETE', `/api/uploads?path=${picture}`, { token: seller.token })
  const stored = app.services.db.selectFrom('uploads').select('deletedAt')
  expect(await stored.where('path', '=', picture.slice(1)).execute()).toEqual([{ deletedAt: null }])
})

test('another seller’s versions are not found', async () => {
  const { id } = formOf(await forms.create())
  const { token } = forms.stranger
  expect((await call(forms.app, 'GET', `/api/forms/${id}/versions`, { token })).status).toBe(404)
  expect((await call(forms.app, 'GET', `/api/forms/${id}/versions/1`, { token })).status).toBe(404)
  expect(
    (await call(forms.app, 'GET', `/api/forms/${id}/versions/2`, { token: forms.seller.token })).status,
  ).toBe(404)
})
