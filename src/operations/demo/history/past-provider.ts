import { z } from 'zod'
import type { Config } from '#foundation/config/config.ts'

/** The sandbox with a movable clock that starts in the past, and what people do on Stripe's own pages. */
export type PastProvider = {
  /** How far the sandbox's clock is from the real one, in milliseconds. */
  readonly offset: () => Promise<number>
  /** Starts the sandbox's clock at this time. Returns false if the sandbox has already been used. */
  readonly begin: (at: number) => Promise<boolean>
  /** Returns the sandbox's time afterwards, in Unix milliseconds. It can be later than requested. */
  readonly moveTo: (at: number) => Promise<number>
  /** Where the sandbox's clock was last moved to, in Unix milliseconds. Steps due at that time may be unfinished. */
  readonly movedTo: () => Promise<number>
  /** Moves the sandbox's clock to the real time and does everything due on the way. */
  readonly catchUp: () => Promise<void>
  /** Stops or resumes sending events. Events about the past are not needed, because the state is read instead. */
  readonly silence: (isSilent: boolean) => Promise<void>
  /** When the connected account was created, in milliseconds, or undefined if there is none. */
  readonly accountMadeAt: () => Promise<number | undefined>
  /** The seller responds to a dispute in Stripe's dashboard, and wins. */
  readonly winDispute: (account: string, id: string) => Promise<void>
  /** The buyer's browser confirms another card. */
  readonly confirmSetup: (account: string, setup: Setup, card: string) => Promise<void>
}

type Setup = { readonly setupIntentId: string; readonly clientSecret: string }

const clock = z.object({ now: z.number(), offset: z.number(), moved_to: z.number().nullable() })
const accounts = z.object({ data: z.array(z.object({ email: z.string().nullish(), created: z.number() })) })

export function openPastProvider({ provider }: Pick<Config, 'provider'>, email: string): PastProvider {
  const send = async (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${provider.apiBase}${path}`, init)
  const control = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Response> =>
    send(`/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const readClock = async () => clock.parse(await (await send('/sandbox/clock', {})).json())
  const offset = async (): Promise<number> => (await readClock()).offset * 1000
  const ask = async (key: string, account: string, path: string, fields: Record<string, string>) => {
    const headers = { authorization: `Bearer ${key}`, 'stripe-account': account }
    const answer = await send(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    if (!answer.ok) throw new Error(`The demo could not be created: ${path}: ${await answer.text()}`)
  }
  return {
    offset,
    async begin(at) {
      const answer = await control('POST', '/clock/begin', { at: Math.floor(at / 1000) })
      return answer.ok
    },
    async moveTo(at) {
      const moved = await control('POST', '/clock', { to: Math.floor(at / 1000) })
      return clock.parse(await moved.json()).now * 1000
    },
    async movedTo() {
      const { now, moved_to: movedTo } = await readClock()
      return (movedTo ?? now) * 1000
    },
    async catchUp() {
      const behind = -(await offset()) / 1000
      if (behind > 0) await control('POST', '/clock', { advance: behind })
    },
    async silence(isSilent) {
      const events = isSilent ? [{ type: '*', fault: { kind: 'drop' } }] : []
      await control('PUT', '/faults', { calls: [], events })
    },
    async accountMadeAt() {
      const { data } = accounts.parse(await (await send('/sandbox/accounts', {})).json())
      const mine = data.find((account) => account.email === email)
      return mine && mine.created * 1000
    },
    winDispute: (account, id) =>
      ask(provider.secretKey, account, `/v1/disputes/${id}`, {
        'evidence[uncategorized_text]': 'winning_evidence',
      }),
    confirmSetup: (account, { setupIntentId, clientSecret }, card) =>
      ask(provider.publishableKey, account, `/v1/setup_intents/${setupIntentId}/confirm`, {
        client_secret: clientSecret,
        payment_method: card,
      }),
  }
}
