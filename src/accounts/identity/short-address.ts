import { clientNetwork } from '#foundation/network/client-network.ts'

/** An address cut to what tells networks apart and no more: three numbers of IPv4, 48 bits of IPv6. */
export function shortAddress(address: string): string {
  const network = clientNetwork(address)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::`
    : `${network.split('.').slice(0, 3).join('.')}.*`
}
