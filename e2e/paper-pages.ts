// Printed pages: a purchase page, and each page of its PDF invoice.
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import type { BusyShop } from './busy-shop.ts'
import type { ShownPage } from './shown-page.ts'

/** The width of an A4 page in CSS pixels. */
const width = 794

export function paperPages({ sales }: BusyShop): ShownPage[] {
  return sales
    .filter(([state]) => ['paid', 'recurring', 'refunded', 'withOffer', 'free'].includes(state))
    .flatMap(([state, { purchaseId, secret }]) => {
      const purchase = `/purchases/${purchaseId}`
      const invoice = `${purchase}/invoice.pdf?key=${secret}`
      return [
        {
          name: `printed-${state}`,
          path: `${purchase}?key=${secret}`,
          open: (page: Page) => page.emulateMedia({ media: 'print' }),
          width,
        },
        { name: `invoice-${state}`, path: '/help', open: (page: Page) => showInvoice(page, invoice), width },
      ]
    })
}

const reader = join(import.meta.dirname, '..', 'node_modules', 'pdfjs-dist', 'build')
const script = 'text/javascript'

/** Draws every page of the PDF, because a headless browser cannot show one. */
async function showInvoice(page: Page, invoice: string): Promise<void> {
  const body = `<!doctype html><meta charset="utf-8"><title>Invoice</title>
    <style>body { margin: 0; background: #888 } canvas { display: block; width: 100%; margin-bottom: 8px }</style>
    <script type="module">
      import { getDocument, GlobalWorkerOptions } from '/reader/pdf.mjs'
      GlobalWorkerOptions.workerSrc = '/reader/pdf.worker.mjs'
      const pdf = await getDocument({ url: ${JSON.stringify(invoice)} }).promise
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const sheet = await pdf.getPage(number)
        const viewport = sheet.getViewport({ scale: 2 })
        const { width, height } = viewport
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        document.body.append(canvas)
        await sheet.render({ canvas, viewport }).promise
      }
      document.body.dataset.drawn = 'yes'
    </script>`
  await page.route('**/reader/*.mjs', (route) =>
    route.fulfill({ path: join(reader, route.request().url().split('/').at(-1) ?? ''), contentType: script }),
  )
  await page.route('**/invoice-alone', (route) => route.fulfill({ contentType: 'text/html', body }), {
    times: 1,
  })
  await page.goto('/invoice-alone')
  await page.locator('body[data-drawn]').waitFor()
}
