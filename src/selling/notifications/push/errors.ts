import { Failure } from '#foundation/failures/failure.ts'

export class PushIsOff extends Failure {
  readonly status = 409
  readonly code = 'push_is_off'

  constructor() {
    super('Push notifications are not set up on this server')
  }
}

export class TooManyDevices extends Failure {
  readonly status = 409
  readonly code = 'too_many_devices'

  constructor() {
    super('No more devices can be added. Turn one off first.')
  }
}
