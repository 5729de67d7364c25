import { Script } from 'node:vm'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { registerPages } from '#pages/register-pages.ts'
import type { AccountLink, PagesWorld } from '#pages/world.ts'

const hostile = `<script>alert("1")</script>'&`
const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;'

const link: AccountLink = {
  isOpen: true,
  returnUrl: 'https://app.example.com/back?a=1',
  refreshUrl: 'https://app.example.com/again',
  accountId: 'acct_1',
  businessName: hostile,
  country: 'DE',
  email: 'ann@example.com',
}

let server: FastifyInstance
let links: Map<string, AccountLink>
let completed: unknown[]

beforeEach(() => {
  links = new Map([['al_1', link]])
  completed = []
  server = Fastify()
  registerPages(server, testWorld())
})

function testWorld(): PagesWorld {
  const created = Date.UTC(2026, 10, 20) / 1000
  return {
    applicationOrigin: 'https://app.example.com',
    publishableKey: 'pk_test_1',
    now: () => created,
    authentication: ({ intentId, clientSecret }) =>
      intentId === 'pi_1' && clientSecret === 'pi_1_secret_1'
        ? {
            isWaiting: true,
            businessName: hostile,
            amount: { value: 150_000, currency: 'jpy' },
            cardLast4: '3184',
          }
        : undefined,
    redirect: () => undefined,
    decideRedirect: ({ intentId }, isAuthorized) => completed.push([intentId, isAuthorized]),
    invoice: (id) =>
      id === 'in_1'
        ? {
            id,
            businessName: hostile,
            amount: { value: 2400, currency: 'usd' },
            status: 'open',
            waitsFor: { intentId: 'pi_1', clientSecret: 'pi_1_secret_1', accountId: 'acct_1' },
          }
        : undefined,
    accountLink: (id) => links.get(id),
    useAccountLink: (id) => links.set(id, { ...link, isOpen: false }),
    completeAccount: (id, details) => completed.push([id, details]),
    control: () => ({
      accounts: [],
      charges: [
        {
          id: 'ch_1',
          account: 'acct_1',
          created,
          amount: 4999,
          amountRefunded: 1000,
          currency: 'usd',
          status: 'succeeded',
          failureCode: undefined,
          email: hostile,
        },
      ],
      refunds: [],
      payouts: [
        { id: 'po_1', account: 'acct_1', created: 0, amount: 4728, currency: 'usd', status: 'in_transit' },
      ],
      customers: [{ id: 'cus_1', account: undefined, created, name: hostile, email: undefined }],
      events: [
        {
          id: 'evt_1',
          type: 'charge.succeeded',
          account: 'acct_1',
          created,
          deliveries: [{ url: hostile, tries: 1 }],
        },
      ],
      faults: { calls: [{ path: hostile }] },
    }),
  }
}

function policyOf(headers: Record<string, unknown>): string {
  return String(headers['content-security-policy'])
}

