import { inTransaction } from '#db/database.ts'
import { newId } from '#db/new-id.ts'
import type { Handlers } from '#http/routes.ts'
import { clientNetwork } from '#limits/client-address.ts'
import type { Limiter } from '#limits/limiter.ts'
import { enqueueMail } from '#mail/outbox.ts'
import type { Parts } from '#parts.ts'
import type { contactContract } from './contract.ts'

export function contactHandlers(
  { db, clock, limiter }: Parts & { readonly limiter: Limiter },
  contactEmail: string,
): Handlers<typeof contactContract> {
  return {
    async contactUs({ body, request }) {
      await limiter.take([{ rule: 'contactFromAddress', subject: clientNetwork(request.ip) }])
      await inTransaction(db, (tx) =>
        enqueueMail(tx, {
          kind: 'contact',
          about: newId(),
          data: body,
          recipient: contactEmail,
          at: clock.now(),
        }),
      )
      return {}
    },
  }
}
