import type { Answer, PayApi, PayBody } from './pay-api.ts'
import type { PendingPurchase, Purchase } from './pending-purchase.ts'

/** The delays in milliseconds before a request without a response is repeated. Each attempt has the same key. */
const retryDelays = [500, 1500, 4000]
/** How many challenges are solved for one click on the button. */
const challenges = 3

/** What is needed to ask the server about a payment. */
export type AskingServices = {
  readonly api: PayApi
  readonly wait: (milliseconds: number) => Promise<void>
  /** Does the proof of work that the server requires while stolen cards are being tested on the form. */
  readonly prove: (challenge: string) => Promise<string>
}

/** Asks the server to pay, or for a purchase's state, until it gets a meaningful response. */
export function createAsking({ api, wait, prove }: AskingServices) {
  /**
   * Asks the server to pay, and repeats the request with the same key until a response arrives. After an unanswered
   * attempt, a busy server's response says nothing about that attempt.
   */
  async function send({ body, key }: PendingPurchase, isRepeat: boolean): Promise<Answer> {
    const first = await payProven(body, key)
    if (!isRepeat && first.kind !== 'no-answer') return first
    let answer = conclusive(first)
    for (const delay of retryDelays) {
      if (answer.kind !== 'no-answer') break
      await wait(Math.max(delay, answer.waitSeconds * 1000))
      answer = conclusive(await payProven(body, key))
    }
    return answer
  }

  /** A solution that is late or was already used gets a new challenge. */
  async function payProven(body: PayBody, key: string): Promise<Answer> {
    let answer = await api.payForm(body, key)
    for (let left = challenges; left > 0; left -= 1) {
      const challenge = answer.kind === 'refused' ? answer.refusal.challenge : ''
      if (challenge === '') break
      answer = await api.payForm({ ...body, proof: await prove(challenge) }, key)
    }
    return answer
  }

  /** Asks for a purchase's state. The only error that says something about the purchase is "not found". */
  async function ask({ purchaseId, secret }: Purchase): Promise<Answer> {
    const answer = await api.getPurchaseState(purchaseId, secret)
    const isInconclusive = answer.kind === 'refused' && answer.refusal.status !== 404
    return isInconclusive ? { kind: 'no-answer', waitSeconds: answer.refusal.waitSeconds } : answer
  }

  /** Asks for a purchase's state, and repeats the request until a response arrives. */
  async function askUntilAnswered(purchase: Purchase): Promise<Answer> {
    let answer = await ask(purchase)
    for (const delay of retryDelays) {
      if (answer.kind !== 'no-answer') break
      await wait(delay)
      answer = await ask(purchase)
    }
    return answer
  }

  return { send, ask, askUntilAnswered }
}

/**
 * The response, unless the server was too busy to check, because then nothing is known about an earlier attempt. A
 * server that only could not reach the provider has checked.
 */
function conclusive(answer: Answer): Answer {
  const isUntried =
    answer.kind === 'refused' &&
    [429, 503].includes(answer.refusal.status) &&
    answer.refusal.code !== 'provider_unreachable'
  return isUntried ? { kind: 'no-answer', waitSeconds: answer.refusal.waitSeconds } : answer
}

/** How long the buyer must pause before a click counts for new content, in milliseconds. */
const readingMs = 1000

type Unread = {
  /** Starts ignoring clicks because the button's meaning has changed. */
  readonly begin: () => void
  /** Whether a click is still meant for the earlier content: the second of a double click, or a key held down. */
  readonly isPressed: () => boolean
}

export function createUnread(wait: (milliseconds: number) => Promise<void>): Unread {
  let latest = 0
  let isUnread = false
  const begin = async () => {
    isUnread = true
    latest += 1
    const mine = latest
    await wait(readingMs)
    if (mine === latest) isUnread = false
  }
  return {
    begin: () => void begin(),
    isPressed: () => {
      if (isUnread) void begin()
      return isUnread
    },
  }
}
