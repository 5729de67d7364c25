// Buyers who read other languages find no English in their pages, mails and invoices, from the payment page
// to the withdrawal. In the pseudo-language every text that is no message is found.
import type { BrowserContext, Page, Response } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pseudoLanguage } from '#foundation/language/languages.ts'
import { findEnglish } from './english-left.ts'
import { textsOf, watchTexts } from './page-texts.ts'
import type { Product } from './product.ts'
import { newBuyer, openShop, send } from './shop.ts'
import { cardFrame, expect, fillCard, test } from './test.ts'

const languages = ['de', 'pl', 'ar', pseudoLanguage] as const

/** The seller's and the buyer's words, which are in no language, and names. */
const own = {
  form: 'Vadrun korteli',
  description: 'Zemplo brask unfi',
  label: 'Skovri',
  bump: 'Nembak truvo',
  offer: 'Plinto gresk',
  accept: 'Hurvo',
  decline: 'Mizdra',
  message: 'Belko vintru',
  policy: 'Tromsi valdu kerbo',
  tax: 'Vrelt',
  buyer: 'Wilmo Trask',
  company: 'Drombo Skelv',
  city: 'Fjelby',
  ground: 'Kurvo ziblat',
}
const names = 'Juniper Studio Tillform Visa Stripe Link Apple Google Pay PDF JSON UTC EUR'
const allowed = [...Object.values(own), names].join(' ')

/** One buyer's reading in one language. */
class Reader {
  readonly language: string
  readonly email = newBuyer()
  readonly #texts = new Map<string, string>()
  readonly #mails = new Set<string>()
  readonly #product: Product

  constructor(language: string, product: Product) {
    this.language = language
    this.#product = product
  }

