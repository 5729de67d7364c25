// The buyer portal, opened first from a purchase and then with the emailed link.
import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sale } from './busy-sales.ts'
import type { ShownPage } from './shown-page.ts'

/** `email` is the buyer's. */
export function portalPages({ purchaseId, secret }: Sale, email: string): ShownPage[] {
  const path = `/purchases/${purchaseId}?key=${secret}`
  return [
    { name: 'portal', path, open: comeToPortal },
    { name: 'portal-mistakes', path, open: (page) => askFor(page, 'nobody') },
    { name: 'portal-sent', path, open: (page) => askFor(page, 'nobody@example.com') },
    { name: 'portal-open', path, open: (page) => followLink(page, email) },
    {
      name: 'portal-purchases',
      path,
      open: async (page) => {
        await followLink(page, email)
        await page.getByRole('button', { name: 'Show my purchases' }).click()
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
      },
    },
    { name: 'portal-unknown', path: '/my/nonsense' },
  ]
}

async function comeToPortal(page: Page): Promise<void> {
  // The previous visitor may still be signed in.
  await page.context().clearCookies({ name: /buyer/ })
  await page.getByRole('link', { name: 'All your purchases from this shop' }).click()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
}

async function askFor(page: Page, email: string): Promise<void> {
  await comeToPortal(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByRole('status').or(page.locator('[aria-invalid=true]')).waitFor()
}

const followed = new Set<string>()

async function followLink(page: Page, email: string): Promise<void> {
  await askFor(page, email)
  let mail: string | undefined
  // The email is written a moment after the request.
  while ((mail = await newMail(page, email)) === undefined) await sleep(100)
  followed.add(mail)
  const written = await (await page.request.get(mail)).text()
  const [link] = /https?:\/\/\S+\/open\?key=[^\s"&<]+/.exec(written) ?? []
  if (link === undefined) throw new Error(`There is no link in ${mail}`)
  await page.goto(link)
}

/** The path in an email to this buyer whose link is unused. Two tests can request a link at the same time. */
async function newMail(page: Page, email: string): Promise<string | undefined> {
  const { origin } = new URL(page.url())
  const list = await (await page.request.get(`${origin}/dev/mail`)).text()
  return list
    .split('<li>')
    .filter((item) => item.includes(email) && item.includes('Your purchases from'))
    .flatMap((item) => /\/dev\/mail\/[0-9a-f-]+/.exec(item) ?? [])
    .map((path) => `${origin}${path}`)
    .find((mail) => !followed.has(mail))
}
