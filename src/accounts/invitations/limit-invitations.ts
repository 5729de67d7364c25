import type { Caller } from '#foundation/http/contract/caller.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'

/** An invitation writes to a stranger: so many an hour for a seller, from a network with however many accounts, and to one address. */
export async function limitInvitations(
  limiter: Limiter,
  { sellerId }: Pick<Caller, 'sellerId'>,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> {
  await limiter.take([
    { rule: 'inviteOfSeller', subject: sellerId },
    { rule: 'inviteFromAddress', subject: clientNetwork(ip) },
    { rule: 'inviteTo', subject: email.toLowerCase() },
  ])
}
