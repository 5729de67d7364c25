import { chromium, type Browser, type Page } from '@playwright/test'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { findBrowser } from '../e2e/browser.ts'
import { startProduct, type Product } from '../e2e/product.ts'
import { middleBy } from './load.ts'

/** How long a buyer waits, in milliseconds: for the first paint, for the picture, and while the page is blocked. */
export type PageTimes = { readonly first: number; readonly largest: number; readonly blocking: number }

const rounds = 5
/** An older phone on a bad day: Lighthouse's slow 4G with a processor four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const slowerBy = 4
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true }

/** Opens pages as on a slow phone: static pages with the same words and picture, and the demo's payment page. */
export async function measurePages(product: Product): Promise<Readonly<Record<string, PageTimes>>> {
  const path = product.demo.forms[0]?.path ?? ''
  const still = await startStill(product, path)
  const onReact = await startProduct({ PAGE_RUNTIME: 'react' })
  const found = await findBrowser()
  const browser = await chromium.launch({
    ...(found && { executablePath: found.executablePath, env: { ...process.env, ...found.env } }),
  })
  try {
    const pages = {
      'still page of text': `${still.url}/text`,
      'still page with the picture': `${still.url}/picture`,
      'payment page': `${product.url}${path}`,
      'payment page on React': `${onReact.url}${onReact.demo.forms[0]?.path ?? ''}`,
    }
    const times: Record<string, PageTimes[]> = {}
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, url] of Object.entries(pages)) (times[name] ??= []).push(await open(browser, url))
    }
    return Object.fromEntries(
      Object.entries(times).map(([name, all]) => [
        name,
        {
          first: middleOf(all, ({ first }) => first),
          largest: middleOf(all, ({ largest }) => largest),
          blocking: middleOf(all, ({ blocking }) => blocking),
        },
      ]),
    )
  } finally {
    await browser.close()
    await onReact.stop()
    still.server.close()
  }
}

function middleOf(all: readonly PageTimes[], time: (one: PageTimes) => number): number {
  const found = middleBy(all, time)
  return found === undefined ? Number.NaN : time(found)
}

const Observed = z.object({ first: z.number(), largest: z.number(), blocking: z.number() })

async function open(browser: Browser, url: string): Promise<PageTimes> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    await throttle(page)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    return Observed.parse(await page.evaluate(observe))
  } finally {
    await context.close()
  }
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
}

/** Runs in the page and reads its performance entries. Time beyond 50 milliseconds in a task counts as blocking. */
const observe = `(async () => {
  const entries = (type) => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
    setTimeout(() => resolve([]), 1000)
  })
  const [paints, largest, tasks] = await Promise.all(['paint', 'largest-contentful-paint', 'longtask'].map(entries))
  return {
    first: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
    largest: largest.at(-1)?.startTime ?? 0,
    blocking: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
  }
})()`

/** Serves only the payment page's words in its font, and its picture in the same widths. */
async function startStill(product: Product, path: string): Promise<{ url: string; server: Server }> {
  const document = await (await fetch(`${product.url}${path}`)).text()
  const picture =
    /<picture[^>]*>(?:(?!<\/picture>).)*fetchpriority="high".*?<\/picture>/i.exec(document)?.[0] ?? ''
  const words = [...document.matchAll(/<(h1|h2|p|label)\b[^>]*>(.*?)<\/\1>/g)]
    .map(([, , inside = '']) => `<p>${inside.replaceAll(/<[^>]*>/g, '')}</p>`)
    .join('\n')
  const html = (body: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Still</title><style>body{font-family:system-ui,sans-serif}img{width:100%;height:auto}</style>${body}`
  const pages: Readonly<Record<string, Buffer>> = {
    '/text': brotliCompressSync(html(words)),
    '/picture': brotliCompressSync(html(picture + words)),
  }
  const files = new Map<string, Promise<{ type: string; content: Buffer }>>()
  const answer = async (url: string, response: ServerResponse): Promise<void> => {
    const page = pages[url]
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(page)
      return
    }
    if (!files.has(url)) files.set(url, read(`${product.url}${url}`))
    const file = await files.get(url)
    response.writeHead(200, { 'content-type': file?.type }).end(file?.content)
  }
  const server = createServer((request, response) => void answer(request.url ?? '', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://localhost:${port}`, server }
}

async function read(url: string): Promise<{ type: string; content: Buffer }> {
  const answer = await fetch(url)
  return { type: answer.headers.get('content-type') ?? '', content: Buffer.from(await answer.arrayBuffer()) }
}
