import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { clientNetwork } from '#foundation/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#foundation/services.ts'
import type { contactContract } from './contract.ts'

export function contactHandlers(
  { db, clock, limiter }: Services & { readonly limiter: Limiter },
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
