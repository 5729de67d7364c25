import type { FastifyRequest } from 'fastify'

/**
 * Whether a URL's host means this machine: `localhost`, `127.0.0.1`, `[::1]`, and the addresses for listening on all
 * interfaces.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}

/** A proxy's forwarding headers. */
const forwarding = /^(?:x-forwarded(?:-.+)?|forwarded|via|x-real-ip|.+-(?:connecting|client)-ip)$/

/**
 * Whether a request was made on this machine, at one of its own addresses. Proxied and tunneled requests also come from
 * this machine, so no header may refer to another host.
 */
export function isFromThisMachine({ headers, raw, host }: FastifyRequest, publicUrl: string): boolean {
  const addresses = [publicUrl, `http://${host}`]
  const isHere = addresses.every((url) => URL.canParse(url) && isLoopback(new URL(url).hostname))
  return (
    isHere &&
    isLoopbackPeer(raw.socket.remoteAddress) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  )
}

/** Whether an address is this machine's. Requests made without a network, as in tests and the demo, count as well. */
function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address)
}
