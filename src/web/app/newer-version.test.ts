import { expect, test } from 'vitest'
import { loadNewerVersion } from './newer-version.ts'

const entry = 'https://tillform.test/assets/app-GeNg4bDi.js'
const documentOf = (name: string) => `<script type="module" crossorigin src="/assets/${name}.js"></script>`

/** A browser tab, and the document that its server returns. */
function openTab(answer: string | undefined) {
  const kept = new Map<string, string>()
  const tab = { reloads: 0, now: 1_700_000_000_000 }
  const miss = () =>
    loadNewerVersion(entry, {
      servedDocument: () => Promise.resolve(answer),
      reload: () => (tab.reloads += 1),
      storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
      now: () => tab.now,
    })
  return { tab, miss }
}

test('a chunk that was replaced reloads the page for the newer version, but not again within 30 seconds', async () => {
  const { tab, miss } = openTab(documentOf('app-NewerOne'))
  await miss()
  expect(tab.reloads).toBe(1)
  tab.now += 29_000
  await miss()
  expect(tab.reloads).toBe(1)
  tab.now += 30_000
  await miss()
  expect(tab.reloads).toBe(2)
})

test.each([
  ['that failed because the page was left', documentOf('app-GeNg4bDi')],
  ['without a network', undefined],
])('a chunk %s does not reload the page', async (_, answer) => {
  const { tab, miss } = openTab(answer)
  await miss()
  expect(tab.reloads).toBe(0)
})
