import { defineFailure } from '#foundation/failures/failure.ts'

export class PushIsOff extends defineFailure(
  'push_is_off',
  409,
  'Push notifications are not set up on this server',
) {}

export class TooManyDevices extends defineFailure(
  'too_many_devices',
  409,
  'No more devices can be added. Turn one off first.',
) {}
