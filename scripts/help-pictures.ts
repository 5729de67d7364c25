// Takes the screenshots for the sellers' help from the demo shop, and saves them in `docs/sellers/pictures`. They are
// committed because the product can be built without a browser. Arguments limit it to the pictures with these names.
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { findBrowser } from '../e2e/browser.ts'
import { startProduct } from '../e2e/product.ts'
import { chooseAction } from '../e2e/seller.ts'
import { signIn } from './sign-in.ts'

type Picture = {
  readonly name: string
  readonly path: string
  /** The steps before the picture is taken. */
  readonly open?: (page: Page) => Promise<void>
}

const folder = join(import.meta.dirname, '..', 'docs/sellers/pictures')
const size = { width: 1280, height: 800 }
const wanted = process.argv.slice(2)
const say = (line: string) => void process.stdout.write(`${line}\n`)

await mkdir(folder, { recursive: true })
const found = await findBrowser()
const product = await startProduct({ DEMO: 'on' })
try {
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--font-render-hinting=none'],
    ...(found && { executablePath: found.executablePath, env: { ...process.env, ...found.env } }),
  })
  await photograph(browser, buyersPages(), async () => undefined)
  await photograph(browser, sellersPages(), async (page) => signIn(page, product.demo))
  await browser.close()
} finally {
  await product.stop()
}

function formOf(title: string): string {
  return product.demo.forms.find((form) => form.title.includes(title))?.path ?? ''
}

function buyersPages(): Picture[] {
  return [
    { name: 'bump', path: formOf('Watercolor'), open: async (page) => scrollTo(page, 'Twelve brushes') },
    { name: 'timer', path: formOf('Night photography') },
    { name: 'recurring', path: formOf('Letters'), open: async (page) => scrollTo(page, 'Total') },
    { name: 'offer', path: formOf('Night photography'), open: buy },
  ]
}

function sellersPages(): Picture[] {
  const openFirst = (name: RegExp) => async (page: Page) => {
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await page.waitForLoadState('networkidle')
  }
  return [
    { name: 'forms', path: '/forms' },
    {
      name: 'form-editor',
      path: formOf('Watercolor').replace('/payment/', '/forms/edit/'),
      // The preview loads after the page, without a click.
      open: async (page) => page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor(),
    },
    {
      name: 'share',
      path: '/forms',
      open: async (page) => chooseAction(page, 'Share'),
    },
    { name: 'taxes', path: '/taxes' },
    { name: 'coupons', path: '/coupons' },
    { name: 'sale', path: '/sales?kind=order&status=any-paid&search=noor', open: openFirst(/Noor Rahman/) },
    { name: 'overview', path: '/sales/dashboard?range=90d' },
    { name: 'customers', path: '/customers' },
    { name: 'payouts', path: '/payouts' },
    { name: 'team', path: '/team' },
    { name: 'billing', path: '/billing' },
  ]
}

async function scrollTo(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().scrollIntoViewIfNeeded()
}

/** Pays first, because offers appear only after a payment. */
async function buy(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel(/name/i).first().fill('Ada Lind')
  const frame = page.frameLocator('iframe[title$="payment input frame"]')
  await frame.getByRole('textbox', { name: 'Card number' }).pressSequentially('4242424242424242')
  await frame.getByRole('textbox', { name: 'Expiry date' }).pressSequentially('1234')
  await frame.getByRole('textbox', { name: 'CVC' }).pressSequentially('123')
  await page.locator('button[type=submit]').click()
  await page.getByRole('dialog').waitFor()
}

async function photograph(
  browser: Browser,
  pictures: readonly Picture[],
  arrive: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', viewport: size })
  const page = await context.newPage()
  await arrive(page)
  for (const { name, path, open } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    say(name)
    await page.goto(path, { waitUntil: 'networkidle' })
    await open?.(page)
    await page.waitForTimeout(500)
    const taken = await page.screenshot({ animations: 'disabled' })
    await sharp(taken)
      .webp({ quality: 72, effort: 6 })
      .toFile(join(folder, `${name}.webp`))
  }
  await context.close()
}