describe('the browser scripts', () => {
  test('stripe.js is plain JavaScript that any page can load and cache', async () => {
    const first = await server.inject('/js/stripe.js')
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(first.body).toContain('endive')
    expect(() => new Script(first.body)).not.toThrow()
    const again = await server.inject({
      url: '/js/stripe.js',
      headers: { 'if-none-match': first.headers.etag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each(['/js/card-frame.js', '/js/authentication-frame.js', '/js/control-page.js'])(
    'the script %s runs without imports or exports',
    async (url) => {
      const { statusCode, body } = await server.inject(url)
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(/^\s*(import|export) /m)
    },
  )
})

describe('the card frame', () => {
  test('only the application and local pages can embed the card frame, which can connect only to the sandbox', async () => {
    const { headers } = await server.inject('/frames/card')
    const policy = policyOf(headers)
    expect(policy).toContain('frame-ancestors https://app.example.com http://localhost:* http://127.0.0.1:*')
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`connect-src 'self'`)
    expect(policy).toContain(`form-action 'none'`)
    expect(policy).not.toContain('unsafe')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('each response with the card frame has its own nonce for its script and style', async () => {
    const [first, second] = await Promise.all([server.inject('/frames/card'), server.inject('/frames/card')])
    const [, nonce = ''] = /script-src 'nonce-([\w-]+)'/.exec(policyOf(first.headers)) ?? []
    expect(nonce).toHaveLength(22)
    expect(first.body.split(`nonce="${nonce}"`)).toHaveLength(3)
    expect(policyOf(second.headers)).not.toContain(nonce)
  })

  test('the card frame’s fields have labels for people and names for autofill', async () => {
    const { body } = await server.inject('/frames/card')
    for (const part of ['Card number', 'Expiry date', 'CVC']) expect(body).toContain(`aria-label="${part}"`)
    for (const part of ['cc-number', 'cc-exp', 'cc-csc']) expect(body).toContain(`autocomplete="${part}"`)
  })
})

describe('the authentication frame', () => {
  const address = '/frames/authenticate?payment_intent=pi_1&client_secret=pi_1_secret_1&account=acct_1'

  test('the authentication frame shows the escaped payee and the amount with the currency’s decimals', async () => {
    const { statusCode, body } = await server.inject(address)
    expect(statusCode).toBe(200)
    expect(body).toContain(escaped)
    expect(body).not.toContain(hostile)
    expect(body).toContain('150,000 JPY')
    expect(body).toContain('Complete authentication')
    expect(body).toContain('Fail authentication')
  })

  test('the authentication frame reveals nothing for a wrong secret', async () => {
    const { statusCode, body } = await server.inject(address.replace('pi_1_secret_1', 'pi_1_secret_2'))
    expect(statusCode).toBe(404)
    expect(body).not.toContain(escaped)
    expect(body).toContain('Nothing to authenticate')
  })
})

test('a hosted invoice shows its amount, escaped, and passes the buyer’s decision on', async () => {
  const { body, statusCode } = await server.inject('/invoices/in_1')
  expect([statusCode, body.includes(escaped), body.includes('24.00 USD')]).toEqual([200, true, true])
  const reply = await server.inject({
    method: 'POST',
    url: '/invoices/in_1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'action=complete',
  })
  expect([reply.statusCode, completed]).toEqual([303, [['pi_1', true]]])
  expect((await server.inject('/invoices/in_2')).statusCode).toBe(404)
})

async function openLink(): Promise<{ visit: string; policy: string; body: string }> {
  const { body, headers } = await server.inject('/onboarding/al_1')
  const [, visit = ''] = /name="visit" value="([\w-]+)"/.exec(body) ?? []
  return { visit, policy: policyOf(headers), body }
}
function answer(fields: Record<string, string>) {
  return server.inject({
    method: 'POST',
    url: '/onboarding/al_1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
}

describe('onboarding', () => {
  test('the onboarding page shows the account’s known details in escaped form', async () => {
    const { body, policy } = await openLink()
    expect(body).toContain(`value="${escaped}"`)
    expect(body).toContain('value="ann@example.com"')
    expect(policy).toContain(`form-action 'self' https://app.example.com`)
    expect(policy).toContain(`frame-ancestors 'none'`)
  })

  test('a seller who submits the onboarding page completes the account and returns', async () => {
    const { visit } = await openLink()
    const reply = await answer({ visit, action: 'complete', business_name: ' Ann ', email: 'a@example.com' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, link.returnUrl])
    expect(completed).toEqual([['acct_1', { businessName: 'Ann', email: 'a@example.com' }]])
  })

  test('a seller who leaves the onboarding page does not complete the account', async () => {
    const { visit } = await openLink()
    const reply = await answer({ visit, action: 'leave' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, link.returnUrl])
    expect(completed).toEqual([])
  })

  test('a used onboarding link redirects to the refresh URL', async () => {
    await openLink()
    const again = await server.inject('/onboarding/al_1')
    expect([again.statusCode, again.headers.location]).toEqual([303, link.refreshUrl])
  })

  test('only the visitor who opened the onboarding link can complete the account', async () => {
    await openLink()
    for (const visit of ['', 'x'.repeat(43)]) {
      const reply = await answer({ visit, action: 'complete' })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, link.refreshUrl])
    }
    expect(completed).toEqual([])
  })

  test('an unknown onboarding link is not found', async () => {
    const { statusCode } = await server.inject('/onboarding/al_2')
    expect(statusCode).toBe(404)
  })
})

describe('the control page', () => {
  test('the control page shows charges, customers and events in escaped form', async () => {
    const { statusCode, body, headers } = await server.inject('/')
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain(escaped)
    expect(body).toContain('49.99 USD')
    expect(body).toContain('10.00 USD refunded')
    expect(body).toContain('Failed once, retrying')
    expect(body).toContain('4242 4242 4242 4242')
    expect(policyOf(headers)).toContain(`frame-ancestors 'none'`)
  })

  test('the control page’s lists can be refreshed separately', async () => {
    const { body } = await server.inject('/live-sections')
    expect(body).toContain('id="charges"')
    expect(body).toContain(escaped)
    expect(body).not.toContain('id="faults"')
    expect(body).not.toContain('<style')
  })
})
