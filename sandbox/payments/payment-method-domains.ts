import { z } from 'zod'
import { listPage } from '#api/list.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, pagination, text } from '#api/params.ts'
import { newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { find, ownedBy } from './find.ts'
import type { PaymentMethodDomainRecord } from './records.ts'

/** Whether a host's pages can show wallets. Hosts ending with `.unverified.example` can never be verified. */
function isVerified(domain: string): boolean {
  return !domain.endsWith('.unverified.example')
}

const domainName = text.regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/)

const create = operation({
  method: 'POST',
  path: '/v1/payment_method_domains',
  params: z.strictObject({ domain_name: domainName, enabled: boolean.optional() }),
  run({ world, account }, params) {
    const known = ownedBy(world.store.paymentMethodDomains, account).find(
      ({ domain_name }) => domain_name === params.domain_name,
    )
    if (known !== undefined) return render(known)
    return render(
      world.store.paymentMethodDomains.put({
        id: newId('pmd'),
        account,
        created: world.clock.now(),
        domain_name: params.domain_name,
        enabled: params.enabled ?? true,
        is_active: isVerified(params.domain_name),
      }),
    )
  },
})

const retrieve = operation({
  method: 'GET',
  path: '/v1/payment_method_domains/{id}',
  params: z.strictObject({}),
  run: (context) => render(own(context)),
})

const update = operation({
  method: 'POST',
  path: '/v1/payment_method_domains/{id}',
  params: z.strictObject({ enabled: boolean.optional() }),
  run(context, { enabled }) {
    const domain = own(context)
    return render(
      context.world.store.paymentMethodDomains.put({ ...domain, enabled: enabled ?? domain.enabled }),
    )
  },
})

const validate = operation({
  method: 'POST',
  path: '/v1/payment_method_domains/{id}/validate',
  params: z.strictObject({}),
  run(context) {
    const domain = own(context)
    return render(
      context.world.store.paymentMethodDomains.put({
        ...domain,
        is_active: isVerified(domain.domain_name),
      }),
    )
  },
})

const list = operation({
  method: 'GET',
  path: '/v1/payment_method_domains',
  params: z.strictObject({ domain_name: text.optional(), enabled: boolean.optional(), ...pagination }),
  run({ world, account, path }, params) {
    const domains = ownedBy(world.store.paymentMethodDomains, account).filter(
      (one) =>
        (params.domain_name === undefined || one.domain_name === params.domain_name) &&
        (params.enabled === undefined || one.enabled === params.enabled),
    )
    return listPage(domains, params, path, render)
  },
})

function own(context: Context): PaymentMethodDomainRecord {
  const { world, account } = context
  return find(world.store.paymentMethodDomains, account, pathId(context), 'payment_method_domain')
}

function render(domain: PaymentMethodDomainRecord): JsonObject {
  const status = domain.is_active
    ? { status: 'active' }
    : { status: 'inactive', status_details: { error_message: 'The domain could not be verified.' } }
  return {
    id: domain.id,
    object: 'payment_method_domain',
    amazon_pay: status,
    apple_pay: status,
    created: domain.created,
    domain_name: domain.domain_name,
    enabled: domain.enabled,
    google_pay: status,
    klarna: status,
    link: status,
    livemode: false,
    paypal: status,
  }
}

export const paymentMethodDomainOperations: Operation[] = [create, retrieve, update, validate, list]
