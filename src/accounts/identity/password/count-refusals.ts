import { Failure } from '#foundation/failures/failure.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** Counts the sign-ins that are refused, by the way in and the code of the refusal. */
export function countRefusals({ signInsRefused }: Pick<Metrics, 'signInsRefused'>) {
  return <Call, Answer>(way: string, signIn: (call: Call) => Promise<Answer>) =>
    async (call: Call): Promise<Answer> => {
      try {
        return await signIn(call)
      } catch (error) {
        // That a code is asked for is a step of signing in.
        if (error instanceof Failure && error.code !== 'code-required')
          signInsRefused.inc({ way, reason: error.code })
        throw error
      }
    }
}
