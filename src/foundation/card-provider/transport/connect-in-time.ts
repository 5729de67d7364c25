import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Socket } from 'node:net'

/** The error code of a connection that timed out, so that no request was sent over it. */
export const connectTimeOut = 'CONNECT_TIMED_OUT'

/**
 * Keeps connections open between requests, and gives up on a connection that is not established, including
 * TLS, within the given number of milliseconds.
 */
export function connectInTime(isSecure: boolean, within: number): HttpAgent {
  return isSecure ? new InTimeOverTls(within) : new InTime(within)
}

class InTime extends HttpAgent {
  readonly #within: number

  constructor(within: number) {
    super({ keepAlive: true })
    this.#within = within
  }

  override createConnection(...[options, done]: Connecting): ReturnType<HttpAgent['createConnection']> {
    return giveUpAfter(this.#within, 'connect', super.createConnection(options, done))
  }
}

class InTimeOverTls extends HttpsAgent {
  readonly #within: number

  constructor(within: number) {
    super({ keepAlive: true })
    this.#within = within
  }

  override createConnection(...[options, done]: Connecting): ReturnType<HttpsAgent['createConnection']> {
    return giveUpAfter(this.#within, 'secureConnect', super.createConnection(options, done))
  }
}

type Connecting = [options: ClientRequestArgs, done?: Parameters<HttpAgent['createConnection']>[1]]

function giveUpAfter<Connection>(within: number, made: string, connection: Connection): Connection {
  if (!(connection instanceof Socket)) return connection
  let isMade = false
  const giveUp = (): void => {
    if (isMade) return
    connection.destroy(Object.assign(new Error('No connection in time'), { code: connectTimeOut }))
  }
  // If this process was busy for that long, it may not have read the connection's event yet.
  const timeout = setTimeout(() => setImmediate(giveUp), within)
  for (const event of [made, 'close'])
    connection.once(event, () => {
      isMade = true
      clearTimeout(timeout)
    })
  return connection
}
