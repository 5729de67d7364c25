import { Failure } from '#foundation/failures/failure.ts'

/** Another coupon of the shop has this code. */
export class CodeTaken extends Failure {
  readonly status = 409
  readonly code = 'code_taken'
  override readonly errors: Readonly<Record<string, string>>

  constructor(taken: string) {
    super(`${taken} is already a code of your shop`)
    this.errors = { code: this.message }
  }
}
