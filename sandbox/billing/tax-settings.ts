import { z } from 'zod'
import { operation, type Operation } from '#api/operation.ts'

const retrieve = operation({
  method: 'GET',
  path: '/v1/tax/settings',
  params: z.strictObject({}),
  run({ world, account }) {
    const status = world.store.accounts.get(account)?.tax_settings ?? 'active'
    return {
      object: 'tax.settings',
      defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
      head_office: null,
      livemode: false,
      status,
      status_details: status === 'active' ? { active: {} } : { pending: { missing_fields: ['head_office'] } },
    }
  },
})

export const taxSettingsOperations: Operation[] = [retrieve]
