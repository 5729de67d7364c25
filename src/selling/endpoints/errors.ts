import type { AddressProblem } from '#foundation/http/public-address.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { msg, say, type Message } from '#foundation/language/t.ts'
import { mostEndpoints } from './contract.ts'
import { mostTargets } from './conversions/contract.ts'

export class TooManyEndpoints extends defineFailure(
  'too_many_endpoints',
  409,
  msg('A shop can have up to {most} webhooks. Delete one first.', { most: mostEndpoints }),
) {}

export class TooManyTargets extends defineFailure(
  'too_many_targets',
  409,
  msg('A shop can have up to {most} ad platforms. Disconnect one first.', { most: mostTargets }),
) {}

export class OnlyForKeys extends defineFailure(
  'only_for_keys',
  403,
  msg('This is for programs with an API key. Add a webhook under Settings › Developers instead.'),
) {}

export class EndpointOff extends defineFailure('endpoint_off', 409, msg('Turn the webhook on first.')) {}

const problems: Readonly<Record<AddressProblem, Message>> = {
  unreadable: msg('Enter a URL, such as https://example.com/hooks'),
  scheme: msg('The URL must start with https://'),
  credentials: msg('Remove the user name and password from the URL. Messages are signed instead.'),
  port: msg('Use port 443, or one above 1023'),
  host: msg('Enter a host on the public internet, such as example.com'),
}

export function addressText(problem: AddressProblem): string {
  return say(problems[problem])
}
