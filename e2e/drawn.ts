// Waits until a page is fully drawn.
import type { Page } from '@playwright/test'

/** Waits for the page, or for its open dialog alone, because a button behind it may be waiting for the answer. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const loading = '#root:empty, [aria-busy=true], .animate-spin, .animate-pulse'
    return (dialog ?? document).querySelector(loading) === null
  })
}

/**
 * Scrolls to each frame and waits, because browsers do not draw frames that are out of view, and resize them a moment
 * later.
 */
export async function drawFrames(page: Page): Promise<void> {
  const frames = page.frames().slice(1)
  for (const frame of frames) {
    // A preview is replaced after each change.
    if (frame.isDetached()) continue
    const element = await frame.frameElement()
    await element.evaluate((node) => {
      if (node instanceof Element) node.scrollIntoView({ block: 'center' })
    })
    await page.waitForTimeout(200)
  }
  if (frames.length > 0) await page.evaluate(() => window.scrollTo(0, 0))
}
