import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const view = (form: string) =>
  countStatements(async () =>
    app.server.inject({
      method: 'GET',
      url: `/payment/${form}`,
      headers: { host: new URL(app.url).host },
    }),
  )

test('the first view of a page takes one SQL statement, and fifty more take none', async () => {
  const form = await createTestForm(app, seller)
  const first = await view(form)
  const crowd = await countStatements(() => Promise.all(Array.from({ length: 50 }, () => view(form))))

  expect(first.result.statusCode).toBe(200)
  expect(first.statements).toHaveLength(1)
  expect(crowd.result.flatMap(({ statements }) => statements)).toHaveLength(0)
})

test('simultaneous views all get the same page and are all counted', async () => {
  const form = await createTestForm(app, seller)
  const at = async (path: string, encoding: string) => {
    const answer = await fetch(`${app.url}/payment/${path}`, {
      headers: { 'accept-encoding': encoding, 'user-agent': 'Mozilla/5.0' },
    })
    const headers = Object.fromEntries(answer.headers)
    delete headers['x-request-id']
    delete headers['date']
    return { status: answer.status, headers, body: await answer.text() }
  }
  const counted = async () => {
    await app.views.flush()
    const { rows } = await sql<{ views: number[] }>`
      select views from form_views where form_id = ${form}`.execute(app.services.db)
    return rows.flatMap(({ views }) => views).reduce((sum, count) => sum + count, 0)
  }
  const answered = async () =>
    Number(
      /^tillform_http_request_duration_seconds_count\{method="GET",route="\/payment\/:formId",status="2xx"\} (\d+)/m.exec(
        await app.readMetrics(),
      )?.[1] ?? 0,
    )
  const before = await answered()
  for (const encoding of ['identity', 'br', 'gzip']) {
    const paths = [form, form, `${form}?utm_source=mail`]
    const [first, crowd, long] = await Promise.all(paths.map(async (path) => at(path, encoding)))
    expect(crowd).toEqual(first)
    expect(long).toEqual(first)
  }

  expect(await counted()).toBe(9)
  expect(await answered()).toBe(before + 9)
})

test('after a seller changes a form, the next view shows the changes', async () => {
  const form = await createTestForm(app, seller)
  const upper = form.toUpperCase()
  await view(upper)
  await call(app, 'PATCH', `/api/forms/${form}`, {
    token: seller.token,
    body: { isDetailUpdate: false, title: 'A course in gouache' },
  })

  expect((await view(form)).result.body).toContain('A course in gouache')
  expect((await view(upper)).result.body).toContain('A course in gouache')
})

test.each([
  ['automatic', 'device', 'light'],
  ['light', 'light', 'light'],
  ['dark', 'dark', 'dark'],
  ['device', 'device', 'device'],
] as const)(
  'a form set to %s uses the %s color scheme on its page and %s in a frame',
  async (colorScheme, page, frame) => {
    const form = await createTestForm(app, seller, { colorScheme })
    const styles = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/payment/${path}`, { headers }).then((answer) => answer.text())
    const shown = (html: string) => {
      const last = [...html.matchAll(/:root\{color-scheme:(light dark|light|dark)[;}]/g)].at(-1)?.[1]
      return last === 'light dark' ? 'device' : last
    }

    expect(shown(await styles(form))).toBe(page)
    expect(shown(await styles(`${form}?embedder=https://shop.example`))).toBe(frame)
    expect(shown(await styles(form, { 'sec-fetch-dest': 'iframe' }))).toBe(frame)
    expect(shown(await styles(form))).toBe(page)
  },
)

test('a notice in a frame has the form’s color scheme', async () => {
  const [form, darkForm] = [
    await createTestForm(app, seller),
    await createTestForm(app, seller, { colorScheme: 'dark' }),
  ]
  const noticeOf = async (id: string) => {
    await call(app, 'DELETE', `/api/forms/${id}`, { token: seller.token })
    return (await fetch(`${app.url}/payment/${id}?embedder=https://shop.example`)).text()
  }
  expect(await noticeOf(form)).toContain(':root{color-scheme:light;')
  expect(await noticeOf(darkForm)).toContain(':root{color-scheme:dark;')
})

test('a form’s picture is the poster of its video', async () => {
  const image = await addPicture(app, seller)
  const { body } = (await view(await createTestForm(app, seller, { image }))).result

  expect(body).toContain(`<img src="${image}?w=960"`)
  expect(body).toContain('Play video')
})

