import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '#test-app.ts'
import { expectErrors, formOf, startForms, type Forms } from '../test-forms.ts'
import { versionsContract } from '../versions/contract.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

const size = { slug: 'size', kind: 'choice', label: 'Size', options: ['S', 'M'] }
const usual = { hint: '', isRequired: false, options: [], priceIds: null, texts: {} }

test('a form keeps its questions in order, with defaults, and options only where buyers choose', async () => {
  const texts = { de: { label: 'Größe', hint: '', options: 'klein\nmittel' } }
  const { id } = formOf(
    await forms.create({
      fields: [
        { ...size, isRequired: true, texts },
        { slug: 'phone', kind: 'phone', label: ' Phone ', options: ['x'] },
      ],
    }),
  )
  expect((await forms.read(id)).fields).toEqual([
    { ...usual, ...size, isRequired: true, texts },
    { ...usual, slug: 'phone', kind: 'phone', label: 'Phone' },
  ])
})

test('an invalid question is rejected with an error at its position', async () => {
  await expectErrors(
    forms.create({
      fields: [
        { slug: 'T-shirt', kind: 'text', label: 'Size' },
        { slug: 'a', kind: 'text', label: ' ' },
        { slug: 'b', kind: 'choice', label: 'Size' },
        { slug: 'c', kind: 'choices', label: 'Size', options: ['S', 'S'] },
        { slug: 'a', kind: 'date', label: 'Day' },
      ],
    }),
    {
      'fields.0.slug': 'Use up to 40 lowercase letters, digits and underscores, beginning with a letter',
      'fields.1.label': 'This field is required',
      'fields.2.options': 'Enter at least one option',
      'fields.3.options': 'Name each option once',
      'fields.4.slug': 'Another question has this name',
    },
  )
  const many = Array.from({ length: 21 }, (_, place) => ({ slug: `q${place}`, kind: 'text', label: 'More' }))
  await expectErrors(forms.create({ fields: many }), { fields: 'A form can ask up to 20 questions' })
})

test('no kind of question is for health or identity', async () => {
  const { status } = await forms.create({ fields: [{ slug: 'a', kind: 'diagnosis', label: 'Diagnosis' }] })
  expect(status).toBe(422)
})

test('a question can be asked only for prices of its form, and a copied question only for the copy’s prices', async () => {
  const { id, priceId, prices } = formOf(await forms.create({ prices: [{ label: 'Later', amount: 9 }] }))
  const later = prices[0]?.id ?? ''
  await expectErrors(forms.update(id, { fields: [{ ...size, priceIds: [forms.seller.userId] }] }), {
    'fields.0.priceIds': 'This price no longer exists',
  })
  await forms.update(id, { fields: [{ ...size, priceIds: [later, priceId] }] })
  const { fields, ...stored } = await forms.read(id)
  expect(fields[0]?.priceIds).toEqual([later, priceId])

  const { id: _, createdAt: __, updatedAt: ___, stockTaken: ____, ...copied } = stored
  const copy = formOf(await forms.create({ ...copied, fields }))
  expect(copy.fields[0]?.priceIds).toEqual([copy.prices[0]?.id, copy.priceId])
  expect(copy.fields[0]?.priceIds).not.toContain(later)
  await forms.update(id, { prices: [] })
  expect((await forms.read(id)).fields[0]?.priceIds).toEqual([priceId])
})

test('a changed question creates a version that describes the change', async () => {
  const { id } = formOf(await forms.create({ fields: [size] }))
  await forms.update(id, {
    fields: [
      { ...size, label: 'T-shirt size' },
      { slug: 'day', kind: 'date', label: 'Day' },
    ],
  })
  const { token } = forms.seller
  const answer = await call(forms.app, 'GET', `/api/forms/${id}/versions`, { token })
  const [newest] = versionsContract.listVersions.ok.schema.parse(answer.body).versions

  expect(newest?.changes).toEqual([
    { field: 'fields.label', item: 'T-shirt size', before: 'Size', after: 'T-shirt size' },
    { field: 'fields', item: 'Day', before: null, after: true },
  ])
})
