import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#foundation/process/root.ts'
import { readerOf } from '#foundation/text/reader.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { createAnswerCache, type ShownForm } from './answer-cache.ts'
import { createPageCache } from './page-cache.ts'
import { openPaymentPages, type PaymentPages } from './payment-page.ts'

let app: TestApp
let pages: PaymentPages
let form: string
beforeAll(async () => {
  app = await startTestApp()
  pages = await openPaymentPages({ root, built: 'dist' }, app.config.publicUrl)
  form = await createTestForm(app, await signUpSeller(app))
})
afterAll(() => app.close())

/** Loads the form again as a new object, as after a save or once its cache entry has expired. */
async function load(): Promise<ShownForm> {
  const found = await createPageCache(app.services).find(form)
  if (found.kind !== 'form') throw new Error('There is no such form')
  return found
}

const readers = ['en-US', 'de-DE', 'fr-FR', 'hi-IN', 'ja-JP', 'de-CH', 'es-ES', 'sv-SE'].map((tag) =>
  readerOf(tag),
)

test('views at the same moment share a cached page, which is dropped afterwards', async () => {
  const answers = createAnswerCache(app.config, pages)
  const found = await load()
  const now = Date.now()
  const first = answers.of('page', found, readerOf('en'), undefined, now)

  expect(answers.of('page', found, readerOf('en'), undefined, now)).toBe(first)
  expect(answers.of('frame', found, readerOf('en'), undefined, now)).not.toBe(first)
  expect(answers.usage().answers).toBe(2)
  await expect.poll(() => answers.usage()).toEqual({ answers: 0, bytes: 0 })
  expect(answers.there('page', found, readerOf('en'), undefined, now)).toBeUndefined()
})

// Proves bounded-memory.
test('the page cache never exceeds its memory limit', async () => {
  const room = 300_000
  const answers = createAnswerCache(app.config, pages, room)
  for (let generation = 0; generation < 5; generation += 1) {
    const found = await load()
    for (const reader of readers) {
      for (const named of [undefined, 'unknown', 'another']) {
        for (const shownAs of ['page', 'frame'] as const) {
          answers.of(shownAs, found, reader, named, Date.now())
          expect(answers.usage().bytes).toBeLessThanOrEqual(room)
        }
      }
    }
  }

  expect(answers.usage().answers).toBeGreaterThan(0)
})

test('a page larger than the cache is sent but not cached', async () => {
  const answers = createAnswerCache(app.config, pages, 1_000)
  const sent = await answers.of('page', await load(), readerOf('en'), undefined, Date.now()).in('identity')

  expect(sent.body.length).toBeGreaterThan(1_000)
  expect(answers.usage()).toEqual({ answers: 0, bytes: 0 })
})
