import { clientNetwork } from '#foundation/network/client-network.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { msg } from '#foundation/language/t.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import type { contactContract } from './contract.ts'

const unproven = msg(
  'We are receiving an unusual number of messages, so we had to check that yours was not sent automatically. Please send it again.',
)

export function contactHandlers(services: Services, contactEmail: string): Handlers<typeof contactContract> {
  const { db, clock, limiter } = services
  return {
    async contactUs({ body, headers, request }) {
      const network = clientNetwork(request.ip)
      const fromAddress = { rule: 'contactFromAddress', subject: network } as const
      await limiter.take([fromAddress])
      const inAll = { rule: 'contactInAll', subject: '' } as const
      const { limit } = rules.contactInAll
      const beyond = ((await limiter.count([inAll])).of(inAll)?.count ?? 0) - limit
      if (beyond > 0) {
        await createProofOfWork(services, { against: 'messages', message: unproven }).demand({
          purpose: network,
          proof: headers[proofHeader],
          count: beyond,
          first: limit,
          counted: [fromAddress, inAll],
        })
      }
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
