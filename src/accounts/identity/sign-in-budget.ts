import type { FastifyRequest } from 'fastify'
import { clientNetwork } from '#foundation/client-network.ts'
import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import type { DeviceCookie } from './device-cookie.ts'

export type SignInBudget = {
  /** The password was right: the try does not count as a guess. */
  readonly giveBack: () => Promise<void>
}

/**
 * Counts a try of a password, and throws TooManyRequests when there were too many. A browser in which the person has
 * signed in before has a budget of its own, so that nobody who guesses elsewhere keeps them out there. Only wrong
 * passwords use a budget up; how often a right one may be given is limited far above what people do.
 */
export async function takeSignIn(
  { limiter, deviceCookie }: { readonly limiter: Limiter; readonly deviceCookie: DeviceCookie },
  request: FastifyRequest,
  { email, userId }: { readonly email: string; readonly userId: string | undefined },
): Promise<SignInBudget> {
  const device = userId === undefined ? undefined : deviceCookie.deviceOf(request, userId)
  const guesses: Use[] =
    device === undefined
      ? [
          { rule: 'signInOfAccount', subject: email },
          { rule: 'signInFromAddress', subject: clientNetwork(request.ip) },
        ]
      : [{ rule: 'signInAtDevice', subject: device }]
  const right: Use = { rule: 'rightPassword', subject: device ?? email }
  const counts = await limiter.count(guesses, [right])
  counts.check(guesses, [right])
  return {
    async giveBack() {
      await limiter.giveBack(guesses)
      await limiter.count([right])
    },
  }
}
