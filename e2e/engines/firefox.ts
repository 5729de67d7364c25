// Firefox by WebDriver BiDi, which it speaks itself.
import { ElementHandle, launch } from 'puppeteer-core'
import type { Frame, Page } from 'puppeteer-core'
import { findInPage, notLoaded, readQueries, toSend } from './find-in-page.ts'
import type { Engine, Found, Tab, Target } from './tab.ts'

export async function startFirefox([executablePath = '']: readonly string[]): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath })
  const queries = await readQueries()
  return {
    newTab: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 1280, height: 800 })
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
    pressEscape: async () => page.keyboard.press('Escape'),
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
    // What stands for a frame that is loading covers it, and takes the press.
    if (use === 'press' && (await element?.evaluate(isCovered)) === true)
      return `the frame "${title}" is covered`
    frame = inner
  }
  return frame
}

/** Runs in the page. */
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
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
    attach: async (path) => {
      const input = await element.toElement('input')
      await input.uploadFile(path)
    },
  }
}
