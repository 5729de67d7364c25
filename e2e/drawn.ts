// When a page is fully drawn.
import type { Page } from '@playwright/test'

/** Nothing of it is still loading. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .animate-spin') === null)
}

/** A frame gets its width and color scheme, and reports its height, a moment later; out of sight it draws nothing. */
export async function drawFrames(page: Page): Promise<void> {
  const frames = page.frames().slice(1)
  for (const frame of frames) {
    const element = await frame.frameElement()
    await element.evaluate((node) => {
      if (node instanceof Element) node.scrollIntoView({ block: 'center' })
    })
    await page.waitForTimeout(200)
  }
  if (frames.length > 0) await page.evaluate(() => window.scrollTo(0, 0))
}
