import { Failure } from '#foundation/http/errors.ts'

/** Another coupon of the shop has this code. */
export class CodeTaken extends Failure {
  readonly status = 409
  readonly code = 'code_taken'

  constructor(taken: string) {
    super(`${taken} is a code of your shop already`)
  }
}
