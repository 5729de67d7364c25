// Takes screenshots of every page, dialog and email of a busy shop, the demo and a new shop, at three widths in light
// and dark. Saves them in `gallery/` with a contact sheet. Arguments limit it to pages whose names contain one of them.
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { begunSeller, emptyPages, newSeller } from '../e2e/begun-pages.ts'
import { findBrowser } from '../e2e/browser.ts'
import { fillShop } from '../e2e/busy-shop.ts'
import { drawFrames, untilLoaded } from '../e2e/drawn.ts'
import { embedPages } from '../e2e/embed-pages.ts'
import { livedPages } from '../e2e/lived-pages.ts'
import { mailPages } from '../e2e/mail-pages.ts'
import {
  demoPages,
  editorPages,
  formPages,
  platformPages,
  productPages,
  publicPages,
  sellingPages,
} from '../e2e/pages.ts'
import { paperPages } from '../e2e/paper-pages.ts'
import { payingPages } from '../e2e/paying-pages.ts'
import { startProduct, type Product } from '../e2e/product.ts'
import type { ShownPage } from '../e2e/shown-page.ts'
import { platformQuestions, sellerQuestions } from '../e2e/question-pages.ts'
import { password } from '../e2e/super-admin.ts'
import { signIn, type Person } from './sign-in.ts'

const folder = join(import.meta.dirname, '..', 'gallery')
const allWidths = [390, 768, 1280]
const schemes = ['light', 'dark'] as const
const salesOfEach = 10
const hands = 2

const wanted = process.argv.slice(2)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const failed: string[] = []

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const found = await findBrowser()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--font-render-hinting=none'],
  ...(found && { executablePath: found.executablePath, env: { ...process.env, ...found.env } }),
})
try {
  const pages = [
    ...(await visit({ DEMO: 'on' }, photographDemo)),
    // The pages must show a social sign-in, even though none of these visitors uses it.
    ...(await visit({ OIDC_CLIENT_ID: 'gallery', OIDC_CLIENT_SECRET: 'gallery' }, photographBusyShop)),
  ]
  await writeFile(join(folder, 'index.html'), contactSheet(pages))
  say(`${pages.length} pages: ${folder}/index.html`)
} finally {
  await browser.close()
}
if (failed.length > 0) {
  process.stderr.write(`Not photographed:\n${failed.join('\n')}\n`)
  process.exitCode = 1
}

async function visit(
  env: Record<string, string>,
  photographAt: (product: Product) => Promise<ShownPage[]>,
): Promise<ShownPage[]> {
  const product = await startProduct(env)
  try {
    return await photographAt(product)
  } finally {
    await product.stop()
  }
}

/** A shop with the longest possible texts and the fullest lists. */
async function photographBusyShop(product: Product): Promise<ShownPage[]> {
  say('Filling the shop')
  const shop = await fillShop(product, salesOfEach)
  const open = [...demoPages(product), ...publicPages(shop)]
  const ofSeller = [
    ...formPages(shop),
    ...editorPages(shop),
    ...(await productPages(product, shop)),
    ...(await sellingPages(product, shop)),
    ...(await sellerQuestions(product, shop)),
  ]
  const ofOperator = [...(await platformPages(product, shop)), ...(await platformQuestions(product, shop))]
  const operator = { email: shop.superAdmin.email, password }
  return [
    ...(await photographAll(product, [...open, ...paperPages(shop)])),
    ...(await photographAll(product, ofSeller, product.demo)),
    ...(await photographAll(product, ofOperator, operator)),
    ...(await photographAll(product, await mailPages(product, shop))),
  ]
}

/** The demo shop with past sales, one of its buyers, and a seller who has just signed up. */
async function photographDemo(product: Product): Promise<ShownPage[]> {
  const [stranger, beginner] = [await newSeller(product), await begunSeller(product)]
  const embeds = await embedPages(product)
  try {
    return [
      ...(await photographAll(product, [...payingPages(product), ...embeds.pages])),
      ...(await photographAll(product, [...livedPages(product), ...emptyPages], product.demo)),
      ...(await photographAll(product, stranger.pages, stranger.person)),
      ...(await photographAll(product, beginner.pages, beginner.person)),
    ]
  } finally {
    await embeds.stop()
  }
}

/** Takes screenshots of the chosen pages as this person or as a visitor, and returns them. */
async function photographAll(
  product: Product,
  all: readonly ShownPage[],
  person?: Person,
): Promise<ShownPage[]> {
  const pages = all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  const waiting = pages.entries()
  const enter = async () => {
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
    // Pages load slowly on a busy machine. Any that never appear are reported at the end.
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    if (person !== undefined) await signIn(page, person)
    return page
  }
  const work = async () => {
    let page = await enter()
    for (const [index, shown] of waiting) {
      say(`${index + 1} of ${pages.length}: ${shown.name}`)
      await photograph(page, shown).catch((error: unknown) => failed.push(`${shown.name}: ${String(error)}`))
      if (person !== undefined) continue
      // Uses a new visitor each time, because a purchase in progress would continue otherwise.
      await page.context().close()
      page = await enter()
    }
    await page.context().close()
  }
  await Promise.all(Array.from({ length: Math.min(hands, pages.length) }, work))
  return pages
}

/** Loads the page and takes a screenshot at each width and in each color scheme. */
async function photograph(page: Page, { name, path, open, width }: ShownPage): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', media: null })
  await page.setViewportSize({ width: width ?? 1280, height: 800 })
  await page.goto('about:blank')
  await page.goto(path, { waitUntil: 'networkidle' })
  await untilLoaded(page)
  await open?.(page)
  await untilLoaded(page)
  // Dialogs are positioned in the window, not on the page.
  const isCovered = await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().isVisible()
  for (const each of widthsOf(width)) {
    await page.setViewportSize({ width: each, height: 800 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await drawFrames(page)
      await page.screenshot({
        path: join(folder, fileOf(name, each, colorScheme)),
        type: 'jpeg',
        quality: 80,
        fullPage: !isCovered,
        animations: 'disabled',
      })
    }
  }
}

function widthsOf(only: number | undefined): number[] {
  return only === undefined ? allWidths : [only]
}

function fileOf(name: string, width: number, scheme: string): string {
  return `${name}-${width}-${scheme}.jpeg`
}

function contactSheet(pages: readonly ShownPage[]): string {
  const figures = pages.map(({ name, width: only }) => {
    const pictures = widthsOf(only).flatMap((width) =>
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
