import { z } from 'zod'
import { forbidden, invalidRequest } from '#api/errors.ts'
import { operation, type Operation } from '#api/operation.ts'
import { text, url } from '#api/params.ts'
import { randomText } from '#ids.ts'

const livesSeconds = 300

const create = operation({
  method: 'POST',
  path: '/v1/account_links',
  params: z.strictObject({
    account: text,
    type: z.enum(['account_onboarding', 'account_update']),
    refresh_url: url,
    return_url: url,
    collect: z.enum(['currently_due', 'eventually_due']).optional(),
    collection_options: z
      .strictObject({
        fields: z.enum(['currently_due', 'eventually_due']).optional(),
        future_requirements: z.enum(['include', 'omit']).optional(),
      })
      .optional(),
  }),
  run({ world }, params) {
    const account = world.store.accounts.get(params.account)
    if (account === undefined) {
      throw forbidden(
        `The provided key does not have access to account '${params.account}' (or that account does not exist). Application access may have been revoked.`,
        'account_invalid',
      )
    }
    if (params.type === 'account_update' && account.controller.requirement_collection === 'stripe') {
      throw invalidRequest(
        'You cannot create `account_update` type Account Links for this account. Because the platform does not control requirement collection, only `account_onboarding` links can be created.',
        { param: 'type' },
      )
    }
    const link = world.store.accountLinks.put({
      id: randomText(20),
      account: account.id,
      created: world.clock.now(),
      expires_at: world.clock.now() + livesSeconds,
      type: params.type,
      refresh_url: params.refresh_url,
      return_url: params.return_url,
      used: false,
    })
    return {
      object: 'account_link',
      created: link.created,
      expires_at: link.expires_at,
      url: `${world.config.url}/onboarding/${link.id}`,
    }
  },
})

export const accountLinkOperations: Operation[] = [create]
