import { z } from 'zod'
import { until } from './until.ts'

/** The part of the sandbox's control API that the fault runs need. */
export type Provider = {
  readonly url: string
  readonly setFaults: (script: FaultScript) => Promise<void>
  /** Releases every held request. */
  readonly release: () => Promise<void>
  /** Waits until a request to this path is held. */
  readonly untilHeld: (method: string, path: RegExp) => Promise<void>
  /** The newest request to a path in the sandbox's log. */
  readonly lastRequest: (method: string, path: RegExp) => Promise<ProviderRequest>
  /** Sends a request again, as a slow network would. Returns the type of the error. */
  readonly send: (request: ProviderRequest) => Promise<string | undefined>
  readonly list: (
    kind: 'accounts' | 'charges' | 'payment_intents' | 'subscriptions' | 'refunds',
  ) => Promise<ProviderObject[]>
  /** Moves the provider's clock forward, and everything due by then happens. */
  readonly advance: (seconds: number) => Promise<void>
  readonly complete: (account: string) => Promise<void>
  /** Submits the page's payment fields as a browser would, and returns the token. */
  readonly makeToken: (account: string, fields: Readonly<Record<string, string>>) => Promise<string>
  /** The buyer's action on the bank's page. */
  readonly authenticate: (clientSecret: string, outcome: 'complete' | 'fail') => Promise<void>
}

export type FaultScript = { readonly calls?: readonly object[]; readonly events?: readonly object[] }

const providerObject = z.object({
  id: z.string(),
  account: z.string(),
  email: z.string().nullish(),
  status: z.string().optional(),
  amount: z.number().optional(),
  currency: z.string().optional(),
  payment_intent: z.string().nullish(),
  cancel_at_period_end: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
export type ProviderObject = z.output<typeof providerObject>

const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })
const providerRequest = z.object({
  method: z.string(),
  path: z.string(),
  account: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  status: z.union([z.number(), z.string()]),
  params: z.record(z.string(), z.unknown()),
})
export type ProviderRequest = z.output<typeof providerRequest>

const refusal = z.object({ error: z.object({ type: z.string() }).optional() })

export function createProvider(url: string, secretKey: string, publishableKey: string): Provider {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const requests = async (method: string, path: RegExp): Promise<ProviderRequest[]> => {
    const { data } = listOf(providerRequest).parse(await ask('GET', 'requests'))
    return data.filter((one) => one.method === method && path.test(one.path))
  }
  return {
    url,
    async setFaults(script) {
      await ask('PUT', 'faults', script)
    },
    async release() {
      await ask('POST', 'faults/release')
    },
    async untilHeld(method, path) {
      await until(`a held ${method} ${path.source}`, async () =>
        (await requests(method, path)).find(({ status }) => status === 'held'),
      )
    },
    async lastRequest(method, path) {
      const [last] = await requests(method, path)
      if (last === undefined) throw new Error(`No ${method} ${path.source} was sent`)
      return last
    },
    async send({ method, path, account, idempotency_key: key, params }) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
          'stripe-account': account ?? '',
          'idempotency-key': key ?? '',
        },
        body: new URLSearchParams(formFields(params)),
      })
      return refusal.parse(await response.json()).error?.type
    },
    list: async (kind) => listOf(providerObject).parse(await ask('GET', kind)).data,
    async advance(seconds) {
      await ask('POST', 'clock', { advance: seconds })
    },
    async complete(account) {
      await ask('POST', `accounts/${account}/complete`)
    },
    async makeToken(account, fields) {
      const response = await fetch(`${url}/v1/confirmation_tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': account },
        body: new URLSearchParams(fields),
      })
      return z.object({ id: z.string().startsWith('ctoken_') }).parse(await response.json()).id
    },
    async authenticate(clientSecret, outcome) {
      const [intent] = clientSecret.split('_secret_')
      await ask('POST', 'authentications', { payment_intent: intent, client_secret: clientSecret, outcome })
    },
  }
}

/** `a[b]=c` for each value, which is the provider's form encoding of nested values. */
function formFields(params: Readonly<Record<string, unknown>>, prefix = ''): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] => {
    const field = prefix === '' ? name : `${prefix}[${name}]`
    const nested = z.record(z.string(), z.unknown()).safeParse(value)
    return nested.success ? formFields(nested.data, field) : [[field, String(value)]]
  })
}
