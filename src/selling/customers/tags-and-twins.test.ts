import { afterAll, beforeAll, expect, test } from 'vitest'
import { order } from '#buying/upsells/test-offers.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { ask, buyAs, customerWith, emailsOf, recordOf } from './test-customers.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('a new tag adopts the shop’s existing spelling', async () => {
  const seller = await signUpSeller(app)
  await buyAs(app, await createTestForm(app, seller), 'ida@example.com', 'jon@example.com')
  const [ida, jon] = [
    await customerWith(app, seller, 'ida@example.com'),
    await customerWith(app, seller, 'jon@example.com'),
  ]
  const tagsOf = async (id: string, tags: readonly string[]) =>
    (await ask(app, seller, 'PATCH', id, { tags })).body

  expect(await tagsOf(ida.id, ['VIP', 'vip'])).toMatchObject({ tags: ['VIP'] })
  expect(await tagsOf(jon.id, ['Vip', 'Éclair'])).toMatchObject({ tags: ['VIP', 'Éclair'] })
  // A tag that only one customer has can change its spelling.
  expect(await tagsOf(jon.id, ['ÉCLAIR'])).toMatchObject({ tags: ['ÉCLAIR'] })
})

test('composed and decomposed accents count as the same tag and the same name', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const names = ['José  O’Brien', "JOSE O'BRIEN".normalize('NFD'), 'José Müllerschön']
  for (const [at, name] of names.entries()) {
    await order(app, form, { email: `jose-${at}@example.com`, name, isRepeat: true })
  }
  const [jose, twin, other] = await Promise.all(
    names.map((_, at) => customerWith(app, seller, `jose-${at}@example.com`)),
  )
  const tagged = async (id: string | undefined, tag: string) =>
    (await ask(app, seller, 'PATCH', id ?? '', { tags: [tag] })).body
  expect(await tagged(jose?.id, 'Café'.normalize('NFD'))).toMatchObject({ tags: ['Café'] })
  expect(await tagged(other?.id, 'Café')).toMatchObject({ tags: ['Café'] })
  const filter = `tag=${encodeURIComponent('Café'.normalize('NFD'))}`
  expect(await emailsOf(app, seller, filter)).toHaveLength(2)
  expect((await recordOf(app, seller, jose?.id ?? '')).twins.map(({ id }) => id)).toEqual([twin?.id])
})
