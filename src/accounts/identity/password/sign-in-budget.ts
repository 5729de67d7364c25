import type { FastifyRequest } from 'fastify'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import { giveBackOnOverload } from '#foundation/limits/take-for.ts'
import type { DeviceCookie } from '../sessions/device-cookie.ts'

/**
 * Counts a try of a password and compares it; throws TooManyRequests when there were too many tries. A browser in which the person has
 * signed in before has a budget of its own, so that nobody who guesses elsewhere keeps them out there. Only wrong
 * passwords use a budget up; how often a right one may be given is limited far above what people do. A try that got no turn to be compared is none.
 */
export async function trySignIn(
  { limiter, deviceCookie }: { readonly limiter: Limiter; readonly deviceCookie: DeviceCookie },
  request: FastifyRequest,
  {
    email,
    userId,
    isRight,
  }: {
    readonly email: string
    readonly userId: string | undefined
    readonly isRight: () => Promise<boolean>
  },
): Promise<boolean> {
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
  if (!(await giveBackOnOverload(limiter, guesses, isRight))) return false
  await limiter.giveBack(guesses)
  await limiter.count([right])
  return true
}
