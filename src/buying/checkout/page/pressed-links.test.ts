import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const said =
  'Join here: https://chat.example.com/invite/abc. Write to help@example.com\n(or www.example.com/start), not to <b>us</b> or javascript:alert(1) or https://a@evil.example'
const links = [
  ['https://chat.example.com/invite/abc', 'https://chat.example.com/invite/abc'],
  ['mailto:help@example.com', 'help@example.com'],
  ['https://www.example.com/start', 'www.example.com/start'],
]

function linksIn(html: string): (string | undefined)[][] {
  const [, body = ''] = html.split('<body')
  const [markup = ''] = body.split('<script')
  expect(markup).not.toContain('<b>us')
  return [
    ...markup.matchAll(/<a href="([^"]*)"[^>]* rel="noopener noreferrer nofollow ugc"[^>]*>([^<]*)<\/a>/g),
  ].map(([, href, text]) => [href, text])
}

test.each(['plain', 'markdown'])('URLs in a %s description are links', async (descriptionFormat) => {
  const form = await createTestForm(app, seller, { description: said, descriptionFormat })
  expect(linksIn(await (await fetch(`${app.url}/payment/${form}`)).text())).toEqual(links)
})

test('URLs in a paused form’s message are links', async () => {
  const form = await createTestForm(app, seller, { isPaused: true, pauseMessage: said })
  expect(linksIn(await (await fetch(`${app.url}/payment/${form}`)).text())).toEqual(links)
})

test('URLs in a purchase page’s success message are links', async () => {
  const form = await createTestForm(app, seller, { successMessage: said })
  const { purchaseId, secret } = outcomeOf(await pay(app, form))
  const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  expect(linksIn(page).slice(0, 3)).toEqual(links)
})