  readonly keep = (place: string, texts: readonly string[]): void => {
    // The outbox is for developers; what it contains is read on its own.
    if (place.startsWith('/dev/')) return
    for (const text of texts) if (!this.#texts.has(text)) this.#texts.set(text, place)
  }

  /** Opens a page of ours in the reader's language. */
  async open(page: Page, path: string): Promise<void> {
    const url = new URL(path, this.#product.url)
    url.searchParams.set('lang', this.language)
    await page.goto(url.href)
    await this.read(page)
  }

  /** Opens a page whose language is its order's. */
  async openOwn(page: Page, path: string): Promise<void> {
    const url = new URL(path, this.#product.url)
    url.searchParams.delete('lang')
    await page.goto(url.href)
    await this.read(page)
  }

  async read(page: Page): Promise<void> {
    const { pathname } = new URL(page.url())
    await expect.soft(page.locator('html'), pathname).toHaveAttribute('lang', this.language)
    this.keep(pathname, await textsOf(page))
  }

  /** Waits for a mail to the buyer that is not read yet, reads all such, and returns what the last says. */
  async readMails(context: BrowserContext): Promise<string> {
    let said = ''
    await expect(async () => {
      const list = await this.#get('/dev/mail')
      const paths = list
        .split('<li>')
        .filter((item) => item.includes(this.email))
        .flatMap((item) => /\/dev\/mail\/[\da-f-]+/.exec(item) ?? [])
        .filter((path) => !this.#mails.has(path))
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths) {
        said = await this.#readMail(context, path)
        this.#mails.add(path)
      }
    }).toPass()
    return said
  }

  async #readMail(context: BrowserContext, path: string): Promise<string> {
    const page = await context.newPage()
    try {
      await page.goto(new URL(path, this.#product.url).href)
      const subject = await page.locator('h1').innerText()
      const said = await page.locator('pre').innerText()
      const html = (await page.locator('iframe').getAttribute('srcdoc')) ?? ''
      await page.goto('about:blank')
      await page.setContent(html, { waitUntil: 'domcontentloaded' })
      const place = `mail “${subject}”`
      await expect.soft(page.locator('html'), place).toHaveAttribute('lang', this.language)
      this.keep(place, [subject, ...said.split('\n'), ...(await textsOf(page))])
      return said
    } finally {
      await page.close()
    }
  }

  async readPdf(page: Page, path: string): Promise<void> {
    const response = await page.request.get(path)
    expect(response.headers()['content-type']).toBe('application/pdf')
    const bytes = new Uint8Array(await response.body())
    const pdf = await getDocument({ data: bytes, useSystemFonts: false, verbosity: 0 }).promise
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      this.keep('PDF', text.split('\n'))
    }
    await pdf.loadingTask.destroy()
  }

  /** Expects that nothing that was read is English. */
  expectNothingEnglish(): void {
    // The pseudo-language has no names of countries.
    const country = this.language === pseudoLanguage ? 'Germany' : ''
    const find = findEnglish(this.language, `${allowed} ${country} ${this.email}`)
    const found = [...this.#texts].flatMap(([text, place]) => {
      const english = find(text)
      return english.length === 0 ? [] : [`${english.join(', ')} in “${text}” (${place})`]
    })
    expect.soft(this.#texts.size).toBeGreaterThan(20)
    expect.soft(found, `English for a reader of ${this.language}`).toEqual([])
  }

  async #get(path: string): Promise<string> {
    return (await fetch(new URL(path, this.#product.url))).text()
  }
}

/** A shop in the EU whose buyers are asked for consent and can withdraw. */
async function openOwnShop(product: Product) {
  const shop = await openShop(product)
  await send(product, ['PATCH', '/seller/invoice-details'], { country: 'DE' }, shop.token)
  const policy = {
    sells: 'service',
    withdrawalDays: 14,
    onWithdrawal: 'refund_at_once',
    earlyStart: 'offered',
    ownText: own.policy,
  }
  await send(product, ['PATCH', '/seller/policy'], policy, shop.token)
  const taxId = await shop.create('/taxes', { title: own.tax, percentage: 20, inclusive: false })
  const thing = { description: own.description, currency: 'eur', amount: 9 }
  const bumps = [await shop.create('/bumps', { ...thing, title: own.bump })]
  const form = {
    title: own.form,
    description: own.description,
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 49,
    currency: 'eur',
    successMessage: own.message,
    taxId,
    bumps,
  }
  return { ...shop, thing, form }
}

const submit = (page: Page) => page.locator('form button[type=submit]').last()

async function fillBuyer(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[autocomplete=name]').fill(own.buyer)
}

/** Types a card over the one before. */
async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  for (const name of ['Card number', 'Expiry date', 'CVC']) {
    const field = frame.getByRole('textbox', { name })
    if ((await field.inputValue()) !== '') await field.fill('')
  }
  await fillCard(page, number)
}

async function payWith(page: Page, number: string): Promise<Response> {
  await typeCard(page, number)
  const answered = page.waitForResponse('**/stripe/pay-form')
  await submit(page).click()
  return answered
}

const atBank = (page: Page, answer: 'Complete' | 'Fail') =>
  page
    .frameLocator('iframe[title="Authenticate your payment"]')
    .getByRole('button', { name: `${answer} authentication` })
    .click()

const purchaseLink = (page: Page) => page.locator('a[href^="/purchases/"]').first()

async function pathIn(page: Page, part: string): Promise<string> {
  return (await page.locator(`a[href*="${part}"]`).first().getAttribute('href')) ?? ''
}

for (const language of languages) {
  test(`a buyer who reads ${language} buys, withdraws and comes back without any English @desktop`, async ({
    page,
    context,
    product,
    expectedErrors,
  }) => {
    expectedErrors.push(
      /status of (402|422)/,
      /status of 404.*\/pictures\//,
      /Blocked script execution in 'about:srcdoc'/,
    )
    const { create, form, thing } = await openOwnShop(product)
    const words = { acceptButtonText: own.accept, declineButtonText: own.decline }
    const offer = { ...thing, ...words, title: own.offer }
    const path = await create('/forms', {
      ...form,
      priceLabel: own.label,
      prices: [{ label: own.offer, amount: 20, state: 'listed' }],
      oneTimeOffer: await create('/one-time-offers', offer),
      otoSequenceList: [await create('/bumps', { ...thing, title: own.offer })],
    })
    const reader = new Reader(language, product)
    await watchTexts(context, reader.keep)

    await reader.open(page, `/payment/${path}`)
    await submit(page).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.locator('input[type=radio][name=price]').last().check()
    await reader.read(page)
    await page.locator('input[type=radio][name=price]').first().check()
    await page.locator('input[type=checkbox]:not([name=consent])').first().check()
    await fillBuyer(page, reader.email)
    for (const consent of await page.locator('input[name=consent]').all()) await consent.check()
    expect((await payWith(page, '4000000000009995')).status()).toBe(402)
    await expect(submit(page)).toBeEnabled()
    await reader.read(page)
    await payWith(page, '4000002760003184')
    await atBank(page, 'Fail')
    await expect(page.locator('iframe[title="Authenticate your payment"]')).toHaveCount(0)
    await expect(submit(page)).toBeEnabled()
    await reader.read(page)
    await payWith(page, '4000002760003184')
    await atBank(page, 'Complete')

    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: own.accept }).click()
    await reader.read(page)
    await atBank(page, 'Complete')
    await expect(dialog.getByRole('button', { name: own.accept })).toHaveCount(0)
    await reader.read(page)
    await dialog.getByRole('button').last().click()
    await purchaseLink(page).waitFor()
    await reader.read(page)
    const thanks = await pathIn(page, '/purchases/')
    await reader.readMails(context)

    await reader.openOwn(page, thanks)
    const purchase = page.url()
    const details = page.locator('form:has(#details-country)')
    await page.locator('details:has(#details-country) summary').click()
    await details.locator('input[name=taxNumber]').fill('<')
    await details.locator('button').click()
    await page.getByRole('alert').first().waitFor()
    await reader.read(page)
    await details.locator('input[name=taxNumber]').fill('CZ12345678')
    await details.locator('input[name=name]').fill(own.company)
    await details.locator('input[name=city]').fill(own.city)
    await details.locator('button').click()
    await page.getByRole('status').first().waitFor()
    await reader.read(page)
    await reader.readPdf(page, await pathIn(page, '/invoice.pdf'))
    const portal = await pathIn(page, '/my/')
    await page.goto(await pathIn(page, '/withdraw'))
    await reader.read(page)
    await submit(page).click()
    await page.waitForURL('**/withdraw/received/**')
    await reader.read(page)
    await reader.readMails(context)
    await reader.openOwn(page, purchase)
    await expect(async () => {
      await page.reload()
      expect(await page.locator('a[href*="/withdraw?"]').count()).toBe(0)
    }).toPass()
    await reader.read(page)
    await reader.readPdf(page, await pathIn(page, '/invoice.pdf'))

    for (const about of ['/withdraw', '/cancel-contract']) {
      await reader.open(page, about)
      await page.locator('textarea').first().fill('')
      await submit(page).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await reader.read(page)
      await fillBuyer(page, reader.email)
      await page.locator('textarea[name=reference]').fill(own.ground)
      await submit(page).click()
      await page.locator('button[value=confirm]').waitFor()
      await reader.read(page)
      await page.locator('button[value=confirm]').click()
      await page.waitForURL('**/withdraw/received/**')
      await reader.read(page)
      await reader.readMails(context)
    }

    await reader.open(page, portal)
    await submit(page).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await reader.read(page)
    await page.locator('#email').fill(reader.email)
    await submit(page).click()
    await page.getByRole('status').waitFor()
    await reader.read(page)
    const [link = ''] = /http\S+\/open\?key=\S+/.exec(await reader.readMails(context)) ?? []
    await page.goto(link)
    await reader.read(page)
    await submit(page).click()
    await page.locator('a[href*="/purchases/"]').first().waitFor()
    await reader.read(page)
    reader.expectNothingEnglish()
  })
}
