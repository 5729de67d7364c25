// Drives Firefox over WebDriver BiDi and Chromium over its own protocol.
import { ElementHandle, launch } from 'puppeteer-core'
import type { Browser, Frame, Page } from 'puppeteer-core'
import type { FoundBrowser } from '../browser.ts'
import { findBarriersInPage, readAxe } from './barriers.ts'
import { findInPage, notLoaded, readQueries, toSend } from './find-in-page.ts'
import { placeOfFocus } from './focus-in-page.ts'
import type { Engine, Found, Key, Tab, Target } from './tab.ts'

export async function startFirefox([executablePath = '']: readonly string[]): Promise<Engine> {
  return engineOf(await launch({ browser: 'firefox', executablePath }))
}

export async function startChromium({ executablePath, env }: FoundBrowser): Promise<Engine> {
  const args = ['--no-sandbox', '--font-render-hinting=none']
  return engineOf(await launch({ browser: 'chrome', executablePath, args, env: { ...process.env, ...env } }))
}

async function engineOf(browser: Browser): Promise<Engine> {
  const queries = await readQueries()
  return {
    newTab: async ({ width, height }) => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width, height })
      return tabOf(page, queries, async () => context.close())
    },
    stop: async () => browser.close(),
  }
}

function tabOf(page: Page, queries: string, close: () => Promise<void>): Tab {
  const errors: string[] = []
  page.on('pageerror', (error) =>
    errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  return {
    open: async (address) => {
      await page.goto(address, { waitUntil: [] })
    },
    address: async () => page.url(),
    find: async (target, use) => {
      const frame = await frameOf(page, target, use)
      return typeof frame === 'string' ? frame : find(page, frame, target, use, queries)
    },
    placeOfFrame: async (title) =>
      (await (await page.$(`iframe[title$="${title}"]`))?.evaluate(placeOfFocus)) ?? 'missing',
    pressKey: async (key) => pressKey(page, key),
    writeOver: async (text) => writeOver(page, text),
    barriers: async () => {
      await page.evaluate(await readAxe())
      return page.evaluate(findBarriersInPage)
    },
    width: async () => page.evaluate(() => window.innerWidth),
    errors: () => errors,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close,
  }
}

async function frameOf(
  page: Page,
  { within = [] }: Target,
  use: 'see' | 'press' | 'attach',
): Promise<Frame | string> {
  let frame = page.mainFrame()
  for (const title of within) {
    const element = await frame.$(`iframe[title$="${title}"]`)
    const inner = await element?.contentFrame()
    if (inner === undefined || inner === null) return `there is no frame "${title}"`
    // While a frame loads, a placeholder covers it and would receive the click.
    if (use === 'press' && (await element?.evaluate(isCovered)) === true)
      return `the frame "${title}" is covered`
    frame = inner
  }
  return frame
}

/** This function runs in the page, so it can use nothing from this file. */
function isCovered(frame: Element): boolean {
  const { left, top, width, height } = frame.getBoundingClientRect()
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
  return topmost !== null && topmost !== frame
}

async function find(
  page: Page,
  frame: Frame,
  target: Target,
  use: 'see' | 'press' | 'attach',
  queries: string,
): Promise<Found | string> {
  const element = await frame.evaluateHandle(findInPage, toSend(target), use)
  if (!(element instanceof ElementHandle)) {
    const reason = await element.jsonValue()
    if (reason !== notLoaded) return reason
    await frame.evaluate(queries)
    return find(page, frame, target, use, queries)
  }
  return {
    press: async () => element.click(),
    type: async (text) => {
      await element.click()
      await writeOver(page, text)
    },
    focus: async () => frame.evaluate(placeOfFocus, element),
    attach: async (path) => {
      const input = await element.toElement('input')
      await input.uploadFile(path)
    },
  }
}

async function pressKey(page: Page, key: Key): Promise<void> {
  if (key !== 'Shift+Tab') return page.keyboard.press(key === 'Space' ? ' ' : key)
  await page.keyboard.down('Shift')
  await page.keyboard.press('Tab')
  await page.keyboard.up('Shift')
}

async function writeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.type(text)
}
