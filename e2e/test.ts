// `test` and `expect` for every browser test, with a product and with pages that fail on unexpected errors.
import { test as base, expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import type { PageRuntime } from '#foundation/http/pages/page-runtime.ts'
import { findViolations } from './axe.ts'
import { borrowProduct, giveBack } from './product-desk.ts'
import type { Product } from './product.ts'
import { translateNext, type Reading } from './translator.ts'

export { expect }

type TestFixtures = {
  recordFailure: void
  /** Console errors that this test expects. Any other error fails the test. */
  expectedErrors: RegExp[]
  /** Imitates a browser that translates every page, or null for no translation. */
  translator: Reading | null
}

type WorkerFixtures = {
  pageRuntime: PageRuntime
  /**
   * True if a file's tests do something that cannot be undone: they advance Stripe's clock, which would end other
   * tests' trials, or set a withdrawal policy in the demo shop, so that other tests' buyers would be asked for consent.
   * Such a file gets its own product.
   */
  spoilsProduct: boolean
  product: Product
  /** What this worker has done that makes its product unusable for others. */
  outcome: { hasFailed: boolean; hasFilled: boolean }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  pageRuntime: ['preact', { option: true, scope: 'worker' }],

  spoilsProduct: [false, { option: true, scope: 'worker' }],

  product: [
    async ({ pageRuntime, spoilsProduct, outcome }, provide) => {
      const product = await borrowProduct(pageRuntime)
      await provide(product)
      await giveBack(product, !outcome.hasFailed && !outcome.hasFilled && !spoilsProduct)
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  outcome: [async ({}, provide) => provide({ hasFailed: false, hasFilled: false }), { scope: 'worker' }],

  recordFailure: [
    async ({ outcome }, provide, testInfo) => {
      await provide(undefined)
      if (testInfo.status !== testInfo.expectedStatus) outcome.hasFailed = true
    },
    { auto: true },
  ],

  baseURL: async ({ product }, provide) => provide(product.url),

  expectedErrors: async ({}, provide) => provide([]),

  translator: [null, { option: true }],

  // Listens to the whole context, so that frames and new tabs also count.
  page: async ({ page, context, expectedErrors, translator }, provide) => {
    if (translator !== null) await translateNext(context, translator, 'same')
    const errors: string[] = []
    context.on('console', (message) => {
      // Policies that block nothing, such as the script inventory, report at a lower log level.
      const isViolation = message.text().includes('Content Security Policy directive')
      // A video's picture is on another host, and this browser reaches only this machine.
      if (message.location().url.startsWith('https://i.ytimg.com/')) return
      if (message.type() === 'error' || isViolation)
        errors.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (webError) => {
      const error = webError.error()
      errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    })
    await provide(page)
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))
    expect(unexpected, 'the browser reports no unexpected error').toEqual([])
  },
})

/** How long a frame can take to follow its page, for example into dark mode, in milliseconds. */
const following = 5_000

/** Checks the page and its frames against WCAG 2.2 A and AA, as far as a program can. */
export async function expectAccessible(page: Page): Promise<void> {
  const deadline = Date.now() + following
  let found = await findBarriers(page)
  while (found.length > 0 && Date.now() < deadline) found = await findBarriers(page)
  // A soft assertion, so that the test also reports problems on later pages.
  expect.soft(found, 'the page is accessible').toEqual([])
}

async function findBarriers(page: Page): Promise<string[]> {
  await untilStill(page)
  await paintFrames(page)
  // Content behind a dialog cannot be reached, so only the dialog is checked.
  const modal = '[aria-modal=true]'
  const violations = await findViolations(page, (await page.locator(modal).count()) > 0 ? modal : 'html')
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  )
}

/** Gives transparent frames the color behind them, which axe cannot see from inside the frame. */
async function paintFrames(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement()
    const behind = await element.evaluate((node) => {
      for (let at = node.parentElement; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
      }
      return 'Canvas'
    })
    await frame.evaluate((color) => {
      const root = document.documentElement
      root.style.backgroundColor = ''
      const isClear = [root, document.body].every(
        (one) => getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)',
      )
      if (isClear) root.style.backgroundColor = color
    }, behind)
  }
}

/** Waits for toasts and transitions to end, because fading elements have too little contrast. */
async function untilStill(page: Page): Promise<void> {
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document.getAnimations().every(
      ({ effect, playState, timeline }) =>
        playState !== 'running' ||
        // An animation that follows the scroll position, not time.
        timeline !== document.timeline ||
        effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    ),
  )
}

/** The frame for card input, either for a card alone or for all of a payment page's methods. */
export function cardFrame(page: Page | FrameLocator): FrameLocator {
  return page.frameLocator('iframe[title$="payment input frame"]')
}

/** Types a card into Stripe's frame, with a future expiry date and a valid security code. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  const isAmex = /^3[47]/.test(number)
  await frame.getByRole('textbox', { name: 'Card number' }).pressSequentially(number)
  await frame.getByRole('textbox', { name: 'Expiry date' }).pressSequentially('1234')
  await frame.getByRole('textbox', { name: 'CVC' }).pressSequentially(isAmex ? '1234' : '123')
}
