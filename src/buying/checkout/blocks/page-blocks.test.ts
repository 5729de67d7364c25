import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

async function pageWith(blocks: readonly object[], language = 'en'): Promise<string> {
  const id = await createTestForm(app, seller, {
    blocks: blocks.map((block) => ({ id: randomUUID(), ...block })),
  })
  const page = await fetch(`${app.url}/payment/${id}`, { headers: { 'accept-language': language } })
  return (await page.text()).replaceAll('<!-- -->', '')
}

const dataIn = (html: string) => /id="page-data">([^]*?)<\/script>/.exec(html)?.[1] ?? ''

test('a page shows its form’s blocks in order, once, and without any of them being script', async () => {
  const image = await addPicture(app, seller)
  const html = await pageWith([
    {
      kind: 'inside',
      title: 'In the box',
      items: [{ title: 'Lessons' }, { title: '<script>alert(1)</script>' }],
    },
    {
      kind: 'faq',
      items: [{ title: 'For beginners?', text: 'Yes, **really**. [More](javascript:alert(1))' }],
    },
    { kind: 'picture', title: 'The workbook', image },
    { kind: 'proof', items: [{ title: 'Maria', text: 'Lovely', image }] },
  ])

  const places = ['In the box', 'For beginners?', 'alt="The workbook"', '<blockquote>'].map((part) =>
    html.indexOf(part),
  )
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(html.indexOf('class="pay"'))
  expect(html).toContain('<strong>really</strong>')
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toContain('href="javascript:')
  expect(html).toContain('These statements were not verified.')
  expect(html).not.toContain('application/ld+json')
  expect([...html.matchAll(/<img[^>]*loading="lazy"[^>]*>/g)]).toHaveLength(2)
  expect(html).toContain(`srcSet="${image.replace('.webp', '.avif')}?w=320 320w`)
  expect(dataIn(html)).toContain('"blocks":[]')
  expect(dataIn(html)).not.toContain('In the box')
})

test('a page without blocks has no rule, text or data for them', async () => {
  const html = await pageWith([])

  expect(html).not.toMatch(/\.blocks|b-faq|"blocks"|Continue to payment/)
})

test('blocks are in the reader’s language as far as they are translated', async () => {
  const texts = { de: { title: 'Für Anfänger?', text: '' } }
  const html = await pageWith(
    [{ kind: 'faq', items: [{ title: 'For beginners?', text: 'Yes.', texts }] }],
    'de',
  )

  expect(html).toContain('<summary><span>Für Anfänger?</span>')
  expect(html).toContain('<div lang="en" class="b-words">')
})
