import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { hostOf } from '#accounts/shop/embed-hosts.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { text } from '#foundation/http/input/fields.ts'

/** A host that can be registered: a full name without a port or an asterisk. A pasted URL is accepted as well. */
const hostName = text(253)
  .overwrite(hostOf)
  .toLowerCase()
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, {
    error: () => t('Enter a host name, such as shop.example.com'),
  })

export const paymentDomain = z.object({
  domain: z.string(),
  status: z.enum(['pending', 'active', 'inactive']),
  /** Whether the host serves the payment pages themselves. */
  isOurs: z.boolean(),
  checkedAt: z.string().nullable(),
})
export type PaymentDomain = z.output<typeof paymentDomain>

/** `methods` are the account's enabled payment methods by Stripe's names, or null while unknown. */
export const waysToPay = z.object({
  methods: z.array(z.string()).nullable(),
  domains: z.array(paymentDomain),
})
export type WaysToPay = z.output<typeof waysToPay>

export const paymentDomainsContract = {
  readWaysToPay: {
    method: 'GET',
    path: '/stripe/ways-to-pay',
    summary: "Reads the connected account's enabled payment methods, and the hosts that show wallets",
    access: 'signed-in',
    right: { entity: 'billing', verb: 'read' },
    failures: { provider_unreachable: 503 },
    ok: { status: 200, schema: waysToPay },
  },
  registerDomain: {
    method: 'POST',
    path: '/stripe/payment-domains',
    summary: 'Registers a host with the connected account, so that payment pages on it show wallets',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    failures: { provider_unreachable: 503, account_not_connected: 409, too_many_domains: 409 },
    body: z.object({ domain: hostName }),
    ok: { status: 200, schema: paymentDomain },
  },
} as const satisfies Contract
