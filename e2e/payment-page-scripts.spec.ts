// Compares the documented inventory of the payment page's scripts with those a browser really runs.
import type { Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { cardFrame, expect, fillCard, test } from './test.ts'

const root = join(import.meta.dirname, '..')
const inventory = join(root, 'docs', 'payment-page-scripts.md')

/** The scripts in the first column of the documented inventory. */
async function listed(): Promise<string[]> {
  const rows = (await readFile(inventory, 'utf8')).matchAll(/^\| `([^`]+)` /gm)
  return [...rows].map(([, script = '']) => script).toSorted()
}

/** The page's own scripts, whoever requested them. Scripts inside frames belong to the frames' pages. */
function watchScripts(page: Page, nameOf: (url: string) => string): Set<string> {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const isOfPage = request.resourceType() === 'script' && request.frame() === page.mainFrame()
    if (isOfPage) loaded.add(nameOf(request.url()))
  })
  return loaded
}

/** Identifies each script by a word that it contains. */
const inlineNames = {
  trustedTypes: 'Trusted Types',
  fetchpriority: 'after the picture',
  cloneNode: 'kept texts',
}

const inlineScripts = (page: Page) =>
  page
    .locator('script:not([src])')
    .evaluateAll((scripts) =>
      scripts
        .filter((script) => script.getAttribute('type') !== 'application/json')
        .map((script) => script.textContent),
    )

// Proves script-inventory, no-card-data.
test('a payment page loads only the scripts of the inventory until it is paid @desktop', async ({
  page,
  product,
}) => {
  const nameOf = (url: string) =>
    url
      .replace(`${product.sandboxUrl}/js/stripe.js`, 'https://js.stripe.com/endive/stripe.js')
      .replace(product.url, '')
      .replace(/-[\w-]{8}\.js$/, '-*.js')
  const loaded = watchScripts(page, nameOf)
  const answer = await page.goto(product.demo.forms[0]?.path ?? '')
  await page.getByRole('textbox', { name: 'Email' }).fill('scripts@example.com')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /\$49\.00/ }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  const inline = await inlineScripts(page)
  for (const script of inline) {
    const name = Object.entries(inlineNames).find(([part]) => script.includes(part))?.[1]
    loaded.add(`inline: ${name ?? script}`)
  }

  // The demo's first form has no offers. The policy also lists the script that forms with offers load.
  expect([...loaded, '/assets/offers-after-*.js'].toSorted()).toEqual(await listed())
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(
    /; script-src \S+\/assets\/payment-[\w-]+\.js \S+\/assets\/late-parts-[\w-]+\.js \S+\/assets\/offers-after-[\w-]+\.js 'sha256-\S+' 'sha256-\S+' 'sha256-\S+' \S+; /,
  )
  expect(policy).not.toMatch(/nonce|strict-dynamic|unsafe/)
})

test('a script that fails to load at payment is fetched again, and the buyer pays once @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  let asked = 0
  await page.route(/\/assets\/late-parts-/, (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 503 }) : route.continue()
  })
  await page.goto(product.demo.forms[0]?.path ?? '')
  await page.getByRole('textbox', { name: 'Email' }).fill('again@example.com')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /\$49\.00/ }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(asked).toBe(2)
})

test('the payment page reports that it did not start only if its own script is blocked @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/^$|ERR_FAILED|dynamically imported module/)
  const path = product.demo.forms[0]?.path ?? ''
  const note = page.getByText('This page has not started yet.')
  await page.goto(path)
  await expect(page.getByRole('button', { name: /\$49\.00/ })).toBeEnabled()
  await expect(note).toHaveCount(0)
  await page.route(/\/assets\/payment-/, (route) => route.abort())
  await page.goto(path)
  await expect(note).toBeHidden()
  // The message waits a while, because the connection could simply be slow.
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
  await expect(note).toBeVisible()
})

/** Everything the shop has stored and logged, as text. A backup contains every row. */
async function readStored(dataDir: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-stored-'))
  try {
    const archive = join(folder, 'shop.backup')
    const env = { ...process.env, DATA_DIR: dataDir }
    await promisify(execFile)(process.execPath, ['scripts/backup.ts', archive], { cwd: root, env })
    await promisify(execFile)('tar', ['-xf', archive, '-C', folder, 'database.jsonl.gz'])
    const rows = await promisify(gunzip)(await readFile(join(folder, 'database.jsonl.gz')))
    return `${rows.toString()}\n${await readFile(join(dataDir, 'tillform.log'), 'utf8')}`
  } finally {
    await rm(folder, { recursive: true })
  }
}

// Proves no-card-data.
test('a card number is sent only to Stripe and is never stored or logged @desktop', async ({
  page,
  product,
}) => {
  // No other test pays with this card. The search also finds its number in groups of digits.
  const number = '6011111111111117'
  const written = new RegExp(number.replaceAll(/\B/g, String.raw`\W*`))
  const takers = new Set<string>()
  page.on('request', (request) => {
    const sent = [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n')
    if (written.test(sent.replaceAll('%20', ' '))) takers.add(new URL(request.url()).origin)
  })
  await page.goto(product.demo.forms[0]?.path ?? '')
  await page.getByRole('textbox', { name: 'Email' }).fill('number@example.com')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await fillCard(page, number)
  await page.getByRole('button', { name: /\$49\.00/ }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()

  expect([...takers]).toEqual([new URL(product.sandboxUrl).origin])
  const stored = await readStored(product.dataDir)
  expect(stored).toContain('number@example.com')
  expect(stored).not.toMatch(written)
})

test('text on our pages never becomes markup or a script @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/TrustedHTML|TrustedScript|Content Security Policy/)
  for (const path of ['/login', '/register', '/preview/payment', product.demo.forms[0]?.path ?? '']) {
    await page.goto(path)
    const refused = await page.evaluate(() => {
      const attempts = [
        () => void (document.createElement('div').innerHTML = '<b>x</b>'),
        () => void (document.createElement('script').src = 'https://elsewhere.example/x.js'),
        () => void (document.createElement('script').text = 'window.ran = true'),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'taken'
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error)
        }
      })
    })
    expect([path, ...refused]).toEqual([path, 'refused', 'refused', 'refused'])
  }
})

test('Stripe’s fields appear only once they work, so that no input is lost @desktop', async ({
  page,
  product,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/js/payment-frame.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(product.demo.forms[0]?.path ?? '')
  await page.getByRole('textbox', { name: 'Email' }).fill('late-fields@example.com')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await expect(cardFrame(page).locator('form')).toBeAttached()
  await expect(cardFrame(page).getByRole('textbox')).toHaveCount(0)
  held.resolve()
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /\$49\.00/ }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
})
