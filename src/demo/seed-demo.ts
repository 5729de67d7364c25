import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { App } from '#app.ts'
import { subscribeSeller } from '#billing/subscribe-seller.ts'
import type { Config } from '#config.ts'
import { defaultButtonTextColor } from '#forms/contract.ts'
import { toMajor } from '#money/amount.ts'
import { demoBump, demoForms } from './demo-forms.ts'
import { confirmDemoAddress, findDemoSeller, hasSellers, listDemoForms } from './store.ts'

export type Demo = {
  readonly email: string
  readonly password: string
  readonly forms: readonly { readonly title: string; readonly path: string }[]
}

const account = { name: 'Juniper Studio', email: 'demo@tillform.localhost', password: 'demo-tillform' }

/**
 * Gives an empty store a seller who is ready to sell, with three forms, by the same routes that a person would use; a
 * store that has sellers is left alone. Answers how to sign in while the demo seller is there.
 */
export async function seedDemo({ server, parts }: App, config: Config): Promise<Demo | undefined> {
  if (!(await hasSellers(parts.db))) {
    const call = apiOf(server)
    const { token } = z
      .object({ token: z.string() })
      .parse(await call('POST', '/authentication/sign-up', account))
    await confirmDemoAddress(parts.db, account.email)
    await subscribeDemo(parts)
    await completeOnboarding(call, token, config)
    const arts = [demoBump, ...demoForms].map(({ art }) => uploadArt(server, token, art))
    const [bumpPicture = '', ...pictures] = await Promise.all(arts)
    const bumpId = await createBump(call, token, bumpPicture)
    for (const [index, form] of [...demoForms.entries()].toReversed()) {
      const bumps = form.art === demoBump.on ? [bumpId] : []
      await createForm(call, token, form, { image: pictures[index] ?? '', bumps })
    }
  }
  const forms = await listDemoForms(parts.db, account.email)
  if (forms === undefined) return undefined
  return { ...account, forms: forms.map(({ id, title }) => ({ title, path: `/payment/${id}` })) }
}

type Server = App['server']
type Call = (method: 'GET' | 'POST', path: string, body?: object, token?: string) => Promise<unknown>

function apiOf(server: Server): Call {
  return async (method, path, body, token) => {
    const response = await server.inject({
      method,
      url: `/api${path}`,
      ...(body === undefined ? {} : { payload: body }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    if (response.statusCode >= 400) throw new Error(`The demo could not be made: ${path}: ${response.body}`)
    return response.json()
  }
}

/** The plan that opens everything, with a card of the sandbox on file. */
async function subscribeDemo(parts: App['parts']): Promise<void> {
  const { email, name } = account
  const sellerId = await findDemoSeller(parts.db, email)
  await subscribeSeller(parts, {
    sellerId,
    email,
    name,
    role: 'Customer',
    plan: 'GROWTH',
    paymentMethodId: 'pm_card_visa',
  })
}

/** Does at the sandbox what the seller would do on its onboarding page. */
async function completeOnboarding(call: Call, token: string, config: Config): Promise<void> {
  const check = () => call('GET', '/stripe/check-account-boarding', undefined, token)
  await check()
  const accounts = z
    .object({ data: z.array(z.object({ id: z.string(), email: z.string().nullish() })) })
    .parse(await (await fetch(`${config.provider.apiBase}/sandbox/accounts`)).json())
  const mine = accounts.data.find(({ email }) => email === account.email)
  await fetch(`${config.provider.apiBase}/sandbox/accounts/${mine?.id ?? ''}/complete`, { method: 'POST' })
  await check()
}

async function createBump(call: Call, token: string, image: string): Promise<string> {
  const { title, description, amount } = demoBump
  const body = { title, description, image, amount: toMajor(amount, 'usd'), currency: 'usd' }
  return z.object({ id: z.string() }).parse(await call('POST', '/bumps', body, token)).id
}

async function createForm(
  call: Call,
  token: string,
  form: (typeof demoForms)[number],
  parts: { readonly image: string; readonly bumps: readonly string[] },
): Promise<void> {
  const body = {
    ...form,
    ...parts,
    amount: toMajor(form.amount, 'usd'),
    currency: 'usd',
    priceType: 'OneTimePrice',
    buttonTextColor: defaultButtonTextColor,
  }
  await call('POST', '/forms', body, token)
}

async function uploadArt(server: Server, token: string, art: string): Promise<string> {
  const svg = await readFile(join(import.meta.dirname, 'art', `${art}.svg`))
  const { default: sharp } = await import('sharp')
  const form = new FormData()
  form.set('type', 'form')
  form.set('file', new Blob([await sharp(svg).resize({ width: 1600 }).png().toBuffer()]), `${art}.png`)
  const multipart = new Response(form)
  const response = await server.inject({
    method: 'POST',
    url: '/api/uploads/pictures',
    payload: Buffer.from(await multipart.arrayBuffer()),
    headers: {
      'content-type': multipart.headers.get('content-type') ?? '',
      authorization: `Bearer ${token}`,
    },
  })
  return z.object({ url: z.string() }).parse(response.json()).url
}