test('a form with several pictures shows the first one right away, and of each picture the chosen section', async () => {
  const [image, further] = [await addPicture(app, seller), await addPicture(app, seller)]
  const { body } = (
    await view(
      await createTestForm(app, seller, {
        image,
        imageFit: 'upright',
        imageFocus: { x: 50, y: 0 },
        pictures: [{ image: further, focus: { x: 100, y: 50 } }],
      }),
    )
  ).result

  expect(body).toContain(
    '[data-picture="0"]{object-position:50% 0%}[data-picture="1"]{object-position:100% 50%}',
  )
  const pictures = [...body.matchAll(/<img [^>]*w=960[^>]*>/g)].map(([tag]) => tag)
  expect(pictures.map((tag) => tag.includes('loading="lazy"'))).toEqual([false, true])
  expect(pictures[1]).toContain('alt="Picture 2 of 2"')
  expect(body).toMatch(/<button[^>]*aria-label="Show picture 2 of 2"/)
  expect((await view(await createTestForm(app, seller, { image }))).result.body).not.toContain('.slides')
})

test('an unknown form link gets a 404, and a deleted form’s link a 410', async () => {
  const form = await createTestForm(app, seller)
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  const answers = await Promise.all(
    ['01a1f882-85a6-763a-997b-e9385dbf9804', 'nonsense', form].map(async (id) => (await view(id)).result),
  )

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 410])
  expect(answers.map(({ body }) => /<h1[^>]*>([^<]*)/.exec(body)?.[1])).toEqual([
    'This page does not exist',
    'This page does not exist',
    'This form is no longer available',
  ])
})

// Proves seller-markup.
test('a seller’s markup is shown as text', async () => {
  const title = '</script><img src=x onerror=alert(1)>'
  const form = await createTestForm(app, seller, { title })
  const { body } = (await view(form)).result

  expect(body).not.toContain('<img src=x')
  expect(body).not.toContain('</script><img')
})

test('a pay button isolates its amount from right-to-left text', async () => {
  const form = await createTestForm(app, seller, { buttonText: 'اشتر الآن' })

  expect((await view(form)).result.body).toMatch(/اشتر الآن[^$]*<bdi[^>]*>\$49\.00<\/bdi>/)
})

// Proves screen-readers.
test('screen readers announce the total with its label', async () => {
  const { body } = (await view(await createTestForm(app, seller))).result
  const announced = /<div aria-live="polite" aria-atomic="true"[^>]*>.*?<\/div>/.exec(body)?.[0] ?? ''

  expect(announced.replaceAll(/<[^>]*>/g, ' ').trim()).toMatch(/^Total\s+\$49\.00$/)
})

test('a free form says "Free" everywhere a price is shown', async () => {
  const { body } = (await view(await createTestForm(app, seller, { amount: 0 }))).result

  expect(body.match(/>Free</g)).toHaveLength(2)
  expect(body).not.toContain('>Total<')
  expect(body).not.toContain('$0.00')
})

// Proves content-policy.
test('the security policy allows only the page’s own scripts and styles and Stripe', async () => {
  const { headers, body } = (await view(await createTestForm(app, seller))).result
  const policy = String(headers['content-security-policy'])
  const hashOf = (tag: string) => {
    const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body)?.[1] ?? ''
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  const scripts = [...body.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, address]) => address ?? '')

  expect(policy).toContain(`style-src 'self' ${hashOf('style')};`)
  expect(policy).toContain(hashOf('script'))
  expect(scripts.map((address) => policy.includes(new URL(address, app.url).origin))).toEqual([true, true])
  expect(policy).toContain(` ${new URL(scripts[0] ?? '', app.url).href} `)
  expect(policy).toContain(`frame-src ${app.sandbox.url}`)
  expect(policy).not.toMatch(/unsafe|nonce|strict-dynamic/)
})

test('views within a quarter of a second share one compressed page', async () => {
  const form = await createTestForm(app, seller)
  const quoteIn = (body: string) => /"token":"([^"]*)"/.exec(body)?.[1] ?? ''
  app.clock.set(new Date('2026-05-01T12:00:00.000Z'))
  const first = quoteIn((await view(form)).result.body)
  app.clock.set(new Date('2026-05-01T12:00:00.249Z'))
  const same = quoteIn((await view(form)).result.body)
  const compressed = await app.server.inject({
    method: 'GET',
    url: `/payment/${form}`,
    headers: { host: new URL(app.url).host, 'accept-encoding': 'gzip, deflate, br, zstd' },
  })
  app.clock.set(new Date('2026-05-01T12:00:00.250Z'))
  const next = quoteIn((await view(form)).result.body)
  app.clock.set(new Date())

  expect(first).toMatch(/^1777636800000\./)
  expect(same).toBe(first)
  expect(next).toMatch(/^1777636800250\./)
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding, accept-language',
    'cache-control': 'no-store',
  })
  expect(quoteIn(brotliDecompressSync(compressed.rawPayload).toString())).toBe(first)
})

