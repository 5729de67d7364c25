// Runs axe in a page and its frames, which have other origins: each is checked from within and the results are merged.
// `@axe-core/playwright` opens another page each time, which takes as long as the check.
import axe from 'axe-core'
import type { Frame, Page } from '@playwright/test'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const options: axe.RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

/** The WCAG 2.2 A and AA problems that axe finds within a selector. */
export async function findViolations(page: Page, selector: string): Promise<axe.Result[]> {
  const context: axe.SerialContextObject = { include: [[selector]] }
  await bring(page.mainFrame())
  const inFrames = page.frames().length > 1 ? await lookInside(page.mainFrame(), context) : []
  const { violations } = await page.evaluate(
    async (run) => {
      if (run.inFrames.length === 0) return window.axe.run(run.context, run.options)
      const own = await window.axe.runPartial(run.context, run.options)
      return window.axe.finishRun([own, ...run.inFrames], run.options)
    },
    { context, options, inFrames },
  )
  return violations
}

/** Loads axe into a frame unless it is already there. */
async function bring(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/** Checks a frame and the frames inside it, in axe's order. The result of a frame that has gone is null. */
async function lookInside(frame: Frame, context: axe.SerialContextObject): Promise<axe.PartialResults> {
  const found: (axe.PartialResult | null)[] = []
  const inner = await frame.evaluate((within) => window.axe.utils.getFrameContexts(within), context)
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle((path) => window.axe.utils.shadowSelect(path), frameSelector)
    const child = await element.asElement()?.contentFrame()
    const look = child ? lookAt(child, frameContext) : Promise.resolve([null])
    found.push(
      ...(await look.catch((error: unknown) => {
        if (child?.isDetached() !== true) throw error
        return [null]
      })),
    )
  }
  return found
}

async function lookAt(frame: Frame, context: axe.SerialContextObject): Promise<axe.PartialResults> {
  await bring(frame)
  const own = await frame.evaluate((run) => window.axe.runPartial(run.context, run.options), {
    context,
    options,
  })
  return [own, ...(await lookInside(frame, context))]
}
