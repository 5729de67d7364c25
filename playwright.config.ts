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
// Beside the tests, by `npm run sweep`: every page by axe, every flow of a seller by the keyboard alone, a seller who moves in, and what
// takes its time: deadlines that pass, and each test card. What visitors and buyers do by the keyboard stays among the tests.
const sweeps = [
  'sweep-*.spec.ts',
  'keyboard-{account,editor,lists}.spec.ts',
  '{moving-in,timers,test-cards}.spec.ts',
]
const apart = ['engines/**', 'walks/**', ...sweeps]
const engineNames = Object.keys(findEngines())

/** By `npm run walks` alone: ways to pay in every engine, at two widths, with a pointer and by the keyboard alone. */
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
  // Each worker has a product of its own, and a product has a database of its own.
  globalSetup: './e2e/product-desk.ts',
  // One more than the cores that this is made for: much of a test is waiting, for a deadline or for the browser.
  workers: 3,
  fullyParallel: false,
  forbidOnly: isCi,
  // A busy machine may disturb a browser; what does not pass at the first try is named in the output.
  retries: isCi ? 2 : 0,
  // For what hangs: a machine may be many times slower than another.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A trace takes a fifth of the time: CI makes one of the second try, anybody else asks for it by `--trace on`.
    trace: isCi ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    // What it does without a network is looked at where that is the test.
    serviceWorkers: 'block',
    // No test is about what moves, and what fades has too little contrast for a moment.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Web security and site isolation stay on: the card frame's isolation is one of the things under test.
      args: [
        '--no-sandbox',
        '--font-render-hinting=none',
        // Tests reach nothing but this machine. To answer requests in the test instead would switch off the browser's
        // cache, and every page would load all of its scripts again.
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      ],
      ...(found && {
        executablePath: found.executablePath,
        env: { ...environment(), ...found.env },
      }),
    },
  },
  projects: [
    // First, since a worker is longest with these.
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
      // Flows of buyers and sellers again, with a translator at work; by hand, `playwright test --project=translated`.
      name: 'translated',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, translator: 'all' },
      grepInvert: /@phone/,
      testMatch:
        '{accounts,embed,main-job,offers-after,products-in-forms,subscriptions,team,ways-to-pay}.spec.ts',
    },
    {
      // A few flows of buyers again, on React itself.
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
