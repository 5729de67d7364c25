import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cancelReasons } from '#foundation/db/tables/subscriptions.ts'
import { asksForReason, longestNote, saveCancelReason } from '#payments/subscriptions/end/cancel-reason.ts'
import { found, Failure, TooManyRequests } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import {
  CardRefused,
  CollectionUnknown,
  PauseDiffers,
  PauseNeedsBank,
  PauseUnavailable,
  SubscriptionBusy,
} from '#payments/subscriptions/errors.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import { limitChanges } from '#payments/subscriptions/change/limit-changes.ts'
import { pauseSubscription, takePauseBack } from '#payments/subscriptions/pause/ask-pause.ts'
import { endPause } from '#payments/subscriptions/pause/end-pause.ts'
import { ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Receipt } from '../store.ts'
import { pauseKinds } from './pause-links.ts'
import { askAboutPause } from './pause-question.ts'
import type { PauseQuestion } from './purchase-data.ts'

const query = z.object({ key: z.string().catch(''), kind: z.enum(pauseKinds).catch('skip') })
const time = z.iso.datetime().catch('1970-01-01T00:00:00Z')
const answer = z.object({ kind: z.enum(pauseKinds), next: time, until: time })

const reasonGiven = z.object({
  reason: z.enum(cancelReasons),
  note: z.string().trim().max(longestNote).default(''),
})

/** A limit above the size of the longest note in any language, in bytes. */
const longestAnswer = 4_096

const told = [
  CardRefused,
  CollectionUnknown,
  PauseDiffers,
  PauseNeedsBank,
  PauseUnavailable,
  ProviderUnreachable,
  SubscriptionBusy,
  TooManyRequests,
]

type Pages = {
  readonly noticing: (reply: FastifyReply, answer: () => Promise<FastifyReply>) => Promise<FastifyReply>
  readonly findOwn: (id: string, key: string) => Promise<Receipt>
  readonly sendPause: (reply: FastifyReply, receipt: Receipt, question: PauseQuestion) => FastifyReply
}

/**
 * The pages that ask buyers about a pause, or why they canceled. The key in the URL opens them, so a link in
 * an email needs no login. Opening a page changes nothing; only its button does, without a script.
 */
export function registerPauses(
  app: FastifyInstance,
  services: PaymentServices,
  { noticing, findOwn, sendPause }: Pages,
): void {
  const { config, limiter, db } = services
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  type Asked = { Params: { id: string } }

  async function find({ params, query: given }: FastifyRequest<Asked>) {
    const { key, kind } = query.parse(given)
    const receipt = await findOwn(params.id, key)
    return { receipt, kind, row: found(await findSubscriptionOf(db, receipt.id)) }
  }

  function back(reply: FastifyReply, receipt: Receipt): FastifyReply {
    return reply.redirect(`${purchasePath(receipt, config.authSecret)}#subscription`, 303)
  }

  async function act(row: Parameters<typeof endPause>[1], body: unknown): Promise<void> {
    const given = answer.safeParse(body)
    if (!given.success) throw new PauseDiffers()
    const { kind, next, until } = given.data
    const choice = { next: new Date(next), until: new Date(until) }
    if (kind === 'undo') await takePauseBack(services, row, 'buyer')
    else if (kind === 'go-on') await endPause(services, row, 'buyer')
    else await pauseSubscription(services, row, kind, choice, 'buyer')
  }

  app.get<Asked>('/purchases/:id/pause', options, (request, reply) =>
    noticing(reply, async () => {
      const asked = await find(request)
      return sendPause(reply, asked.receipt, await askAboutPause(services, { ...asked, problem: null }))
    }),
  )

  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: longestAnswer })
    scope.post<Asked>('/purchases/:id/pause', options, (request, reply) =>
      noticing(reply, async () => {
        await limiter.take([{ rule: 'subscriptionFromAddress', subject: clientNetwork(request.ip) }])
        const asked = await find(request)
        const { receipt } = asked
        try {
          await limitChanges(limiter, asked.row, 'buyer')
          await act(asked.row, request.body)
        } catch (error) {
          if (!(error instanceof Failure) || !told.some((kind) => error instanceof kind)) throw error
          const row = found(await findSubscriptionOf(db, receipt.id))
          const bank = error instanceof PauseNeedsBank ? { confirmUrl: error.details.pageUrl } : {}
          const question = await askAboutPause(services, { ...asked, row, problem: error.message, ...bank })
          return sendPause(reply.status(error.status), receipt, question)
        }
        return back(reply, receipt)
      }),
    )
    scope.post<Asked>('/purchases/:id/cancel-reason', options, (request, reply) =>
      noticing(reply, async () => {
        await limiter.take([{ rule: 'subscriptionFromAddress', subject: clientNetwork(request.ip) }])
        const { receipt, row } = await find(request)
        const given = reasonGiven.safeParse(request.body)
        if (given.success && asksForReason(row)) await saveCancelReason(db, row, given.data)
        return back(reply, receipt)
      }),
    )
  })
}