test('a timer’s price is shown from the exact millisecond of its deadline', async () => {
  const form = await createTestForm(app, seller, {
    timers: [{ title: 'Early bird', timestamp: Date.parse('2026-05-01T12:00:00.100Z'), amount: 59 }],
  })
  const shownAt = async (time: string) => {
    app.clock.set(new Date(time))
    return /<bdi[^>]*>(\$[\d.]+)<\/bdi>/.exec((await view(form)).result.body)?.[1]
  }
  const prices = [
    await shownAt('2026-05-01T12:00:00.000Z'),
    await shownAt('2026-05-01T12:00:00.099Z'),
    await shownAt('2026-05-01T12:00:00.100Z'),
  ]
  app.clock.set(new Date())

  expect(prices).toEqual(['$49.00', '$49.00', '$59.00'])
})

// Proves declined-and-gone.
test('once a timer redirects buyers, the page says so and links to the new one', async () => {
  const expiresAt = Date.now() + 60_000
  const redirectUrl = 'https://waitlist.example.com/join?from="shop"'
  const image = await addPicture(app, seller)
  const form = await createTestForm(app, seller, {
    image,
    timers: [{ title: 'Early bird', timestamp: expiresAt, redirectUrl }],
  })
  app.clock.set(new Date(expiresAt - 1))
  const before = (await view(form)).result
  app.clock.set(new Date(expiresAt))
  const after = (await view(form)).result
  app.clock.set(new Date())

  expect([before.statusCode, after.statusCode]).toEqual([200, 410])
  expect(after.body).toContain('This sale has ended')
  expect(after.body).toContain('A course in watercolor')
  expect(after.body).toContain(`src="${image}?w=960"`)
  expect(after.body).toMatch(/href="\/my\/[^"]*"[^>]*>Your purchases/)
  expect(after.body).toContain('href="https://waitlist.example.com/join?from=%22shop%22"')
  expect(after.body).not.toContain('js/stripe.js')
})

test('the server renders a countdown that ends with its timer', async () => {
  const expiresAt = Date.now() + 60_000
  const form = await createTestForm(app, seller, {
    timers: [
      { title: 'Early bird', timestamp: expiresAt },
      { title: 'Last call', timestamp: expiresAt + 60_000, amount: 59 },
    ],
  })
  const early = (await view(form)).result.body
  app.clock.set(new Date(expiresAt))
  const late = (await view(form)).result.body
  app.clock.set(new Date())
  const shown = (html: string) => html.slice(html.indexOf('<div id="root">'), html.indexOf('id="page-data"'))

  expect(shown(early)).toContain('Early bird')
  expect(shown(late)).not.toContain('Early bird')
  expect(shown(late)).toContain('Last call')
})

// Proves framing.
test('only hosts the seller lists can frame the page, even after the form is deleted', async () => {
  const other = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  await call(app, 'PATCH', '/api/seller/shop', {
    token: seller.token,
    body: { embedHosts: ['Shop.Example.com'] },
  })
  const ancestors = async (id: string) =>
    /frame-ancestors ([^;]*)/.exec(String((await view(id)).result.headers['content-security-policy']))?.[1]

  expect(await ancestors(form)).toBe("'self' http://shop.example.com")
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  expect(await ancestors(form)).toBe("'self' http://shop.example.com")
  expect(await ancestors(await createTestForm(app, seller))).toBe("'self' http://shop.example.com")
  expect(await ancestors(await createTestForm(app, other))).toBe("'self'")
})

test('a form submitted without JavaScript leads back to its page', async () => {
  const form = await createTestForm(app, seller)
  const sendTo = (path: string) =>
    fetch(`${app.url}/payment/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ email: 'ida@example.com' }),
    })
  const answer = await sendTo(form)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/payment/${form}`])
  expect((await sendTo('%2f%2fevil.example')).headers.get('location')).toBe('/payment/%2F%2Fevil.example')
})
