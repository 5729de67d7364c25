import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import type { Walk } from './e2e/engines/walk.ts'
import type { Reading } from './e2e/translator.ts'
import { findEngines } from './scripts/find-engines.ts'
import { moveTempToMemory } from './scripts/temp-in-memory.ts'
import type { PageRuntime } from './src/foundation/http/pages/page-runtime.ts'

moveTempToMemory()

const found = await findBrowser()
const isCi = Boolean(process.env['CI'])
// Run separately by `npm run sweep`: axe on every page, sellers' flows by keyboard alone, a seller who moves in, and
// slow flows such as deadlines and every test card. The keyboard flows of visitors and buyers run with the other tests.
const sweeps = [
  'sweep-*.spec.ts',
  'keyboard-{account,editor,lists}.spec.ts',
  '{moving-in,timers,test-cards}.spec.ts',
]
const apart = ['engines/**', 'walks/**', ...sweeps]
const engineNames = Object.keys(findEngines())

/** Run only by `npm run walks`: ways to pay in every engine, at two widths, with a pointer and by keyboard alone. */
const walks = (process.env['WALKS'] === undefined ? [] : ['chromium', ...engineNames]).flatMap((browser) =>
  [false, true].flatMap((isOnPhone) =>
    [false, true].map((isByKeyboard) => ({
      name: ['walk', browser, isOnPhone ? 'phone' : 'desktop', isByKeyboard ? 'keyboard' : 'pointer'].join(
        '-',
      ),
      testDir: 'e2e/walks',
      use: { walk: { browser, isOnPhone, isByKeyboard } },
    })),
  ),
)

export default defineConfig<
  object,
  { pageRuntime: PageRuntime; translator: Reading | null; walk: Walk | null }
>({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker has its own product, and each product its own database.
  globalSetup: './e2e/product-desk.ts',
  // One more than our usual number of cores, because tests often wait for a deadline or the browser.
  workers: 3,
  fullyParallel: false,
  forbidOnly: isCi,
  // A browser can fail on a busy machine. Tests that pass only on a retry are listed in the output.
  retries: isCi ? 2 : 0,
  // Only catches hanging tests, because machines differ widely in speed.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Traces cost a fifth of the time: CI records one for the first retry, and `--trace on` requests them locally.
    trace: isCi ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    // Only the tests about being offline allow service workers.
    serviceWorkers: 'block',
    // No test checks motion, and fading text has too little contrast for a moment.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Web security and site isolation stay enabled, because the tests check the card frame's isolation.
      args: [
        '--no-sandbox',
        '--font-render-hinting=none',
        // Tests reach only this machine. Answering requests inside the test would disable the browser's cache, and
        // every page would reload all scripts.
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      ],
      ...(found && {
        executablePath: found.executablePath,
        env: { ...environment(), ...found.env },
      }),
    },
  },
  projects: [
    // First, because these are the slowest for a worker.
    ...engineNames.map((name) => ({ name, testDir: 'e2e/engines' })),
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
      grepInvert: /@phone/,
      testIgnore: apart,
    },
    {
      name: 'phone',
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
      },
      grepInvert: /@desktop/,
      testIgnore: apart,
    },
    {
      name: 'sweep',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
      testMatch: sweeps,
    },
    {
      // Repeats flows of buyers and sellers with a translator at work. Run it with `playwright test
      // --project=translated`.
      name: 'translated',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, translator: 'all' },
      grepInvert: /@phone/,
      testMatch:
        '{accounts,embed,main-job,offers-after,products-in-forms,subscriptions,team,ways-to-pay}.spec.ts',
    },
    {
      // Repeats a few buyer flows on React itself.
      name: 'react',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, pageRuntime: 'react' },
      grep: /@react/,
      testIgnore: apart,
    },
    ...walks,
  ],
})

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
