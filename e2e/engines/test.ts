// `test` for the flows in Firefox and WebKit: a product and a browser per worker, a visitor with a new tab per test.
import { findEngines } from '../../scripts/find-engines.ts'
import { expect, test as base } from '../test.ts'
import { startFirefox } from './firefox.ts'
import type { Engine } from './tab.ts'
import { visitorOf } from './visitor.ts'
import type { Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

export { expect }

export const test = base.extend<{ visitor: Visitor }, { engine: Engine }>({
  engine: [
    async ({}, provide, { project }) => {
      const engine = await start(project.name)
      await provide(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  visitor: async ({ engine, product, expectedErrors }, provide, testInfo) => {
    const tab = await engine.newTab()
    await provide(visitorOf(tab, product.url))
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
  throw new Error(`There is no ${name} here`)
}
