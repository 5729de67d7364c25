// Every page of the product with its demo shop, at three widths in light and dark, into `gallery/` with a contact sheet.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { publicPages, sellerPages } from '../e2e/pages.ts'
import type { ShownPage } from '../e2e/pages.ts'
import { startProduct } from '../e2e/product.ts'

const folder = join(import.meta.dirname, '..', 'gallery')
const widths = [390, 768, 1280]
const schemes = ['light', 'dark'] as const

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const found = await findBrowser()
const product = await startProduct()
try {
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--font-render-hinting=none'],
    ...(found && { executablePath: found.executablePath, env: { ...process.env, ...found.env } }),
  })
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const pages: ShownPage[] = publicPages(product)
  for (const shown of pages) await photograph(page, shown)
  const token = await signIn(page)
  const own = await sellerPages(product, token)
  for (const shown of own) await photograph(page, shown)
  await browser.close()
  await writeFile(join(folder, 'index.html'), contactSheet([...pages, ...own]))
  process.stdout.write(
    `${(pages.length + own.length) * widths.length * schemes.length} pictures: ${folder}/index.html\n`,
  )
} finally {
  await product.stop()
}

async function signIn(page: Page): Promise<string> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(product.demo.email)
  await page.getByLabel('Password').first().fill(product.demo.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/forms$/)
  return (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
}

/** One load, then each width and scheme. */
async function photograph(page: Page, { name, path }: ShownPage): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: join(folder, fileOf(name, width, colorScheme)),
        type: 'jpeg',
        quality: 80,
        fullPage: true,
        animations: 'disabled',
      })
    }
  }
}

function fileOf(name: string, width: number, scheme: string): string {
  return `${name}-${width}-${scheme}.jpeg`
}

function contactSheet(pages: readonly ShownPage[]): string {
  const figures = pages.map(({ name }) => {
    const pictures = widths.flatMap((width) =>
      schemes.map((scheme) => {
        const file = fileOf(name, width, scheme)
        return `<a href="${file}"><img src="${file}" alt="${width} px, ${scheme}" loading="lazy"></a>`
      }),
    )
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`
  })
  const style =
    'body{font:16px system-ui;margin:2rem}div{display:flex;gap:1rem;align-items:start}img{width:15vw}'
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${figures.join('')}`
}
