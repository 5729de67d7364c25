import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type Asked = {
  /** Method, path and query, such as `GET /shop/?list-type=2`. */
  readonly line: string
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Text is sent with status 200, a number is sent as the status, and `undefined` closes the connection. */
type Answering = (asked: Asked) => string | number | undefined

/** A server that sends the test's responses and records the requests. */
export async function startAmazon(answering: Answering) {
  const asked: Asked[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request
    const one = { line: `${method} ${url}`, body: await text(request), headers }
    asked.push(one)
    const found = answering(one)
    if (found === undefined) request.socket.destroy()
    else if (typeof found === 'number') response.writeHead(found).end()
    else response.end(found)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server is not listening on a port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    asked,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
