// A payment page on a seller's site: embedded in the text, opened as a popup, and on a site where it is blocked.
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import { startSite } from './seller-site.ts'
import { send, tokenOf } from './shop.ts'
import type { ShownPage } from './shown-page.ts'

export async function embedPages(
  product: Product,
): Promise<{ pages: ShownPage[]; stop: () => Promise<void> }> {
  const form = product.demo.forms[0]?.path.split('/').at(-1) ?? ''
  const site = await startSite(
    () =>
      `<p>Six weeks of light and water.</p><div data-tillform="${form}"></div>` +
      `<p><button data-tillform-popup="${form}">Buy the course</button></p>` +
      `<script async src="${product.url}/embed.js"></script>`,
  )
  const token = await tokenOf(product, product.demo)
  await send(product, ['PATCH', '/seller/shop'], { embedHosts: [site.host] }, token)
  const path = `http://${site.host}/`
  return {
    pages: [
      { name: 'embed-inline', path },
      { name: 'embed-popup', path, open: openPopup, isDialog: true },
      { name: 'embed-refused', path: `http://${site.unlisted}/` },
    ],
    stop: site.stop,
  }
}

async function openPopup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy the course' }).click()
  await page.getByRole('dialog').frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
}
