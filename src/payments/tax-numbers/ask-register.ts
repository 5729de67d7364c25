import { z } from 'zod'
import type { VatStatus } from '#foundation/db/tables/taxes.ts'
import type { VatNumber } from '#foundation/typed/vat-number.ts'

/** The register's response about a VAT number. */
export type VatAnswer = {
  readonly status: VatStatus
  /** The name under which the company is registered. Null if it is unknown or the register does not disclose it. */
  readonly name: string | null
  /** The consultation number, which proves that the number was checked. */
  readonly requestId: string | null
}

export const noAnswer: VatAnswer = { status: 'unavailable', name: null, requestId: null }

const answer = z.object({
  isValid: z.boolean(),
  userError: z.string(),
  name: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
})

/** How long a buyer waits for the register, in milliseconds. */
const askedFor = 3_000

/**
 * Checks a VAT number with the EU's register (VIES) on behalf of a seller, if `requester` is not empty. Anything but a
 * clear yes or no counts as no response: a country's register that is down or busy reports a number as invalid.
 */
export async function askRegister(
  registerUrl: string,
  { country, number }: VatNumber,
  requester: VatNumber,
): Promise<VatAnswer> {
  const query = new URLSearchParams(
    requester.number === ''
      ? {}
      : { requesterMemberStateCode: requester.country, requesterNumber: requester.number },
  )
  const path = `/ms/${encodeURIComponent(country)}/vat/${encodeURIComponent(number)}`
  try {
    const response = await fetch(`${registerUrl}${path}?${query.toString()}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(askedFor),
    })
    if (!response.ok) return noAnswer
    const { isValid, userError, name, requestIdentifier } = answer.parse(await response.json())
    if (isValid) return { status: 'verified', name: known(name), requestId: known(requestIdentifier) }
    return userError === 'INVALID'
      ? { status: 'unverified', name: null, requestId: known(requestIdentifier) }
      : noAnswer
  } catch {
    return noAnswer
  }
}

/** The register writes dashes for what it does not disclose. */
function known(text: string | null | undefined): string | null {
  const plain = text?.trim() ?? ''
  return /^-*$/.test(plain) ? null : plain
}
