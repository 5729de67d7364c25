// Waits until a page is fully drawn.
import type { Page } from '@playwright/test'

export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('#root:empty, [aria-busy=true], .animate-spin, .animate-pulse') === null,
  )
}

/**
 * Scrolls to each frame and waits, because browsers do not draw frames that are out of view, and resize them a moment
 * later.
 */
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
