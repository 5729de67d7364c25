// A full shop with the longest, shortest and oddest texts as the worst case for a screen. It is made from the demo shop
// through the API, by its seller, its buyers and a SuperAdmin.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { makePlans, type BusyPlans } from './busy-plans.ts'
import { sell, type Sale, type SaleState } from './busy-sales.ts'
import { oddTexts, titleOf } from './odd-texts.ts'
import type { Product } from './product.ts'
import { openShop, send, tokenOf } from './shop.ts'
import { grantSuperAdmin, password, signUp } from './super-admin.ts'

export type BusyShop = {
  /** The ids of the shop's forms, each named after its special feature. */
  readonly forms: ShopForms
  readonly sales: readonly (readonly [SaleState, Sale])[]
  readonly plans: BusyPlans
  readonly invitation: string
  readonly superAdmin: { readonly email: string; readonly token: string }
  readonly sellerToken: string
}

type ShopForms = Awaited<ReturnType<typeof makeForms>>
type Shop = Awaited<ReturnType<typeof openShop>>
type Things = {
  readonly bumps: readonly string[]
  readonly offers: readonly string[]
  readonly taxes: readonly string[]
  readonly images: readonly string[]
}

const day = 24 * 60 * 60 * 1000
/** The ids of the prices with their own timer, by position among twelve prices. */
const timedPrices = [undefined, randomUUID(), undefined, randomUUID()]
const formCount = 30
const currency = 'usd'

/** `salesOfEach` is the number of sales of each kind. */
export async function fillShop(product: Product, salesOfEach: number): Promise<BusyShop> {
  const shop = await openShop(product)
  const things = await makeThings(product, shop)
  await showFace(product, shop.token, things)
  await setPolicy(product, shop.token)
  const forms = await makeForms(product, shop, things)
  const sales = await sell(product, shop.token, forms, salesOfEach)
  const plans = await makePlans(product, shop)
  const invitation = await makeTeam(product, shop.token)
  const superAdmin = await makePlatform(product)
  return { forms, sales, plans, invitation, superAdmin, sellerToken: shop.token }
}

const pictures = z.object({ data: z.array(z.object({ image: z.string().nullable() })) })

