import { join } from 'node:path'
import { newId } from '#foundation/db/new-id.ts'
import { encodePicture } from '#foundation/pictures/encode-picture.ts'
import { root } from '#foundation/process/root.ts'
import type { DemoApi } from './demo-api.ts'
import { demoBumps, demoForms, demoOffer, demoTax, type DemoForm } from './demo-shop.ts'

type Ids = ReadonlyMap<string, string>
type Things = { readonly taxes: Ids; readonly bumps: Ids; readonly offers: Ids; readonly pictures: Ids }

const currency = 'usd'
const day = 24 * 60 * 60 * 1000

export type SeededForms = { readonly forms: Ids; readonly bumps: Ids }

/** Creates whatever is missing. Returns the ids of forms and bumps by title. */
export async function seedForms(api: DemoApi, now: Date): Promise<SeededForms> {
  const taxes = await api.idsOf('/taxes')
  const bumps = await api.idsOf('/bumps')
  const offers = await api.idsOf('/one-time-offers')
  const forms = await api.idsOf('/forms')
  const missing = {
    taxes: [demoTax].filter(({ title }) => !taxes.has(title)),
    bumps: demoBumps.filter(({ title }) => !bumps.has(title)),
    offers: [demoOffer].filter(({ title }) => !offers.has(title)),
    forms: demoForms.filter(({ title }) => !forms.has(title)),
  }
  const pictures = await uploadArt(api, [...missing.bumps, ...missing.offers, ...missing.forms])
  for (const tax of missing.taxes) taxes.set(tax.title, await api.create('/taxes', tax))
  for (const { art, ...bump } of missing.bumps) {
    bumps.set(bump.title, await api.create('/bumps', { ...bump, currency, image: pictures.get(art) }))
  }
  for (const { art, ...offer } of missing.offers) {
    const body = { ...offer, currency, image: pictures.get(art) }
    offers.set(offer.title, await api.create('/one-time-offers', body))
  }
  for (const form of missing.forms.toReversed()) {
    const body = describeForm(form, { taxes, bumps, offers, pictures }, now)
    forms.set(form.title, await api.create('/forms', body))
  }
  return { forms, bumps }
}

async function uploadArt(api: DemoApi, things: readonly { readonly art: string }[]): Promise<Ids> {
  const names = [...new Set(things.map(({ art }) => art))]
  const urls = names.map(async (name) => {
    const from = join(root, 'src/operations/demo/art', name)
    const format = { type: 'png', compressionLevel: 1 } as const
    return [name, await api.upload(await encodePicture({ from, width: 1280, format }))] as const
  })
  return new Map(await Promise.all(urls))
}

function describeForm(form: DemoForm, things: Things, now: Date): object {
  const { art, bumps = [], isTaxed = false, timer, offer, sequence = [], blocks = [], plan, ...fields } = form
  const idsOf = (titles: readonly string[]) => titles.map((title) => things.bumps.get(title))
  return {
    ...fields,
    ...plan,
    blocks: blocks.map((block) => ({ ...block, id: newId() })),
    image: things.pictures.get(art),
    currency,
    priceType: plan === undefined ? 'OneTimePrice' : 'RecurringPrice',
    taxId: isTaxed ? things.taxes.get(demoTax.title) : null,
    bumps: idsOf(bumps),
    otoSequenceList: idsOf(sequence),
    oneTimeOffer: offer === undefined ? null : things.offers.get(offer),
    timers:
      timer === undefined
        ? []
        : [
            {
              title: timer.title,
              amount: timer.amount,
              timestamp: now.getTime() + timer.expiresIn * day,
              timezone: 'America/Detroit',
            },
          ],
  }
}
