import { openWords } from '#foundation/language/speech.ts'
import { expect, test } from 'vitest'
import { plainFormats } from '#foundation/text/formats.ts'
import { buildDocument, scriptJson, type DocumentParts } from './page-document.ts'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

const words = openWords({ first: {}, later: {} }, () => '')
const assets = { styles: 'p{color:red}', modules: ['/assets/payment-1.js', '/assets/client-2.js'], words }
const nonce = 'bm9uY2U='

const notice: DocumentParts = {
  title: 'Gone',
  description: 'It is no longer here',
  picture: null,
  preview: null,
  isIndexed: false,
  theme: ':root{}',
  markup: '<p>Gone</p>',
  data: null,
  providerScriptUrl: null,
}

const form: DocumentParts = {
  ...notice,
  isIndexed: true,
  data: {
    form: {
      id: 'f',
      title: '</script><script>alert(1)</script>',
      description: '<!-- \u2028',
      image: null,
      imageFit: 'wide',
      imageFocus: { x: 50, y: 50 },
      pictures: [],
      video: null,
      termsUrl: null,
      guarantee: null,
      buttonText: '',
      buttonTextColor: '#fff',
      themeColor: '#000',
      colorScheme: 'automatic',
    },
    sellerName: 'Juniper Studio',
    sellerLogo: null,
    font: 'system',
    pricing: {
      title: 'Course',
      amount: 4900,
      currency: 'usd',
      recurrence: null,
      tax: null,
      bumps: [],
      timers: [],
      priceGracePeriod: 10,
    },
    currencySign: { symbol: '$', exponent: 2, step: 1 },
    bumps: [],
    taxTitle: null,
    isGrossFirst: false,
    formats: plainFormats,
    hasOffers: false,
    provider: { publishableKey: 'pk', accountId: 'acct', scriptUrl: 'https://js.example/?a=1&b=2' },
    isTestMode: false,
    unavailable: null,
    quote: {
      token: 'signed',
      issuedAt: 1,
      price: { currency: 'usd', lines: [], subtotal: 4900, taxAmount: 0, total: 4900 },
    },
  },
  providerScriptUrl: 'https://js.example/?a=1&b=2',
}

const picture = '/pictures/form-1.webp'
const preview = {
  url: 'https://a.example/payment/f',
  siteName: 'Juniper Studio',
  picture: { url: 'https://a.example/pictures/form-1.jpg', width: 1200, height: 675, alt: '"Gouache"' },
}

// Proves seller-markup.
test('a seller’s markup is escaped in the document', () => {
  const title = '"><script>alert(1)</script>\'&'
  const html = buildDocument({ ...notice, title, description: title }, assets, nonce)
  expect(html).not.toContain('<script>alert')
  expect(html).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;</title>')
})

test('form data cannot close its script element and parses back unchanged', () => {
  const html = buildDocument(form, assets, nonce)
  const [, json = ''] = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual({ ...form.data, speech: { language: 'en', words: {}, later: null } })
})

test('every script, style and preload has the nonce', () => {
  const html = buildDocument(form, assets, nonce)
  const tags = html.match(/<(?:script|style|link rel="modulepreload")[^>]*>/g) ?? []
  const running = tags.filter((tag) => !tag.includes('application/json'))
  expect(running).toHaveLength(5)
  expect(running.filter((tag) => !tag.includes(` nonce="${nonce}"`))).toEqual([])
  expect(html).toContain('<script id="provider-script" async src="https://js.example/?a=1&amp;b=2"')
  expect(html).toContain('<meta name="robots" content="index, follow">')
})

test('a page with a picture starts its scripts at the end of the HTML document', () => {
  const html = buildDocument({ ...form, picture }, { ...assets, modules: ['/assets/payment-1.js'] }, null)
  expect(html).not.toMatch(/<script[^>]* src=/)
  expect(html).toContain(
    `</script><script data-page="/assets/payment-1.js" data-provider="https://js.example/?a=1&amp;b=2">${scriptsAfterPicture}</script></body>`,
  )
})

test('the HTML document preloads the picture before its styles', () => {
  const html = buildDocument({ ...form, picture }, assets, null)
  const [head = ''] = html.split('<style')
  expect(head).toContain('<link rel="preload" as="image" type="image/avif" fetchpriority="high"')
  expect(head).toContain('/pictures/form-1.avif?w=640 640w, /pictures/form-1.avif?w=800 800w')
})

test('a shared link shows the page’s title, shop and full-size picture in a chat', () => {
  const tagsOf = (html: string) =>
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)].map(
      ([, name, content]) => [name, content],
    )
  const html = buildDocument({ ...form, picture, preview }, assets, null)
  expect(html).toContain('<link rel="canonical" href="https://a.example/payment/f">')
  expect(Object.fromEntries(tagsOf(html))).toEqual({
    'og:type': 'website',
    'og:title': 'Gone',
    'og:description': 'It is no longer here',
    'og:url': 'https://a.example/payment/f',
    'og:site_name': 'Juniper Studio',
    'og:image': 'https://a.example/pictures/form-1.jpg',
    'og:image:width': '1200',
    'og:image:height': '675',
    'og:image:alt': '&quot;Gouache&quot;',
    'twitter:card': 'summary_large_image',
  })
  const plain = buildDocument({ ...form, preview: { ...preview, picture: null } }, assets, null)
  expect(Object.fromEntries(tagsOf(plain))).toMatchObject({ 'twitter:card': 'summary' })
  expect(plain).not.toContain('og:image')
})

test('the script that protects texts from translators runs before all others', () => {
  const html = buildDocument({ ...form, picture }, { ...assets, inline: 'preserve()' }, null)
  const [head = ''] = html.split('</head>')
  expect(head).toMatch(/<script>preserve\(\)<\/script>/)
  expect(head.indexOf('<script')).toBe(head.indexOf('<script>preserve()'))
})

test('only a page with scripts can show that they did not load', () => {
  expect(buildDocument(form, assets, nonce)).toContain('<p id="unstarted"')
  expect(buildDocument(notice, assets, nonce)).not.toContain('unstarted')
})

test('a notice page runs no script and is not indexed by search engines', () => {
  const html = buildDocument(notice, assets, nonce)
  expect(html).not.toContain('<script')
  expect(html).toContain('<meta name="robots" content="noindex">')
})

test('JSON in a script has no character that HTML or JavaScript would misread', () => {
  expect(scriptJson('</script>\u2028\u2029')).toBe('"\\u003c/script>\\u2028\\u2029"')
})
