import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A connection to a PostgreSQL server that tests can cut, silence and reopen at the same address. */
export class Line {
  readonly #sockets = new Set<Socket>()
  readonly #target: URL
  #server: Server
  #port = 0

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl)
    this.#server = this.#makeServer()
  }

  /** Returns the database's URL for this connection. */
  async open(): Promise<string> {
    this.#server = this.#makeServer()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.#port = typeof address === 'object' && address !== null ? address.port : 0
    const url = new URL(this.#target)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  async cut(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
  }

  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  #makeServer(): Server {
    return createServer((near) => {
      const far = connect(Number(this.#target.port || 5432), this.#target.hostname)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          this.#sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    })
  }
}