async function makeThings(product: Product, shop: Shop): Promise<Things> {
  const known = pictures.parse(await send(product, ['GET', '/forms?limit=0'], undefined, shop.token))
  const images = known.data.flatMap(({ image }) => (image === null ? [] : [image]))
  const many = (count: number, make: (index: number) => Promise<string>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const describe = (index: number, noun: string) => ({
    title: titleOf(index, noun),
    description: index % 2 === 0 ? oddTexts.description : 'Short and to the point',
    image: images[index % images.length],
    amount: [0, 9, 19.9, 87_654.32][index % 4],
    currency,
  })
  const taxes = await many(12, (index) =>
    shop.create('/taxes', {
      title: titleOf(index, 'Tax'),
      percentage: [0, 7.7, 20, 8.8875][index % 4],
      inclusive: index % 2 === 0,
    }),
  )
  await many(12, (index) =>
    shop.create('/coupons', {
      code: index === 3 ? 'W'.repeat(40) : `SPRING-${index}`,
      title: titleOf(index, 'Coupon'),
      ...(index % 2 === 0
        ? { kind: 'percent', percentage: [100, 7.5, 20][index % 3] }
        : {
            kind: 'amount',
            amounts: [
              { currency, amount: 9.99 },
              { currency: 'jpy', amount: 1500 },
            ],
          }),
      maxRedemptions: index % 3 === 0 ? 1000 : null,
      maxPerBuyer: index % 4 === 0 ? 1 : null,
      isActive: index % 5 !== 4,
    }),
  )
  const bumps = await many(12, (index) => shop.create('/bumps', describe(index, 'Bump')))
  const tags = ['spring', 'brushes and paper', oddTexts.unbroken.slice(0, 50), 'summer sale', 'gifts']
  const offers = await many(12, (index) =>
    shop.create('/one-time-offers', {
      ...describe(index, 'Offer'),
      tags: tags.slice(0, index % 6),
      isActive: index % 3 !== 0,
    }),
  )
  return { bumps, offers, taxes, images }
}

/** Gives the shop a long name, links and pictures, which take the most space. */
async function showFace(product: Product, token: string, { images }: Things): Promise<void> {
  const face = {
    name: `Juniper Studio ${oddTexts.longName}`.slice(0, 120),
    logo: images[0],
    wideLogo: null,
    contactEmail: oddTexts.longEmail,
    website: `https://${'long-'.repeat(10)}name.example.com/`,
    brandColor: '#ffe680',
    font: 'serif',
  }
  await send(product, ['PATCH', '/seller/shop'], face, token)
}

/** The policy of an EU shop that reviews withdrawals first, with long texts. */
async function setPolicy(product: Product, token: string): Promise<void> {
  await send(product, ['PATCH', '/seller/invoice-details'], { country: 'DE' }, token)
  const policy = {
    sells: 'service',
    withdrawalDays: 30,
    onWithdrawal: 'ask_me',
    earlyStart: 'offered',
    ownText: oddTexts.description.slice(0, 1_000),
  }
  await send(product, ['PATCH', '/seller/policy'], policy, token)
}

async function makeForms(product: Product, shop: Shop, { bumps, offers, taxes, images }: Things) {
  const create = (fields: object) =>
    shop.create('/forms', {
      description: 'Twelve sheets, three brushes and a quiet hour',
      image: images[0],
      currency,
      amount: 49,
      ...fields,
    })
  for (let index = 0; index < formCount; index += 1) {
    await create({
      title: titleOf(index, 'Form'),
      name: index % 3 === 0 ? `Internal name ${index}` : '',
      description: index % 2 === 0 ? oddTexts.description : 'Short and to the point',
      image: images[index % images.length],
      amount: [49, 0, 876_543.21][index % 3],
    })
  }
  const forms = {
    recurring: await create({
      title: 'A letter every two weeks, six times',
      priceType: 'RecurringPrice',
      billingPeriod: 'Weekly',
      billingInterval: 2,
      cancelAfter: 6,
      taxId: taxes[3],
      bumps: bumps.slice(5, 6),
    }),
    choice: await create({
      title: 'One thing at twelve prices',
      taxId: taxes[3],
      priceLabel: oddTexts.long.slice(0, 60),
      prices: Array.from({ length: 11 }, (_, index) => ({
        id: timedPrices[index] ?? null,
        label: index % 3 === 0 ? `${index} ${oddTexts.unbroken}`.slice(0, 60) : `Price number ${index + 2}`,
        amount: [19.9, 876_543.21, 0.5, 120][index % 4],
        priceType: index % 2 === 0 ? 'RecurringPrice' : 'OneTimePrice',
        billingPeriod: (['Weekly', 'Monthly', 'Yearly'] as const)[index % 3],
        billingInterval: 1 + (index % 2),
        cancelAfter: index % 4 === 0 ? 12 : 0,
        state: index === 9 ? 'hidden' : index === 10 ? 'retired' : 'listed',
        isDefault: index === 2,
      })),
      timers: timedPrices
        .filter((id) => id !== undefined)
        .map((priceId, index) => ({
          title: index === 0 ? oddTexts.long : 'Last call',
          timestamp: Date.now() + (index + 2) * day,
          amount: 24.9,
          priceId,
        })),
    }),
    named: await create({
      title: 'A song that costs what you find fair',
      amount: 0.5,
      isOpen: true,
      suggestedAmount: 12,
      presetAmounts: [5, 12.5, 250, 876_543.21],
      taxId: taxes[3],
    }),
    opening: await create({
      title: 'A seat in the studio, with a week to try it',
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      cancelAfter: 12,
      trialDays: 7,
      trialAmount: 1,
      setupAmount: 30,
      setupLabel: oddTexts.long.slice(0, 60),
      payoffDiscount: 10,
      quantityLabel: 'Seats',
      quantityMin: 2,
      quantityMax: 20,
      stockLimit: 9,
      bumps: bumps.slice(5, 6),
    }),
    soldOut: await create({ title: 'A thing of which nothing is left', stockLimit: 0 }),
    free: await create({ title: 'A free sheet to print', amount: 0, successMessage: 'Enjoy the sheet.' }),
    offered: await create({ title: 'Free, and then an offer', amount: 0, oneTimeOffer: offers[1] }),
    odd: await create({
      title: oddTexts.unbroken,
      description: oddTexts.description,
      amount: 776_543.21,
      buttonText: oddTexts.long.slice(0, 120),
      taxId: taxes[1],
      bumps: bumps.slice(0, 7),
    }),
    rightToLeft: await create({
      title: oddTexts.hebrew,
      description: `${oddTexts.hebrew}\n\n${oddTexts.arabic}`,
    }),
    ended: await create({
      title: 'An offer that has ended',
      timers: [{ title: 'Over', timestamp: Date.now() - day, redirectUrl: 'https://example.com/waitlist' }],
    }),
    paused: await create({
      title: 'A form that is paused',
      pauseMessage: oddTexts.description.slice(0, 200),
    }),
    deleted: await create({ title: 'A form that is deleted' }),
    full: await create({
      name: 'Everything in one form',
      title: 'A year in the studio, with everything there is',
      description: oddTexts.description,
      video: 'https://youtu.be/dQw4w9WgXcQ',
      files: [await upload(product, shop.token)],
      redirectUrl: 'https://example.com/welcome',
      successMessage: oddTexts.description.slice(0, 400),
      termsUrl: 'https://example.com/terms',
      taxId: taxes[2],
      buttonText: 'Book my year',
      themeColor: '#0F6E84',
      bumps: bumps.slice(4, 9),
      timers: [
        { title: oddTexts.long, timestamp: Date.now() + 2 * day, timezone: 'America/Denver', amount: 59 },
        {
          title: 'Last call',
          timestamp: Date.now() + 9 * day,
          amount: 79,
          redirectUrl: 'https://example.com',
        },
      ],
      oneTimeOffer: offers[1],
      otoSequenceList: bumps.slice(8, 12),
    }),
  }
  await shop.change('/seller/shop', {
    embedHosts: ['shop.example.com', `${'long-'.repeat(10)}name.example.com`],
  })
  await shop.change(`/forms/${forms.paused}`, { isPaused: true, isDetailUpdate: false })
  await send(product, ['DELETE', `/forms/${forms.deleted}`], undefined, shop.token)
  return forms
}

async function upload(product: Product, token: string): Promise<unknown> {
  const body = new FormData()
  body.set('type', 'form')
  body.set('file', new File(['Look up often.'], `${oddTexts.longName}.txt`, { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${product.url}/api/uploads/files`, { method: 'POST', headers, body })
  return response.json()
}

const team = z.object({ roles: z.array(z.object({ id: z.string() })) })
const invited = z.object({ url: z.string() })

/** Creates four members and several open invitations. Returns the path of one invitation. */
async function makeTeam(product: Product, token: string): Promise<string> {
  const { roles } = team.parse(await send(product, ['GET', '/team'], undefined, token))
  const invite = async (email: string, index: number) => {
    const body = { email, roleId: roles[index % roles.length]?.id }
    const { url } = invited.parse(await send(product, ['POST', '/team/invitations'], body, token))
    return new URL(url)
  }
  const names = ['Grace Hopper', oddTexts.longName, oddTexts.arabic, '🎨']
  for (const [index, name] of names.entries()) {
    const email = `member-${index}@busy.example.com`
    const { hash } = await invite(email, index)
    const body = { name, email, password, invitation: hash.slice(1) }
    await send(product, ['POST', '/authentication/sign-up'], body)
  }
  await invite(oddTexts.longEmail, 1)
  const { pathname, hash } = await invite('somebody@busy.example.com', 2)
  return `${pathname}${hash}`
}

/** Creates a SuperAdmin, roles and permissions with odd names, and their audit log entries. */
async function makePlatform(product: Product) {
  const email = await signUp(product, oddTexts.longName.slice(0, 110))
  await grantSuperAdmin(product, email)
  const token = await tokenOf(product, { email, password })
  const rights = { Read: true, Write: true, Update: false, Delete: false }
  const permission = {
    name: oddTexts.unbroken.slice(0, 120),
    description: oddTexts.description,
    entity: 'forms',
  }
  const { id } = z
    .object({ id: z.string() })
    .parse(await send(product, ['POST', '/admin/permissions'], { ...permission, ...rights }, token))
  for (const name of [oddTexts.unbroken.slice(0, 120), oddTexts.arabic, 'Phone']) {
    const body = { name, description: oddTexts.description, permissions: [id], forTeams: false }
    await send(product, ['POST', '/admin/roles'], body, token)
  }
  await reportRefusals(product, token)
  return { email, token }
}

/** Sends a report about blocked content as a browser would. The server stores it a moment later. */
async function reportRefusals(product: Product, token: string): Promise<void> {
  const report = (blockedURL: string, effectiveDirective: string) => ({
    type: 'csp-violation',
    body: { documentURL: `${product.url}/payment/${'0'.repeat(36)}`, blockedURL, effectiveDirective },
  })
  await fetch(`${product.url}/api/content-security/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/reports+json' },
    body: JSON.stringify([
      report(`https://${'a'.repeat(60)}.skimmer.example/s.js`, 'script-src-elem'),
      report('inline', 'script-src-elem'),
      report('https://pixel.example/p.gif', 'img-src'),
    ]),
  })
  const listed = z.object({ data: z.array(z.unknown()) })
  const list = async () =>
    listed.parse(await send(product, ['GET', '/admin/content-security'], undefined, token))
  while ((await list()).data.length < 3) await sleep(100)
}
