// A shop's emails to its seller and buyers, as an email program shows them.
import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sell } from './busy-sales.ts'
import type { BusyShop } from './busy-shop.ts'
import type { Product } from './product.ts'
import { send, tokenOf } from './shop.ts'
import type { ShownPage } from './shown-page.ts'

/**
 * Makes one more sale of each kind, so that their emails are among the latest. Returns one page for each kind of
 * email.
 */
export async function mailPages(product: Product, { forms }: BusyShop): Promise<ShownPage[]> {
  // The session that created the shop's data may have expired by now.
  await sell(product, await tokenOf(product, product.demo), forms, 1, 'mail.example.com')
  await send(product, ['POST', '/authentication/forgot-password'], { email: product.demo.email })
  await untilSent(product)
  const pages = new Map<string, ShownPage>()
  for (const path of await listMails(product)) {
    const name = `mail-${wordingOf(await readText(product, path))}`
    if (!pages.has(name)) pages.set(name, { name, path, open: showAlone })
  }
  return [...pages.values()]
}

async function untilSent(product: Product): Promise<void> {
  const deadline = Date.now() + 30_000
  while (/ · waiting</.test(await readText(product, '/dev/mail')) && Date.now() < deadline) await sleep(250)
}

async function listMails(product: Product): Promise<string[]> {
  const list = await readText(product, '/dev/mail')
  return [...list.matchAll(/\/dev\/mail\/[0-9a-f-]+/g)].map(([path]) => path)
}

async function readText(product: Product, path: string): Promise<string> {
  return (await fetch(`${product.url}${path}`)).text()
}

/** The beginning of the subject, which all emails of one kind share. */
function wordingOf(page: string): string {
  const [, subject = ''] = /<h1>(.*?)<\/h1>/.exec(page) ?? []
  const words = subject.split(':')[0]?.match(/[a-z]+/gi) ?? []
  return words.slice(0, 4).join('-').toLowerCase()
}

/** Shows an email without the development page around it. */
async function showAlone(page: Page): Promise<void> {
  const body = (await page.locator('iframe').getAttribute('srcdoc')) ?? ''
  await page.route('**/mail-alone', (route) => route.fulfill({ contentType: 'text/html', body }), {
    times: 1,
  })
  await page.goto('/mail-alone', { waitUntil: 'networkidle' })
}
