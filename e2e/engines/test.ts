// `test` for flows in Firefox and WebKit. Each worker has its own product and browser, and each test a visitor with a
// new tab.
import { findEngines } from '../../scripts/find-engines.ts'
import { findBrowser } from '../browser.ts'
import { expect, test as base } from '../test.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import type { Engine } from './tab.ts'
import { visitorOf } from './visitor.ts'
import type { Visitor } from './visitor.ts'
import type { Walk } from './walk.ts'
import { startWebKit } from './webkit.ts'

export { expect }

const [desktop, phone] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

export const test = base.extend<{ visitor: Visitor }, { walk: Walk | null; engine: Engine }>({
  /** Null means a desktop with a pointer, in the browser that the Playwright project is named after. */
  walk: [null, { option: true, scope: 'worker' }],

  engine: [
    async ({ walk }, provide, { project }) => {
      const engine = await start(walk?.browser ?? project.name)
      await provide(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  visitor: async ({ engine, walk, product, expectedErrors }, provide, testInfo) => {
    const tab = await engine.newTab(walk?.isOnPhone === true ? phone : desktop)
    if (walk !== null) {
      await tab.open(product.url)
      // WebKit's windows are at least 447 pixels wide.
      const most = walk.isOnPhone ? 450 : desktop.width
      await expect
        .poll(async () => tab.width(), { message: 'the width of the page' })
        .toBeLessThanOrEqual(most)
    }
    await provide(visitorOf(tab, product.url, walk?.isByKeyboard))
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('screenshot', { body: await tab.screenshot(), contentType: 'image/png' })
    }
    const errors = tab.errors().filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))
    await tab.close()
    expect(errors, 'the pages throw no error').toEqual([])
  },
})

async function start(name: string): Promise<Engine> {
  const { firefox, webkit } = findEngines()
  if (name === 'firefox' && firefox !== undefined) return startFirefox(firefox)
  if (name === 'webkit' && webkit !== undefined) return startWebKit(webkit)
  const chromium = name === 'chromium' ? await findBrowser() : undefined
  if (chromium !== undefined) return startChromium(chromium)
  throw new Error(`There is no ${name} here`)
}
