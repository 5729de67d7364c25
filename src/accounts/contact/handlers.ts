import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { clientNetwork } from '#foundation/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#foundation/services.ts'
import type { contactContract } from './contract.ts'

const flooded =
  'We get more messages than we can read at the moment. Yours is still here: please send it again in an hour.'

export function contactHandlers(
  { db, clock, limiter }: Services & { readonly limiter: Limiter },
  contactEmail: string,
): Handlers<typeof contactContract> {
  return {
    async contactUs({ body, request }) {
      await limiter.take([{ rule: 'contactFromAddress', subject: clientNetwork(request.ip) }])
      const inAll = { rule: 'contactInAll', subject: '' } as const
      const counts = await limiter.count([inAll])
      counts.check([inAll], [], flooded)
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
