import { isObject, type JsonObject } from '#json.ts'

export type LoggedRequest = {
  readonly id: string
  readonly created: number
  readonly method: string
  readonly path: string
  account: string | null
  readonly idempotency_key: string | null
  status: number | 'running' | 'held' | 'cut'
  params: JsonObject
}

/** The latest requests, newest first. They are lost when the sandbox stops. */
export type RequestLog = {
  readonly begin: (request: LoggedRequest) => LoggedRequest
  readonly newestFirst: () => LoggedRequest[]
  readonly clear: () => void
}

const capacity = 1000

export function createRequestLog(): RequestLog {
  let requests: LoggedRequest[] = []
  return {
    begin(request) {
      requests.push(request)
      if (requests.length > capacity * 2) requests = requests.slice(-capacity)
      return request
    },
    newestFirst: () => requests.slice(-capacity).toReversed(),
    clear() {
      requests = []
    },
  }
}

/** Removes card data, because parameters are stored and shown and could contain a real card number. */
export function withoutCardData(params: JsonObject): JsonObject {
  const { card, payment_method_data: data } = params
  return {
    ...params,
    ...(isObject(card) ? { card: masked(card) } : {}),
    ...(isObject(data) ? { payment_method_data: withoutCardData(data) } : {}),
  }
}

function masked({ number, cvc: _cvc, ...rest }: JsonObject): JsonObject {
  return { ...rest, ...(typeof number === 'string' ? { last4: number.slice(-4) } : {}) }
}
