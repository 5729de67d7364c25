import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { call } from '#test-app.ts'
import { expectErrors, formOf, type Forms, startForms } from '../test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

const faq = () => ({
  id: randomUUID(),
  kind: 'faq',
  title: 'Questions and answers',
  items: [{ title: 'For beginners?', text: '**Yes.**', texts: { de: { title: 'Für Anfänger?' } } }],
})
const inside = (lines: readonly string[]) => ({
  id: randomUUID(),
  kind: 'inside',
  items: lines.map((title) => ({ title })),
})

test('a form keeps its blocks in order, without empty lines and fields that their kind does not use', async () => {
  const blocks = [faq(), { ...inside(['Lessons', ' ', 'A workbook']), text: 'unused' }]
  const created = formOf(await forms.create({ blocks }))

  expect(created.blocks).toMatchObject([
    { kind: 'faq', items: [{ text: '**Yes.**', texts: { de: { title: 'Für Anfänger?', text: '' } } }] },
    { kind: 'inside', text: '', items: [{ title: 'Lessons' }, { title: 'A workbook' }] },
  ])
  expect(formOf(await forms.update(created.id, { title: 'Another title' })).blocks).toEqual(created.blocks)
  expect(formOf(await forms.create(created)).blocks).toEqual(created.blocks)
  expect(formOf(await forms.update(created.id, { blocks: [] })).blocks).toEqual([])
})

test('each error of a block is reported at its field', async () => {
  const required = 'This field is required'
  const id = randomUUID()
  const of = (kind: string, fields: object = {}) => ({ id: randomUUID(), kind, ...fields })

  await expectErrors(
    forms.create({
      blocks: [
        of('faq', { items: [{ title: 'Who is it for?' }] }),
        of('inside', { items: [{ title: ' ' }] }),
        of('picture'),
        of('person', { title: 'Ana' }),
        of('logos', { items: [{ title: 'A paper' }] }),
        inside(Array.from({ length: 13 }, (_, line) => `Line ${line}`)),
      ],
    }),
    {
      'blocks.0.items.0.text': required,
      'blocks.1.items': 'Add at least one',
      'blocks.2.image': 'Upload a picture',
      'blocks.3.text': required,
      'blocks.4.items.0.image': 'Upload a picture',
      'blocks.5.items': 'Add up to 12',
    },
  )
  await expectErrors(forms.create({ blocks: [of('html', { text: '<b>' })] }), {
    'blocks.0.kind': 'Choose one of the listed values',
  })
  await expectErrors(
    forms.create({
      blocks: [
        { ...faq(), id },
        { ...faq(), id },
      ],
    }),
    {
      'blocks.1.id': 'Another block has this id',
    },
  )
  await expectErrors(forms.create({ blocks: Array.from({ length: 13 }, faq) }), {
    blocks: 'A page can have up to 12 blocks',
  })
  const long = {
    ...faq(),
    items: Array.from({ length: 21 }, () => ({ title: 'Why?', text: 'x'.repeat(2000) })),
  }
  await expectErrors(forms.create({ blocks: [long] }), {
    blocks: 'The blocks have 42,105 characters together. A page can have up to 40,000',
  })
})

test('a block shows only its seller’s own pictures', async () => {
  const [own, foreign, portrait] = [
    await addPicture(forms.app, forms.seller),
    await addPicture(forms.app, forms.stranger),
    await addPicture(forms.app, forms.seller),
  ]
  const picture = { id: randomUUID(), kind: 'picture', image: own }
  const proof = (image: string) => ({
    id: randomUUID(),
    kind: 'proof',
    items: [{ title: 'Maria', text: 'Lovely', image }],
  })
  const { id, blocks } = formOf(await forms.create({ blocks: [picture, proof(portrait)] }))

  await expectErrors(forms.update(id, { blocks: [...blocks, proof(foreign)] }), {
    'blocks.2.items.0.image': 'Upload the picture again',
  })
  expect(formOf(await forms.update(id, { blocks: blocks.toReversed() })).blocks).toHaveLength(2)
})

test('a version of a form contains its blocks, and its history names them', async () => {
  const made = formOf(await forms.create())
  const block = faq()
  await forms.update(made.id, { blocks: [block] })
  await forms.update(made.id, { blocks: [{ ...block, title: 'Good to know' }] })
  const { body } = await call(forms.app, 'GET', `/api/forms/${made.id}/versions`, {
    token: forms.seller.token,
  })

  expect(body).toMatchObject({
    versions: [
      {
        changes: [
          {
            field: 'blocks.title',
            item: 'Good to know',
            before: 'Questions and answers',
            after: 'Good to know',
          },
        ],
      },
      { changes: [{ field: 'blocks', item: 'Questions and answers', before: null, after: true }] },
      { changes: [] },
    ],
  })
})
