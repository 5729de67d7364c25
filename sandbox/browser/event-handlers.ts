export type Handler = (event: unknown) => void

export class EventHandlers {
  readonly #handlers = new Map<string, Set<Handler>>()

  add(event: string, handler: Handler): void {
    const handlers = this.#handlers.get(event) ?? new Set()
    this.#handlers.set(event, handlers.add(handler))
  }

  /** Removes one handler for the event, or all of them if none is given. */
  remove(event: string, handler?: Handler): void {
    if (handler === undefined) this.#handlers.delete(event)
    else this.#handlers.get(event)?.delete(handler)
  }

  call(event: string, value: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(value)
  }
}
