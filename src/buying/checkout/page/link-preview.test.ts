import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

async function headOf(fields: Readonly<Record<string, unknown>>) {
  const form = await createTestForm(app, seller, fields)
  const html = await (await fetch(`${app.url}/payment/${form}?utm_source=chat`)).text()
  const tags = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)
  return { form, html, tags: new Map(Array.from(tags, ([, name = '', content = '']) => [name, content])) }
}

test('a link preview never cuts its description in the middle of a character', async () => {
  const description = `${'Gouache for beginners '.repeat(7)}🎨🎨 and more`
  const { tags } = await headOf({ description })
  expect(tags.get('og:description')).toMatch(
    /^(?:Gouache for beginners )+.*(?:Gouache|for|beginners|🎨🎨|and)…$/u,
  )

  const { html } = await headOf({ description: `${'a'.repeat(158)}🎨🎨 and more${'👨‍👩‍👧'.repeat(400)}` })
  expect(html).not.toContain('\uFFFD')
})

test('a shared link to a form with only a video shows YouTube’s picture', async () => {
  const { form, html, tags } = await headOf({ image: null, video: 'https://youtu.be/dQw4w9WgXcQ?t=1m30s' })
  expect(tags.get('og:url')).toMatch(new RegExp(`/payment/${form}$`))
  expect(html).toContain(`<link rel="canonical" href="${tags.get('og:url')}">`)
  expect(tags.get('og:image')).toBe('https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg')
  expect(tags.get('twitter:card')).toBe('summary_large_image')
  expect(html).toContain('"video":{"id":"dQw4w9WgXcQ","start":90}')
})

test('a pasted embed code is stored as a video link, and a playlist link is rejected', async () => {
  const code = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?start=90" allowfullscreen></iframe>'
  const id = await createTestForm(app, seller, { video: code })
  const { body } = await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })
  expect(body).toMatchObject({ video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90' })

  const playlist = { isDetailUpdate: false, video: 'https://www.youtube.com/embed/videoseries?list=PL1' }
  const refused = await call(app, 'PATCH', `/api/forms/${id}`, { token: seller.token, body: playlist })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: { video: 'This is not a valid youtube url' } },
  ])
})
