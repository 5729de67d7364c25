// Buyers who read other languages, and everything they see.
import type { BrowserContext, Page, Response } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pseudoLanguage } from '#foundation/language/languages.ts'
import { findEnglish } from './english-left.ts'
import { textsOf } from './page-texts.ts'
import type { Product } from './product.ts'
import { newBuyer, openShop, send } from './shop.ts'
import { cardFrame, expect, fillCard } from './test.ts'

export const languages = ['de', 'pl', 'ar', pseudoLanguage] as const

/**
 * Browser errors that are expected in these tests: rejected payments, and emails and pictures outside their pages.
 */
export const usualErrors = [
  /status of (402|422)/,
  /status of 404.*\/pictures\//,
  /Blocked script execution in 'about:srcdoc'/,
]

/** Names and texts by the seller and the buyer, which are never translated. */
export const own = {
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
const names =
  'Juniper Studio Tillform Visa AMEX Mastercard Stripe Link Apple Google Pay PDF JSON UTC EUR s.r.o.'
const allowed = [...Object.values(own), names].join(' ')

/** What one buyer reads in one language. */
export class Reader {
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
    // The outbox page itself is for developers, so only the emails in it are checked.
    if (place.startsWith('/dev/')) return
    for (const text of texts) if (!this.#texts.has(text)) this.#texts.set(text, place)
  }

  /** Opens one of our pages in the reader's language. */
  async open(page: Page, path: string): Promise<void> {
    const url = new URL(path, this.#product.url)
    url.searchParams.set('lang', this.language)
    await page.goto(url.href)
    await this.read(page)
  }

  /** Opens a page that is in its order's language. */
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

  /** Waits for an unread email to the buyer, reads all such emails, and returns the text of the last one. */
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
    // In a narrow column, an address can break anywhere.
    const wrapped = new RegExp(Array.from(this.email, (sign) => `[${sign}]`).join(String.raw`\s*`), 'g')
    const pdf = await getDocument({ data: bytes, useSystemFonts: false, verbosity: 0 }).promise
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      this.keep('PDF', text.replace(wrapped, '').split('\n'))
    }
    await pdf.loadingTask.destroy()
  }

  async readCalendar(page: Page, path: string): Promise<void> {
    const unfolded = (await (await page.request.get(path)).text()).replaceAll(/\r?\n[ \t]/g, '')
    const texts = [...unfolded.matchAll(/^(?:SUMMARY|DESCRIPTION|X-WR-CALNAME)[^:\n]*:(.*)$/gm)]
    expect(texts.length).toBeGreaterThan(0)
    this.keep(
      'calendar',
      texts.map(([, text = '']) => text.replaceAll(/\\n/g, ' ')),
    )
  }

  /** Checks that the buyer has read no English text. */
  expectNothingEnglish(): void {
    // The pseudo-language does not translate country names.
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

/** Makes the demo's shop an EU shop whose buyers are asked for consent and can withdraw. This cannot be undone. */
export async function openOwnShop(product: Product) {
  const shop = await openShop(product)
  // Replaces what another test may have typed.
  const details = { name: own.company, city: own.city, country: 'DE', taxNumber: null }
  await send(product, ['PATCH', '/seller/invoice-details'], details, shop.token)
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

export const submit = (page: Page) => page.locator('form button[type=submit]').last()

export async function fillBuyer(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[autocomplete=name]').fill(own.buyer)
}

/** Types a card number over the previous one. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  for (const name of ['Card number', 'Expiry date', 'CVC']) {
    const field = frame.getByRole('textbox', { name })
    if ((await field.inputValue()) !== '') await field.fill('')
  }
  await fillCard(page, number)
}

export async function payWith(page: Page, number: string): Promise<Response> {
  await typeCard(page, number)
  const answered = page.waitForResponse('**/stripe/pay-form')
  await submit(page).click()
  return answered
}

export const purchaseLink = (page: Page) => page.locator('a[href^="/purchases/"]').first()

export async function pathIn(page: Page, part: string): Promise<string> {
  return (await page.locator(`a[href*="${part}"]`).first().getAttribute('href')) ?? ''
}
