import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { good, reasonOf, stop, warning, type Finding } from './finding.ts'

const answerTime = 10_000
const day = 24 * 60 * 60 * 1000
/**
 * The share of a certificate's lifetime below which its renewal must have failed. Renewals happen when a third is left.
 */
const lateShare = 0.2

/** Opens PUBLIC_URL as a buyer's browser does, and checks its certificate and whether the product responds there. */
export async function checkAddress(publicUrl: string, now: () => number = Date.now): Promise<Finding[]> {
  const address = new URL(publicUrl)
  const certificate = address.protocol === 'https:' ? await checkCertificate(address, now) : []
  if (certificate.some(({ kind }) => kind === 'stop')) return certificate
  return [...certificate, ...(await checkAnswer(publicUrl))]
}

async function checkCertificate({ hostname, port }: URL, now: () => number): Promise<Finding[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    const { from, to } = await timesOfCertificate(host, port === '' ? 443 : Number(port))
    const days = Math.floor((to - now()) / day)
    if ((to - now()) / (to - from) > lateShare) {
      return [good(`The certificate of ${host} is valid for ${days} more days.`)]
    }
    return [
      warning(
        `The certificate of ${host} expires in ${days} days and was not renewed.`,
        'Check the log of the program that renews it (Caddy, certbot).',
      ),
    ]
  } catch (error) {
    const reason = reasonOf(error)
    if (/^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/.test(reason)) {
      return [
        stop(
          `PUBLIC_URL cannot be reached (${reason}).`,
          'Point the domain to this machine, open port 443, and start the proxy.',
        ),
      ]
    }
    return [
      stop(
        `Browsers refuse the certificate of ${host} (${reason}).`,
        'Get one for exactly this name from an authority browsers trust, such as Let’s Encrypt.',
      ),
    ]
  }
}

/** In milliseconds since 1970; rejects if a browser would show a warning. */
function timesOfCertificate(host: string, port: number): Promise<{ from: number; to: number }> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { host, port, ...(isIP(host) === 0 ? { servername: host } : {}), timeout: answerTime },
      () => {
        const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
        resolve({ from: Date.parse(from), to: Date.parse(to) })
        socket.destroy()
      },
    )
    socket.on('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
    socket.on('error', reject)
  })
}

async function checkAnswer(publicUrl: string): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(answerTime)
    const { ok, status } = await fetch(`${publicUrl}/health/ready`, { signal, redirect: 'manual' })
    if (ok) return [good(`The shop responds at ${publicUrl}.`)]
    return [
      stop(
        `${publicUrl} responds with ${status}, not with the shop.`,
        'Start Tillform, and have the proxy forward every path to it.',
      ),
    ]
  } catch (error) {
    return [
      stop(
        `PUBLIC_URL cannot be reached (${reasonOf(error)}).`,
        'Start Tillform and the proxy in front of it.',
      ),
    ]
  }
}
